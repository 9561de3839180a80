/**
 * The answer with the best that is known of each number: where the method does not know a number exactly, a simulation of
 * the same drawing that knows it better takes its place (core/measures/best-known.ts). Every view shows this one answer.
 */
import { type BestKnown, bestKnown, type SimulatedNumber } from '../../../core/measures/best-known.ts';
import { growingStages } from '../../../core/measures/growing.ts';
import { STAGE_MEASURES, type StageMeasure } from '../../../core/measures/measure-rows.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import type { Verdict, VerdictCode } from '../../../core/measures/verdicts.ts';
import { exp } from '../../../core/numeric/elementary.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { FifoEstimate, SimulationResult, StageEstimate } from '../../../workers/simulate/contract.ts';
import type {
  FromSimulation,
  LinkFill,
  LinkFlow,
  SimulatedPart,
  SolveAnswer,
  StageAnswer,
} from '../../../workers/solve/contract.ts';
import { NOT_DETERMINED, openSpan } from '../../../workers/solve/determined.ts';
import { PRECISION_MEASURES } from '../../../workers/solve/exact-part/contract.ts';

type Simulated = Pick<
  SimulationResult,
  'stages' | 'network' | 'sinks' | 'groups' | 'fifos' | 'verdicts' | 'replications'
>;

/** What stands for a scenario that no method answers. */
const NOTHING: SolveAnswer = {
  ...{ kind: 'answer', method: 'auto', exact: false },
  ...{ stages: {}, links: [], network: {}, verdicts: [] },
};

/** `result`: of the same scenario as `answer`. */
export function bestAnswer(
  scenario: Scenario,
  answer: SolveAnswer | undefined,
  result: Simulated | undefined,
): SolveAnswer | undefined {
  if (!result || answer?.exact) return answer;
  const merge = new Merge(answer ?? NOTHING, result);
  return merge.answer(scenario);
}

/** Stages of a best answer with the occupancy distributions of the run wherever their means are simulated. */
export const withSimulatedLevels = (
  stages: SolveAnswer['stages'],
  simulated: Pick<SimulationResult, 'stages'> | undefined,
): SolveAnswer['stages'] =>
  Object.fromEntries(
    Object.entries(stages).map(([id, stage]) => {
      const levels = simulated?.stages[id]?.occupancyDistribution;
      if (!stage.simulated?.meanOccupancy || !levels) return [id, stage];
      return [id, { ...stage, occupancyDistribution: levels.map(({ mean }) => mean) }];
    }),
  );

/** Measures without a mean where the queue has no steady state. */
const OF_STEADY_STATE: readonly StageMeasure[] = [
  'meanOccupancy',
  'meanQueueLength',
  'meanSojournTime',
  'meanWaitingTime',
];

/** What follows from the balance of flows, whatever the distributions, where nothing is lost or held up. */
const OF_FLOWS: readonly StageMeasure[] = [
  'offeredRate',
  'arrivalRate',
  'throughput',
  'outputRate',
  'utilization',
];

/** Shares of time or of elements below this may well not be met in a run. */
const SELDOM = 1e-3;

/** So many half widths off, the flows of the method are contradicted by the simulation, and no chance difference. */
const CONTRADICTED = 3;

/** Servers that are busy for more of the time have no time left over. */
const ALWAYS_BUSY = 0.99;

/** Said of the drawing, whatever engine its numbers come from. */
const STAYS: ReadonlySet<VerdictCode> = new Set<VerdictCode>([
  NOT_DETERMINED,
  'can-lock',
  'no-exit',
  'stands-still',
  'undecided',
]);

class Merge {
  private readonly solved: SolveAnswer;
  private readonly result: Simulated;
  private readonly startShare: number;
  private readonly growing: ReadonlySet<NodeId>;
  private readonly keepsFlows: boolean;
  private apart: (NonNullable<SimulatedPart['apart']> & { readonly share: number }) | undefined;

  constructor(solved: SolveAnswer, result: Simulated) {
    this.solved = solved;
    this.result = result;
    this.startShare = shareOfStart(result.verdicts);
    this.growing = endlessStages(solved, result);
    this.keepsFlows = flowsAgree(solved, result);
  }

