/** The queues of a file while it is reduced, by number: what records a kind of row is made when the first such row comes. */
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';
import { CounterQueue } from './counter-queue.ts';
import { EventQueue } from './event-queue.ts';
import { EventReport } from './event-report.ts';
import type { FrameGrid } from './frame-grid.ts';
import type { KnownQueues } from './known-queues.ts';
import type { LeftOutEvents } from './left-out-events.ts';
import { LevelTrack } from './level-track.ts';
import type { RunningQueue } from './running-queue.ts';
import { VisitList } from './visit-list.ts';

/** Queues of which the histograms of times are kept frame by frame; of further ones in all only, or memory would not do. */
const MOST_BY_FRAME = 48;

interface Surroundings {
  readonly names: readonly string[];
  readonly known: KnownQueues;
  readonly faults: FaultList;
  readonly leftOut: LeftOutEvents;
  readonly placeOf: PlaceOf;
  /** Asked for with the first row, when the frames that the file declares are known. */
  readonly grid: () => FrameGrid;
}

export class RunningQueues {
  readonly all: RunningQueue[] = [];
  private recorders = 0;

  constructor(private readonly around: Surroundings) {}

  events(number: number): EventQueue {
    return this.all[number]?.events ?? this.startEvents(number);
  }

  /** `wrap`: the counters start again at 0 after this. */
  counters(number: number, wrap: number | undefined): CounterQueue {
    const queue = this.queue(number);
    if (!queue.counters) {
      const { names, known, faults, placeOf, grid } = this.around;
      const id = names[number]!;
      const capacity = known.capacityOf(id);
      const report = {
        ...{ faults, placeOf, id },
        ...(capacity !== undefined && { capacity }),
        ...(wrap !== undefined && { wrap }),
      };
      queue.counters = new CounterQueue(grid(), report, this.isAmongFirst());
    }
    return queue.counters;
  }

  levels(number: number): LevelTrack {
    const queue = this.queue(number);
    queue.levels ??= new LevelTrack(this.around.grid(), this.isAmongFirst());
    return queue.levels;
  }

  visits(number: number): VisitList {
    const queue = this.queue(number);
    queue.visits ??= new VisitList();
    return queue.visits;
  }

  /** No row comes any more. */
  close(): void {
    const { names, faults, grid } = this.around;
    for (const [number, queue] of this.all.entries()) {
      if (!queue) continue;
      if (queue.visits) queue.visitLengths = queue.visits.replay(this.events(number), grid());
      queue.events?.finish();
      queue.counters?.finish();
      if (queue.events?.lostLatencies) {
        const message = `queue ${names[number]}: it grew so long that times from insertion to departure are not known`;
        faults.add('W23', message);
      }
    }
  }

  private startEvents(number: number): EventQueue {
    const { names, faults, placeOf, grid, leftOut } = this.around;
    const report = new EventReport(names[number]!, faults, placeOf, leftOut);
    const events = new EventQueue(grid(), report, this.isAmongFirst());
    this.queue(number).events = events;
    return events;
  }

  private queue(number: number): RunningQueue {
    this.all[number] ??= {};
    return this.all[number]!;
  }

  private isAmongFirst(): boolean {
    this.recorders += 1;
    return this.recorders <= MOST_BY_FRAME;
  }
}
