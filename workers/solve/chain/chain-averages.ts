/** Long-run averages of a chain, from the probabilities of its states. */
import type { ChainStage } from './chain-model.ts';
import type { ExploredChain } from './explore-chain.ts';
import type { Place, WorkingState } from './working-state.ts';

/** Means of one class at one stage; rates in 1/s, native units. */
export interface ClassAverages {
  /** Mean servers that serve it. */
  serving: number;
  /** Mean elements in the stage, and waiting. */
  occupancy: number;
  waiting: number;
  /** Elements served per second. */
  served: number;
  /** Elements lost per second. */
  lost: number;
}

export interface StageAverages {
  /** P[n], n = 0 .. capacity. */
  readonly occupancy: Float64Array;
  /** Mean servers that have a batch but cannot serve it or let it go. */
  held: number;
  readonly classes: readonly ClassAverages[];
}

export interface ChainAverages {
  readonly stages: readonly StageAverages[];
  /** Elements per second of each source, overdrives behind; less than its rate where it is blocked. */
  readonly emitted: Float64Array;
  /** P[n] of the elements in a group of stages, n = 0, 1, ... */
  readonly groups: readonly Float64Array[];
  /** Mean tasks that wait, by join, of its first branch. */
  readonly joined: Float64Array;
}

/** How often a cut stage is so full that nothing more comes in from outside. */
export function edgeMass({ capacity, closedPlaces }: ChainStage, { occupancy }: StageAverages): number {
  return occupancy.subarray(capacity - closedPlaces).reduce((sum, p) => sum + p, 0);
}

/** `pi[i]` is the probability of state `members[i]`; all other states have none. `groups`: stages of each. */
export function chainAverages(
  chain: ExploredChain,
  members: Int32Array,
  pi: Float64Array,
  groups: readonly (readonly number[])[] = [],
): ChainAverages {
  const { working, rows, lossRates, model } = chain;
  const { places, layout, cell } = working;
  const stages = places.map(
    ({ stage }): StageAverages => ({
      occupancy: new Float64Array(stage.capacity + 1),
      held: 0,
      classes: model.classes.map(() => ({ serving: 0, occupancy: 0, waiting: 0, served: 0, lost: 0 })),
    }),
  );
  const emitted = new Float64Array(model.sources.length);
  const joined = new Float64Array(model.joins.length);
  const groupLevels = groups.map(
    (group) => new Float64Array(1 + group.reduce((sum, stage) => sum + places[stage]!.stage.capacity, 0)),
  );
  members.forEach((state, i) => {
    const p = pi[i]!;
    working.load(rows, state * layout.width);
    for (const place of places) addStage(stages, working, place, p);
    for (let k = 0; k < working.lost.length; k++) {
      const lost = lossRates[state * working.lost.length + k]!;
      if (lost > 0)
        stages[Math.floor(k / layout.classCount)]!.classes[k % layout.classCount]!.lost += p * lost;
    }
    for (let source = 0; source < emitted.length; source++) emitted[source]! += p * emission(working, source);
    for (let join = 0; join < joined.length; join++) joined[join]! += p * cell[layout.joinAt[join]!]!;
    groups.forEach((group, g) => {
      groupLevels[g]![group.reduce((sum, stage) => sum + cell[places[stage]!.occupancyAt]!, 0)]! += p;
    });
  });
  return { stages, emitted, groups: groupLevels, joined };
}

function addStage(stages: readonly StageAverages[], working: WorkingState, place: Place, p: number): void {
  const { cell } = working;
  const sums = stages[place.index]!;
  sums.occupancy[cell[place.occupancyAt]!]! += p;
  sums.held += p * working.held(place);
  addWaiting(sums, working, place, p);
  if (place.isSingle) {
    if (cell[place.servingAt]! > 0) addServers(sums, working, place, { kind: cell[place.servingAt]! - 1, p });
  } else if (cell[place.busyAt]! > 0) {
    for (let kind = 0; kind < place.kinds; kind++) {
      const servers = cell[place.servingAt + kind]!;
      if (servers > 0) addServers(sums, working, place, { kind, p: p * servers });
    }
  }
  for (let i = 0; i < cell[place.queuedAt]!; i++) {
    const entry = working.entry(place, cell[place.lineAt + i]!);
    if (entry.sender >= stages.length) continue;
    const sender = stages[entry.sender]!.classes[entry.was]!;
    sender.occupancy += p * working.heldElements(place, entry);
    // Batches that ask for places have left the line of their stage, but still wait (BBS1).
    if (place.stage.reserves) sender.waiting += p * entry.size;
  }
  if (place.stage.forks && working.owing(place.index) > 0) sums.classes[place.classes[0]!]!.occupancy += p;
}

function addWaiting(sums: StageAverages, { cell }: WorkingState, place: Place, p: number): void {
  const add = (k: number, count: number): void => {
    sums.classes[k]!.waiting += p * count;
    sums.classes[k]!.occupancy += p * count;
  };
  if (place.isSequence) {
    for (let i = 0; i < cell[place.lengthAt]!; i++) add(cell[place.waitingAt + i]! - 1, 1);
  } else {
    for (let i = 0; i < place.classes.length; i++) add(place.classes[i]!, cell[place.waitingAt + i]!);
  }
}

/** `p`: probability times services of this kind. */
function addServers(
  sums: StageAverages,
  working: WorkingState,
  place: Place,
  { kind, p }: { readonly kind: number; readonly p: number },
): void {
  const { jobClass, size, phase } = place.serverKinds[kind]!;
  const of = sums.classes[jobClass]!;
  of.serving += p * working.serverShare(place);
  of.occupancy += p * size;
  of.served += p * working.pace(place, kind) * size * place.stage.visits[jobClass]!.service.ends[phase]!;
}

function emission(working: WorkingState, index: number): number {
  const { model, layout } = working;
  const { arrivals, batchSize } = model.sources[index]!;
  if (working.owing(model.stages.length + index) > 0) return 0;
  const phaseAt = layout.phaseAt[index]!;
  let rate = 0;
  for (const move of arrivals.moves[phaseAt < 0 ? 0 : working.cell[phaseAt]!]!)
    if (move.arrives) rate += move.rate;
  return rate * batchSize;
}