  answer(scenario: Scenario): SolveAnswer {
    const { solved, result } = this;
    const stages: Record<NodeId, StageAnswer> = { ...solved.stages };
    for (const [id, estimate] of Object.entries(result.stages))
      stages[id] = this.stage(scenario, id, estimate);
    if (!Object.values(stages).some(({ simulated }) => simulated)) return solved;
    const { halfWidth, halfTime, ...network } = this.network();
    const unstable = solved.kind === 'unstable' && Object.values(stages).some(({ saturated }) => saturated);
    const { unstable: overload, ...rest } = solved;
    const { share: _, ...apart } = this.apart ?? { share: 0 };
    return {
      ...rest,
      kind: unstable ? 'unstable' : 'answer',
      ...(unstable && overload && { unstable: overload }),
      stages,
      links: this.links(scenario),
      ...(solved.groups && { groups: this.groups(solved.groups) }),
      network,
      verdicts: this.verdicts(stages, unstable),
      simulated: {
        replications: result.replications,
        precision: widest(stages),
        ...(halfWidth !== undefined && { throughput: halfWidth }),
        ...(halfTime !== undefined && { meanSojournTime: halfTime }),
        ...('stage' in apart && { apart }),
      },
    };
  }

  /** What is said of the numbers that stand here: of a simulated stage by the simulation, of the others by the method. */
  private verdicts(stages: SolveAnswer['stages'], unstable: boolean): readonly Verdict[] {
    const isSimulated = (id: NodeId): boolean => stages[id]?.simulated?.meanOccupancy !== undefined;
    const isWhole = Object.entries(stages).every(([id, { exact }]) => exact || isSimulated(id));
    const stays = ({ code, stage }: Verdict): boolean => {
      if (code === 'saturated') return unstable;
      return STAYS.has(code) || !(stage === undefined ? isWhole : isSimulated(stage));
    };
    return [
      ...this.solved.verdicts.filter(stays),
      ...this.result.verdicts.filter(({ severity }) => severity === 'warning'),
    ];
  }

  /** All numbers of a stage come from one engine, so that they agree: from the one that knows its mean occupancy better. */
  private stage(scenario: Scenario, id: NodeId, estimate: StageEstimate): StageAnswer {
    const before = this.solved.stages[id] ?? modelless(estimate);
    const grows = this.growing.has(id);
    const mean = this.best(before, 'meanOccupancy', estimate, id);
    if (before.exact || !(grows || (mean?.halfWidth !== undefined && !openSpan(before, 'meanOccupancy'))))
      return before;
    const numbers: Partial<Record<StageMeasure, number>> = {};
    const simulated: Partial<Record<StageMeasure, FromSimulation>> = {};
    for (const measure of STAGE_MEASURES) {
      if (!estimate[measure] || (grows && OF_STEADY_STATE.includes(measure))) continue;
      if (this.keepsFlows && before[measure] !== undefined && OF_FLOWS.includes(measure)) continue;
      // Between what an open number lies is told whatever the engine; a simulation has it for the inputs as typed.
      if (openSpan(before, measure)) continue;
      const { mean, halfWidth, settled } = this.simulated(estimate[measure], id);
      const solved = meantIn(before, measure);
      if (!Number.isFinite(halfWidth) || (halfWidth === 0 && mean === solved)) continue;
      // That none of a seldom thing was seen does not make it never.
      if (mean === 0 && halfWidth === 0 && solved !== undefined && solved < SELDOM) continue;
      numbers[measure] = mean;
      const byChain = PRECISION_MEASURES.some((one) => one === measure && estimate.simulated?.[one]);
      simulated[measure] = {
        halfWidth,
        ...(solved !== undefined && { solved }),
        ...(byChain && { byChain }),
      };
      const best = this.best(before, measure, estimate, id);
      if (settled && best?.apart) this.noteApart(scenario, id, measure, best);
    }
    const kept = Object.entries(before.spans ?? {}).filter(([key]) => !(key in simulated));
    const { spans: _, doubtful: __, assumptions: ___, ...rest } = before;
    return {
      ...rest,
      // Simulated it went on growing: what the method has as its steady state is not to be relied on.
      ...((mean?.trust === 'doubtful' || (grows && !before.saturated)) && { doubtful: true }),
      ...numbers,
      ...(kept.length > 0 && { spans: Object.fromEntries(kept) }),
      saturated: before.saturated && grows,
      simulated,
    };
  }

  private best(
    stage: StageAnswer,
    measure: StageMeasure,
    { [measure]: known }: StageEstimate,
    id: NodeId,
  ): BestKnown | undefined {
    const value = meantIn(stage, measure);
    const trust = stage.exact ? 'exact' : stage.doubtful || stage.saturated ? 'doubtful' : 'approximate';
    return bestKnown(
      measure,
      value === undefined ? undefined : { value, trust },
      known && this.simulated(known, id),
    );
  }

