/** Long-run averages of a chain, from the probabilities of its states. */
import type { ExploredChain } from './explore-chain.ts';
import type { Place, WorkingState } from './working-state.ts';

/** Of one stage; rates in 1/s, native units. */
export interface StageAverages {
  /** P[n], n = 0 .. capacity. */
  readonly occupancy: Float64Array;
  /** Mean servers that serve. */
  serving: number;
  /** Mean servers that have a batch but cannot serve it or let it go. */
  held: number;
  /** Mean elements waiting. */
  waiting: number;
  /** Elements served per second. */
  served: number;
  /** Elements lost per second. */
  lost: number;
}

export interface ChainAverages {
  readonly stages: readonly StageAverages[];
  /** Elements per second of each source, overdrives behind; less than its rate where it is blocked. */
  readonly emitted: Float64Array;
}

/** `pi[i]` is the probability of state `members[i]`; all other states have none. */
export function chainAverages(chain: ExploredChain, members: Int32Array, pi: Float64Array): ChainAverages {
  const { working, rows, lossRates } = chain;
  const stages = working.places.map(({ stage }): StageAverages => {
    const occupancy = new Float64Array(stage.capacity + 1);
    return { occupancy, serving: 0, held: 0, waiting: 0, served: 0, lost: 0 };
  });
  const emitted = new Float64Array(chain.model.sources.length);
  members.forEach((state, i) => {
    const p = pi[i]!;
    working.load(rows, state * working.layout.width);
    for (const place of working.places) {
      addStage(stages[place.index]!, working, place, p);
      stages[place.index]!.lost += p * lossRates[state * stages.length + place.index]!;
    }
    for (const place of working.places) if (place.stage.reserves) addClaimed(stages, working, place, p);
    for (let source = 0; source < emitted.length; source++) emitted[source]! += p * emission(working, source);
  });
  return { stages, emitted };
}

function addStage(sums: StageAverages, working: WorkingState, place: Place, p: number): void {
  const { cell } = working;
  sums.occupancy[cell[place.occupancyAt]!]! += p;
  sums.serving += p * cell[place.busyAt]!;
  sums.held += p * working.held(place);
  sums.waiting += p * cell[place.waitingAt]!;
  if (cell[place.busyAt] === 0) return;
  if (place.isSingle) {
    sums.served += p * servedPerSecond(place, cell[place.servingAt]! - 1);
    return;
  }
  for (let kind = 0; kind < place.kinds; kind++) {
    const servers = cell[place.servingAt + kind]!;
    if (servers > 0) sums.served += p * servers * servedPerSecond(place, kind);
  }
}

function servedPerSecond(place: Place, kind: number): number {
  const { size, phase } = place.serverKinds[kind]!;
  return size * place.stage.service.ends[phase]!;
}

/** Batches that ask for places have left the line of their stage, but still wait (BBS1). */
function addClaimed(stages: readonly StageAverages[], working: WorkingState, place: Place, p: number): void {
  for (let i = 0; i < working.cell[place.queuedAt]!; i++) {
    const { sender, size } = working.entry(place, working.cell[place.lineAt + i]!);
    if (sender < stages.length) stages[sender]!.waiting += p * size;
  }
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
