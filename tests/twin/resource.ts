/** A shared resource: who asks for its units, and who is next (SPEC.md, RES). */

import type { ResourceModel } from '../../workers/simulate/simulation-model.ts';
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';

/** A service that could start at this stage; or a server that has its batch and promised places. */
export type Asker = Stage | Server;

const stageOf = (asker: Asker): Stage => (asker.kind === 'stage' ? asker : asker.stage);

export class Resource {
  readonly model: ResourceModel;
  readonly collector: ResourceCollector;
  free: number;
  wanted = false;
  /** Those who wait, first come first. */
  private readonly line: Asker[] = [];
  /** Place in `model.stages` of the stage that is next in turn. */
  private turn = 0;

  constructor(model: ResourceModel, clock: Float64Array) {
    this.model = model;
    this.free = model.units;
    this.collector = new ResourceCollector(clock);
  }

  ask(asker: Asker): void {
    stageOf(asker).requests++;
    this.line.push(asker);
  }

  release(): void {
    this.free++;
    this.collector.changeInUse(-1);
  }

  canGrant(): boolean {
    return this.free > 0 && this.line.length > 0;
  }

  /** Gives a unit to whoever is next; null when none is free or nobody asks. */
  grant(): Asker | null {
    if (!this.canGrant()) return null;
    const [next] = this.line.splice(this.model.roundRobin ? this.nextInTurn() : 0, 1);
    stageOf(next!).requests--;
    this.free--;
    this.collector.changeInUse(1);
    return next!;
  }

  /** Place in the line of the first asker of the stage whose turn it is (RES2). */
  private nextInTurn(): number {
    const { stages } = this.model;
    for (let i = 0; i < stages.length; i++) {
      const at = (this.turn + i) % stages.length;
      const place = this.line.findIndex((asker) => stageOf(asker).index === stages[at]);
      if (place < 0) continue;
      this.turn = (at + 1) % stages.length;
      return place;
    }
    return 0;
  }
}

/** How much of a shared resource is in use: the integral over time of the units that services hold. */
class ResourceCollector {
  private readonly clock: Float64Array;
  /** Units in use, their integral, and up to when it goes. */
  private readonly sums = new Float64Array(3);

  /** `clock[0]` is the time now, s. */
  constructor(clock: Float64Array) {
    this.clock = clock;
  }

  /** So many units more (or fewer) are in use from now on. */
  changeInUse(delta: number): void {
    this.integrate();
    this.sums[0]! += delta;
  }

  /** Forgets everything before now. */
  restart(): void {
    this.integrate();
    this.sums[1] = 0;
  }

  /** Units x s so far. */
  usedTime(): number {
    this.integrate();
    return this.sums[1]!;
  }

  private integrate(): void {
    const now = this.clock[0]!;
    this.sums[1]! += this.sums[0]! * (now - this.sums[2]!);
    this.sums[2] = now;
  }
}