  /** With what may still come from the empty start, which the spread of the replications does not show. */
  private simulated({ mean, halfWidth }: Estimate, id: NodeId): SimulatedNumber {
    const ofStart = this.startShare * Math.abs(mean);
    return {
      mean,
      halfWidth: halfWidth + ofStart,
      settled: !isLate(this.result, id) && this.startShare <= MOST_OF_START,
    };
  }

  private noteApart(scenario: Scenario, stage: NodeId, measure: StageMeasure, best: BestKnown): void {
    const { value, halfWidth = 0, solved = 0 } = best;
    const node = scenario.nodes.find(({ id }) => id === stage);
    const room = node?.kind === 'stage' && measure === 'meanOccupancy' ? node.capacity : undefined;
    const share = Math.abs(value - solved) / (room ?? Math.max(Math.abs(value), Math.abs(solved)));
    if (!SAID.includes(measure) || share <= (this.apart?.share ?? 0)) return;
    this.apart = { stage, measure, simulated: { mean: value, halfWidth }, solved, share };
  }

  /** `halfWidth`: of the throughput, `halfTime` of the mean time, where they are simulated. */
  private network(): SolveAnswer['network'] & { readonly halfWidth?: number; readonly halfTime?: number } {
    const { network } = this.solved;
    const { throughput, lossRate, meanSojournTime } = this.result.network;
    const grows = this.growing.size > 0;
    const settled = this.startShare <= MOST_OF_START;
    if (!settled && network.throughput !== undefined) return network;
    const { meanSojournTime: _, ...others } = network;
    const isFew = Object.keys(this.result.stages).some((id) => isLate(this.result, id));
    const keepsThroughput =
      network.throughput !== undefined && (this.keepsFlows || isFew || !throughput || !isSure(throughput));
    const time = grows ? undefined : (meanSojournTime?.mean ?? network.meanSojournTime);
    return {
      ...others,
      ...(throughput && !keepsThroughput && { throughput: throughput.mean, halfWidth: throughput.halfWidth }),
      ...(lossRate && { lossRate: lossRate.mean }),
      ...(time !== undefined && { meanSojournTime: time }),
      ...(!grows && meanSojournTime && { halfTime: meanSojournTime.halfWidth }),
    };
  }

  private groups(groups: NonNullable<SolveAnswer['groups']>): SolveAnswer['groups'] {
    return Object.fromEntries(
      Object.entries(groups).map(([id, group]) => {
        const known = this.result.groups?.[id]?.meanOccupancy;
        const solved = { value: group.meanOccupancy, trust: 'approximate' } as const;
        const best =
          known && !group.span ? bestKnown('meanOccupancy', solved, this.simulated(known, id)) : undefined;
        return [id, best?.halfWidth === undefined ? group : { ...group, meanOccupancy: best.value }];
      }),
    );
  }

  /** What leaves a stage by its only link, or comes to one by its only link, is what the stage counts. */
  private links(scenario: Scenario): readonly LinkFlow[] {
    if (this.keepsFlows && this.solved.links.length > 0) return this.solved.links;
    const { outgoing, incoming } = graphOf(scenario);
    const { sinks, stages } = this.result;
    const before = new Map(this.solved.links.map((flow) => [`${flow.from} ${flow.to}`, flow]));
    const fifos = new Map(this.result.fifos?.map((fifo) => [`${fifo.from} ${fifo.to}`, fifo]));
    return scenario.links.flatMap(({ from, to }): LinkFlow[] => {
      const fifo = fifos.get(`${from} ${to}`);
      if (fifo) {
        const { mean: rate, halfWidth } = fifo.arrivalRate;
        return [{ from, to, rate, receivedRate: rate, halfWidth, fill: fillOf(fifo) }];
      }
      const flow = before.get(`${from} ${to}`);
      const factor = flow && flow.rate > 0 ? flow.receivedRate / flow.rate : 1;
      const sent = outgoing.get(from)?.length === 1 ? stages[from]?.outputRate : undefined;
      if (sent && this.isBetterThan(flow, sent, from))
        return [
          {
            ...{ from, to, rate: sent.mean, receivedRate: sent.mean * factor },
            halfWidth: sent.halfWidth * factor,
          },
        ];
      const received =
        incoming.get(to)?.length === 1 ? (receivedBy(stages[to]) ?? sinks?.[to]?.throughput) : undefined;
      if (received && this.isBetterThan(flow, received, to)) {
        const { mean, halfWidth } = received;
        return [{ from, to, rate: mean / factor, receivedRate: mean, halfWidth }];
      }
      if (!flow) return [];
      const out = stages[from]?.outputRate;
      const scale = out && this.isBetterThan(flow, out, from) ? scaleOf(this.solved.stages[from], out) : 1;
      return [{ ...flow, rate: flow.rate * scale, receivedRate: flow.receivedRate * scale }];
    });
  }

