/**
 * Deadlocks: stages that wait for each other so that none will ever let an element go (SPEC.md, D1, D2). A stage is
 * alive when some element will leave it without help: a server serves, a batch timer runs, a unit of a shared resource
 * is due to it (services end, so units come back), an element with a promised place is on its way to it, or one of its
 * held servers waits for living stages only. Who waits for a stage that is not alive waits for ever.
 */
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { Parcel } from './parcel.ts';
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';

/** The answer that names the deadlock, or nothing while everything that waits can still hope. Leaves its cost in `state.searchCost`. */
export function findDeadlock(state: SimulationState): NoAnswer | undefined {
  state.searchCost = 0;
  const alive = new Set(state.stages.filter((stage) => movesOn(state, stage)));
  for (const stage of expectedArrivals(state)) alive.add(stage);
  const isDead = (stage: Stage): boolean => stage.firstParcel !== null && !alive.has(stage);
  if (!state.stages.some(isDead)) return undefined;
  const waits = waitsOf(state, alive);
  for (let size = -1; size !== alive.size; ) {
    size = alive.size;
    for (const [server, parcels] of waits)
      if (!alive.has(server.stage) && canMove(state, server, parcels, alive)) alive.add(server.stage);
  }
  const dead = state.stages.find(isDead);
  return dead && describe(state, dead, waits, alive);
}

/** Each held server and the parcels that keep it; without those of living stages, which can be very many. */
function waitsOf(state: SimulationState, alive: ReadonlySet<Stage>): Map<Server, Parcel[]> {
  const waits = new Map<Server, Parcel[]>();
  for (const stage of state.stages) {
    for (let parcel = stage.firstParcel; parcel !== null; parcel = parcel.nextInLine) {
      state.searchCost++;
      const { sender } = parcel;
      if (sender.kind !== 'server' || alive.has(sender.stage)) continue;
      const parcels = waits.get(sender);
      if (parcels) parcels.push(parcel);
      else waits.set(sender, [parcel]);
    }
  }
  return waits;
}

function movesOn(state: SimulationState, stage: Stage): boolean {
  const { flushClock } = stage;
  const timerRuns = flushClock >= 0 && state.calendar.time[flushClock]! < Number.POSITIVE_INFINITY;
  return stage.busy > 0 || stage.requests > 0 || timerRuns;
}

/** Stages that a service under way, or one that waits for a unit only, has been promised a place in. */
function* expectedArrivals(state: SimulationState): Generator<Stage> {
  for (const stage of state.stages) {
    if (!stage.asksFirst) continue;
    for (const server of stage.servers) {
      const waitsForUnit = server.state === 'claimed' && server.pending === 0;
      if (server.state !== 'serving' && !waitsForUnit) continue;
      for (let element = 0; element < server.batch; element++) {
        for (let route = server.routes[element] ?? null; route !== null; route = route.nextRoute) {
          const target = state.stages[route.target];
          if (target && route.promised > 0) yield target;
        }
      }
    }
  }
}

/** Will some element leave this held server once the living stages have made room? */
function canMove(
  state: SimulationState,
  server: Server,
  parcels: readonly Parcel[],
  alive: ReadonlySet<Stage>,
): boolean {
  const hopes = (parcel: Parcel): boolean => alive.has(state.stages[parcel.target]!);
  // Before service all places are needed; after it one element with all its copies is enough.
  if (server.state === 'claimed') return parcels.every(hopes);
  const elements = new Set(parcels.map((parcel) => parcel.element));
  return [...elements].some((element) =>
    parcels.every((parcel) => parcel.element !== element || hopes(parcel)),
  );
}

/** Where the jobs of a closed class are when nothing happens any more (E6). */
export function findStandstill(state: SimulationState): NoAnswer | undefined {
  const { model, stages, now } = state;
  const isClosed = model.classes.some(({ population }) => population > 0);
  const holders = isClosed ? stages.filter(({ occupancy }) => occupancy > 0) : [];
  if (holders.length === 0) return undefined;
  const held = holders.map((stage) => ({ count: stage.occupancy, name: stage.model.id }));
  return noAnswer('standstill', { at: now, held }, holders[0]!.model.id);
}

function describe(
  state: SimulationState,
  first: Stage,
  waits: ReadonlyMap<Server, readonly Parcel[]>,
  alive: ReadonlySet<Stage>,
): NoAnswer {
  const path: Stage[] = [];
  let at: Stage | undefined = first;
  while (at && !path.includes(at)) {
    path.push(at);
    at = deadTargetOf(state, at, waits, alive);
  }
  if (!at) {
    const { id } = path.at(-1)!.model;
    return noAnswer('groupNeverFits', { name: id, at: state.now }, id);
  }
  const circle = path.slice(path.indexOf(at)).map((stage) => stage.model.id);
  return noAnswer('deadlock', { circle, at: state.now }, at.model.id);
}

/** A stage without hope that this one waits for. */
function deadTargetOf(
  state: SimulationState,
  stage: Stage,
  waits: ReadonlyMap<Server, readonly Parcel[]>,
  alive: ReadonlySet<Stage>,
): Stage | undefined {
  for (const server of stage.servers) {
    for (const parcel of waits.get(server) ?? []) {
      const target = state.stages[parcel.target]!;
      if (!alive.has(target)) return target;
    }
  }
  return undefined;
}
