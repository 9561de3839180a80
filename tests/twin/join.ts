/** Where the tasks of one element wait for one another (SPEC.md, J). */

import type { JoinModel, PortModel } from '../../workers/simulate/simulation-model.ts';
import { StageCollector } from './collector.ts';
import type { Watch } from './watch.ts';

/** A join, whose tasks that wait are looked at as the elements of a stage without servers. */
export class Join {
  readonly model: JoinModel;
  readonly port: PortModel;
  readonly collector: StageCollector;
  occupancy = 0;
  waiting = 0;
  readonly busy = 0;
  readonly held = 0;

  constructor(
    model: JoinModel,
    port: PortModel,
    place: { readonly clock: Float64Array; readonly watch: Watch },
  ) {
    this.model = model;
    this.port = port;
    this.collector = new StageCollector(place.clock, place.watch, Number.POSITIVE_INFINITY);
  }

  /** So many tasks more (or fewer) wait. */
  change(jobClass: number, delta: number): void {
    this.collector.observe(this);
    this.occupancy += delta;
    this.waiting += delta;
    this.collector.changeClassOccupancy(jobClass, delta);
  }
}