  /** A first look that counted few elements is no better than a method; where there is none, it is all that is known. */
  private isBetterThan(flow: LinkFlow | undefined, rate: Estimate, id: NodeId): boolean {
    return flow === undefined || (isSure(rate) && !isLate(this.result, id));
  }
}

/** A simulated rate stands in the place of a method's only when it is known to this share of itself. */
const SURE = 0.1;
const isSure = ({ mean, halfWidth }: Estimate): boolean => halfWidth <= SURE * Math.abs(mean);

/** The run says itself that it was too short for this stage. */
const isLate = ({ verdicts }: Simulated, id: NodeId): boolean =>
  verdicts.some(
    ({ code, stage }) => stage === id && (code === 'warmup-too-short' || code === 'few-services'),
  );

/** What comes to a stage, that which it turns away included. */
function receivedBy(stage: StageEstimate | undefined): Estimate | undefined {
  if (!stage?.arrivalRate) return undefined;
  const { mean, halfWidth } = stage.arrivalRate;
  const lost = stage.lossRate;
  return { mean: mean + (lost?.mean ?? 0), halfWidth: halfWidth + (lost?.halfWidth ?? 0) };
}

/** Measures that a difference is told of, each of which says something of its own. */
const SAID: readonly StageMeasure[] = ['meanOccupancy', 'utilization', 'outputRate'];

const fillOf = ({ meanOccupancy, most, occupancyDistribution }: FifoEstimate): LinkFill => ({
  ...{ mean: meanOccupancy.mean, most },
  ...(occupancyDistribution && { distribution: occupancyDistribution.map(({ mean }) => mean) }),
});

/** What the sender lets out, over what the method says: each of several links has its share of it. */
const scaleOf = (solved: StageAnswer | undefined, simulated: Estimate): number =>
  solved?.outputRate ? simulated.mean / solved.outputRate : 1;

/** More than this share of a mean may come from the empty start: the run has not settled. */
const MOST_OF_START = 0.2;

/** Share of a mean that the start may still make up in a run that was too short for its slowest stage. */
function shareOfStart(verdicts: readonly Verdict[]): number {
  const shares = verdicts.map(({ code, facts }) => {
    if (code !== 'short-run') return 0;
    const { relaxation, observed, warmup } = facts;
    return Number.isFinite(relaxation) ? (exp(-warmup / relaxation) * relaxation) / observed : 1;
  });
  return Math.max(0, ...shares);
}

/** Queues that go on growing: as was seen, or by their balance where their servers were never idle. */
function endlessStages(
  { stages: solved }: SolveAnswer,
  { stages, verdicts }: Simulated,
): ReadonlySet<NodeId> {
  const full = Object.entries(stages).flatMap(([id, { utilization, fullProbability }]) =>
    solved[id]?.saturated && fullProbability === undefined && (utilization?.mean ?? 0) >= ALWAYS_BUSY
      ? [id]
      : [],
  );
  return new Set([...growingStages(verdicts), ...full]);
}

/** Is every flow of the method what was simulated, but for chance? What a run is too short to tell contradicts nothing. */
const flowsAgree = ({ stages: solved, kind }: SolveAnswer, result: Simulated): boolean =>
  kind === 'answer' &&
  Object.entries(result.stages).every(([id, { throughput, outputRate }]) =>
    [[solved[id]?.throughput, throughput] as const, [solved[id]?.outputRate, outputRate] as const].every(
      ([method, known]) =>
        method === undefined ||
        !known ||
        !isSure(known) ||
        isLate(result, id) ||
        Math.abs(method - known.mean) <= CONTRADICTED * known.halfWidth,
    ),
  );

/** A mean of a queue that the method takes for growing is none. */
const meantIn = (stage: StageAnswer, measure: StageMeasure): number | undefined =>
  stage.saturated && OF_STEADY_STATE.includes(measure) ? undefined : stage[measure];

/** The model of a stage that no method answers. */
export const SIMULATED_ALONE = 'simulation';

/** A stage that no method answers. */
const modelless = ({ utilization }: StageEstimate): StageAnswer => ({
  ...{ model: SIMULATED_ALONE, exact: false, saturated: false },
  loadPerServer: utilization?.mean ?? 0,
});

function widest(stages: SolveAnswer['stages']): number {
  const shares = Object.values(stages).map(({ simulated, meanOccupancy = 0 }) =>
    simulated?.meanOccupancy && meanOccupancy > 0 ? simulated.meanOccupancy.halfWidth / meanOccupancy : 0,
  );
  return Math.max(0, ...shares);
}
