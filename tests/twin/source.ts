/** Where elements come from. */

import type { PortModel, SourceModel } from '../../workers/simulate/simulation-model.ts';
import type { Streams } from '../../workers/simulate/streams.ts';
import { DrawsAhead } from './draws-ahead.ts';
import { ScheduleRun } from './schedule.ts';

/** Birth of an element that has not entered the network yet. */
export const UNBORN = -1;

export class Source {
  readonly kind = 'source';
  readonly model: SourceModel;
  readonly port: PortModel;
  readonly clock: number;
  /** Null while nothing arrives (T1). */
  interarrival: DrawsAhead | null;
  readonly schedule: ScheduleRun | null;
  pending = 0;
  /** As of a server's batch of one: what a source sends is born when it is admitted (S3). */
  readonly born = Float64Array.of(UNBORN);
  readonly tags: Float64Array;
  readonly owed = new Int32Array(1);

  constructor(
    model: SourceModel,
    place: { readonly port: PortModel; readonly clock: number; readonly tag: number },
    streams: Streams,
  ) {
    const { id: node, purpose, interarrival, schedule } = model;
    this.model = model;
    this.port = place.port;
    this.clock = place.clock;
    this.tags = Float64Array.of(place.tag);
    const always = new DrawsAhead(streams.sampler(node, purpose, interarrival));
    this.interarrival = always;
    this.schedule = schedule && new ScheduleRun(schedule, always, { node, purpose, streams });
  }
}
