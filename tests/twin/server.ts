/** One server and what it has. */

import type { PortModel } from '../../workers/simulate/simulation-model.ts';
import type { Parcel } from './parcel.ts';
import type { Stage } from './stage.ts';

/**
 * idle; claimed: has its batch and waits for promised places, or with all of them for a unit of a shared resource;
 * serving; suspended: a more urgent element goes first; held: finished, but some elements cannot move.
 */
export type ServerState = 'idle' | 'claimed' | 'serving' | 'suspended' | 'held';

/** Places in `interrupted`, s: when the service first began, all its interruptions so far, when the last of them began, and what was left of it then. */
export const BEGAN = 0;
export const PAUSED = 1;
export const PAUSED_SINCE = 2;
export const LEFT = 3;

/**
 * A server and the batch it has. In a stage with processor sharing and in a delay: a place for one finished element that
 * is held. Where services are interrupted: one service, of which no more than there are servers go on at a time.
 */
export class Server {
  readonly kind = 'server';
  readonly stage: Stage;
  readonly port: PortModel;
  readonly clock: number;
  state: ServerState = 'idle';
  /** Elements taken into this service. */
  batch = 0;
  /** Parcels that wait for room. */
  pending = 0;
  /** Per element of the batch: time of entry to the stage, of birth, tag, parcels that have not moved yet, whether it passed the filter. */
  readonly entered: Float64Array;
  readonly born: Float64Array;
  readonly tags: Float64Array;
  readonly owed: Int32Array;
  readonly passed: Uint8Array;
  /** Per element: first of the parcels that were routed before service (BBS1). */
  readonly routes: (Parcel | null)[] = [];
  /** Where services are interrupted: urgency of the batch, number of its start, and times. */
  level = 0;
  order = 0;
  readonly interrupted: Float64Array;

  constructor(stage: Stage, clock: number) {
    const { batchMax, preempts } = stage.model;
    this.stage = stage;
    this.port = stage.port;
    this.clock = clock;
    this.entered = new Float64Array(batchMax);
    this.born = new Float64Array(batchMax);
    this.tags = new Float64Array(batchMax);
    this.owed = new Int32Array(batchMax);
    this.passed = new Uint8Array(batchMax);
    this.interrupted = new Float64Array(preempts ? 4 : 0);
  }
}
