/**
 * Somebody who looks on while a replication runs, such as an animation: see `state.watch`. What
 * each stage holds at the moment is in `state.stages[i]`, in the order of `state.model.stages`: `occupancy` (elements
 * in the stage), `waiting`, `busy` (servers that serve) and `held` (servers whose elements cannot move). They may be
 * read whenever the engine is not inside `advance`.
 */
import type { NodeId } from '../../core/scenario/scenario.ts';

export interface EngineWatcher {
  /**
   * One element enters a stage, comes to a join, or leaves at a sink. `from` is the stage, delay or source that it comes
   * from (routers, forks and joins in between take no time), `jobClass` an index into the classes of the model.
   */
  moved(from: NodeId, to: NodeId, jobClass: number): void;
}
