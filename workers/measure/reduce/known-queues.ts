/** What is known of the queues of a file while it is read: its table `queues` so far, and the stages of the scenario. */
import type { MeasuredStage } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { Table } from '../qtm-table.ts';
import { type QueueFacts, readQueueFacts, stageOfQueue } from './queue-facts.ts';

export class KnownQueues {
  private known: ReadonlyMap<string, QueueFacts> = new Map();
  private readonly tables: Table[] = [];
  private tablesRead = 0;

  constructor(
    private readonly faults: FaultList,
    private readonly stages: readonly MeasuredStage[],
  ) {}

  add(table: Table): void {
    this.tables.push(table);
  }

  /** Read when first needed, and again when tables came since. */
  get facts(): ReadonlyMap<string, QueueFacts> {
    if (this.tables.length > this.tablesRead) {
      this.tablesRead = this.tables.length;
      this.known = readQueueFacts(this.tables, this.faults);
    }
    return this.known;
  }

  capacityOf(id: string): number | undefined {
    const facts = this.facts.get(id) ?? { id };
    return facts.capacity ?? stageOfQueue(facts, this.stages)?.capacity;
  }
}
