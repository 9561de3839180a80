/**
 * The posterior from incomplete traces (Sutton & Jordan 2009): what is asked, how chains run, and what comes back. Plain
 * data; times in s.
 */
import type { Result } from '../../core/base/result.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { WhatIfCase } from '../../core/study/what-if.ts';
import type { TaskTable } from '../measure/contract.ts';

/** Families of distributions of service that a chain can estimate. */
export const DISTRIBUTION_FAMILIES = [
  ...(['exponential', 'gamma', 'lognormal', 'mixture'] as const),
  ...(['pareto', 'discrete'] as const),
] as const;
export type DistributionFamily = (typeof DISTRIBUTION_FAMILIES)[number];

/** Whether exponential services are a case of the family: then it explains all that they explain. */
export const HAS_EXPONENTIAL = {
  exponential: true,
  gamma: true,
  lognormal: false,
  mixture: true,
  pareto: false,
  discrete: false,
} as const satisfies Record<DistributionFamily, boolean>;

/** The chains agree when no R-hat is above. */
export const MOST_R_HAT = 1.1;

/** A queue has no more: the sampler has room for so many clear times. */
export const MOST_SERVERS = 4096;

/** A queue of the network, as the tasks name it. */
export interface QueueOfTasks {
  readonly id: string;
  /** The stage of the scenario that it feeds. */
  readonly stage?: NodeId;
  /** K, default 1. */
  readonly servers?: number;
  /** Default FCFS. Random selection takes one server. */
  readonly discipline?: string;
  /** Default: that of the request. */
  readonly family?: DistributionFamily;
  /**
   * How likely tasks choose it, against the other queues of its state, where that is known (of a balancer that deals evenly:
   * 1 each) of all of these. Default: not known, to be estimated.
   */
  readonly weight?: number;
}

export interface PosteriorRequest {
  readonly tasks: TaskTable;
  /** What is known of the queues; the others have one server, first come first served. */
  readonly queues?: readonly QueueOfTasks[];
  /** `queues` are all that there may be: another one in the table is a fault. */
  readonly onlyThese?: boolean;
  /** Default exponential. */
  readonly family?: DistributionFamily;
  /** Components of a mixture of exponentials, 2 to 8; default 4. */
  readonly components?: number;
  /** Stretches of time for which the answers are told apart, 1 to 100; default 12. */
  readonly windows?: number;
  /** Sweeps of each chain in a round, after which it is looked whether the chains agree; default 125. */
  readonly sweeps?: number;
  /** Independent chains from starts apart, 4 or more; default 4. */
  readonly chains?: number;
}

/** What a prior is worth: so many observations of that mean. */
export interface PriorWeight {
  readonly observations: number;
  /** s. */
  readonly mean: number;
}

/** What visits that were seen say of the services of a queue before any chain runs. */
export interface SeenServices {
  /** The shortest that was seen, s: all bounds are above, and the least of them is hardly longer than the least service. */
  readonly least: number;
  /** Times that so many visits have alike that services have few values, the shortest first; empty where they do not. */
  readonly values: readonly number[];
  /** Standard deviation of ln s at these values. */
  readonly width: number;
}

export interface ProblemQueue {
  readonly id: string;
  readonly stage?: NodeId;
  readonly servers: number;
  readonly discipline: 'FCFS' | 'RSS';
  readonly family: DistributionFamily;
  readonly prior: PriorWeight;
  /** Absent where visits that were seen say nothing of how long one service took. */
  readonly seen?: SeenServices;
}

/** The ways through the network that tasks take: for each step the number of its state. */
export interface TaskPath {
  readonly states: readonly number[];
  /** Tasks that were seen to take it. */
  readonly count: number;
}

/** Tasks and network, checked, as a chain wants them. The number of a queue is its place in `queues` plus 1; 0 are the entries. */
export interface PosteriorProblem {
  readonly queues: readonly ProblemQueue[];
  /** Names of the states, and the numbers of the queues that each may choose. */
  readonly states: readonly string[];
  readonly choices: readonly Int32Array[];
  /** How likely each of them is; null where that is to be estimated. */
  readonly shares: readonly (Float64Array | null)[];
  readonly paths: readonly TaskPath[];
  /** Path of each task in the order of entry, -1 where not known. */
  readonly pathOf: Int32Array;
  /**
   * Where the departures of each task begin in `departure`; one more than tasks. Empty where the path is not known.
   */
  readonly first: Int32Array;
  /** Departure of each step, the entry first; NaN where it was not observed. */
  readonly departure: Float64Array;
  /** Queue of each step; 0 for the entry, -1 where it was not observed. */
  readonly queue: Int32Array;
  /** Entry of each task; NaN where it was not observed. */
  readonly entry: Float64Array;
  /** When the first gap between entries begins. */
  readonly start: number;
  /** Prior of the gaps between entries. */
  readonly gap: PriorWeight;
  readonly components: number;
  readonly windows: number;
  readonly sweeps: number;
  readonly chains: number;
  /** Mean response per step of the observed tasks. */
  readonly meanResponse: number;
  readonly observedTasks: number;
  readonly warnings: readonly string[];
  /** No ordinal tells whether all tasks that entered are there. */
  readonly isUncounted?: boolean;
  /** Absent where the model was not held against tasks that chains do not see. */
  readonly check?: ModelCheck;
}

/** Where a chain stands, to go on from. */
export interface ChainEnd {
  readonly pathOf: Int32Array;
  readonly departure: Float64Array;
  /** -1 where a task of unknown path has a place without a step. */
  readonly queue: Int32Array;
  /** As `ServiceDistributions.parameters`. */
  readonly parameters: Float64Array;
  readonly sweeps: number;
}

/** What one chain has drawn in one round. Rows of columns: `means[row * columns + column]`. */
export interface ChainRecord {
  readonly chain: number;
  readonly sweeps: number;
  readonly rows: number;
  /** Per queue: mean and scv of its distribution, mean service and mean waiting of its tasks: 4 columns each. */
  readonly queues: Float64Array;
  /** Per queue the parameters of its distribution, 16 columns each. */
  readonly distributions: Float64Array;
  /** Per window the number of tasks that entered in it, then per queue the sums of waiting and of service of these. */
  readonly windows: Float64Array;
  /** Per queue the waiting and the service of the slowest 1 % of the tasks, in a mean one of them. */
  readonly slow: Float64Array;
  /** Per path how many tasks took it. */
  readonly paths: Int32Array;
  /** Shares of the proposals that were accepted. */
  readonly rerouted: number;
  readonly swapped: number;
  readonly redrawn: number;
  readonly updates: number;
  readonly seconds: number;
  readonly end: ChainEnd;
}

/** Told at most ten times a second. */
export interface ChainProgress {
  readonly chain: number;
  readonly sweep: number;
  readonly sweeps: number;
  /** Mean service of each queue's distribution now, s. */
  readonly means: Float64Array;
}

/** No start of the chain was found that the observations allow. */
export interface ChainRefusal {
  readonly refused: string;
}

/** A posterior mean with its 95 % interval, whose ends are NaN where the model does not explain held-out tasks. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Do the chains agree? */
export interface Convergence {
  /** What it is of, such as `mean service of WEB2`. */
  readonly what: string;
  /** Id of the queue that it is of; absent where it is of a path. */
  readonly queue?: string;
  /** Split R-hat (Gelman et al. 2013): 1 when the chains agree. */
  readonly rHat: number;
  /** Effective sample size over all chains. */
  readonly effectiveSize: number;
}

export interface QueuePosterior {
  readonly id: string;
  readonly stage?: NodeId;
  readonly servers: number;
  readonly discipline: 'FCFS' | 'RSS';
  readonly family: DistributionFamily;
  /** Mean of the service distribution, s. */
  readonly meanService: Interval;
  readonly scv: Interval;
  /** Mean service time of the tasks in the trace, s. */
  readonly serviceTime: Interval;
  readonly waitingTime: Interval;
  /** Probability that its tasks waited longer than they were served. */
  readonly waitsMore: number;
  readonly moreServers: 'help' | 'no help' | 'not known';
  /** Mean parameters of the distribution, as far as the family has them: of a mixture the weights and the mean times. */
  readonly weights?: readonly number[];
  readonly means?: readonly number[];
  /** Up to 200 joint draws of mean and scv, the same draw at the same place in all queues. */
  readonly draws: { readonly mean: Float64Array; readonly scv: Float64Array };
}

/** A way through the network, and how many tasks took it. */
export interface PathPosterior {
  /** Names, in the order of the steps. */
  readonly states: readonly string[];
  /** Tasks that were seen to take it. */
  readonly observed: number;
  /** Share of all tasks, 0..1. */
  readonly share: Interval;
}

export interface ShareOfTime {
  /** State or queue. */
  readonly name: string;
  /** Shares of a task's time in the network, 0..1. */
  readonly waiting: Interval;
  readonly service: Interval;
}

export interface WindowPosterior {
  /** Tasks that entered from..to; s from the origin of the measurement. */
  readonly from: number;
  readonly to: number;
  readonly tasks: number;
  readonly states: readonly ShareOfTime[];
  readonly queues: readonly ShareOfTime[];
  /** The state in which tasks most probably waited longest, and that probability; absent where nobody waited. */
  readonly bottleneck?: { readonly state: string; readonly probability: number };
}

/** Rows of a chain, for the picture of its traces. */
export interface ChainTrace {
  readonly chain: number;
  /** Mean service by queue and row: `means[row * queues + queue]`; the first `dropped` rows are not used. */
  readonly means: Float64Array;
  readonly rows: number;
  readonly dropped: number;
}

/** How the visits of one state that chains did not see lie among what they draw for them. */
export interface StateCheck {
  readonly state: string;
  readonly visits: number;
  /** How many truths have which rank among the draws, from the lowest: alike where the model is right. */
  readonly ranks?: readonly number[];
  /** Probability of ranks as uneven as these or more, were the model right (χ²). */
  readonly probability?: number;
  readonly fits: 'yes' | 'no' | 'not known';
}

/** Whether the services of the visits to one queue that were seen are distributed as the model has them. */
export interface ServiceCheck {
  readonly queue: string;
  readonly visits: number;
  /** Probability of services as far from the distribution as these, were it right; absent where the data tell nothing of it. */
  readonly shape?: number;
  /** Probability of services as like those shortly before, or as unlike, were they independent. */
  readonly row?: number;
  /** Other families with which what was seen is not rare either; where the family was chosen and there are some. */
  readonly alike?: readonly DistributionFamily[];
  /** What is not as the model has it. */
  readonly fails?: 'shape' | 'row';
  readonly fits: 'yes' | 'no' | 'not known';
}

/** How often visits to one queue that were seen overtook each other, against the model where it serves the same arrivals anew. */
export interface OrderCheck {
  readonly queue: string;
  readonly overtakings: number;
  /** Mean and standard deviation over the replicates. */
  readonly expected: number;
  readonly deviation: number;
  readonly fits: boolean;
}

/** The model against observed tasks that were hidden from the chains. */
export interface ModelCheck {
  /** So many. */
  readonly tasks: number;
  /** The families were chosen by the services of visits that were seen. */
  readonly chosen: boolean;
  readonly states: readonly StateCheck[];
  readonly services: readonly ServiceCheck[];
  readonly orders: readonly OrderCheck[];
}

interface PosteriorRun {
  /** All that were looked at, the worst first. */
  readonly convergence: readonly Convergence[];
  readonly traces: readonly ChainTrace[];
  /** Ids in the order of the columns of the traces. */
  readonly queueIds: readonly string[];
  readonly chains: number;
  readonly sweeps: number;
  readonly tasks: number;
  readonly observedTasks: number;
  readonly events: number;
  readonly warnings: readonly string[];
  /** No ordinal tells whether all tasks that entered are there. */
  readonly isUncounted?: boolean;
}

export interface PosteriorAnswer extends PosteriorRun {
  readonly kind: 'answer';
  readonly queues: readonly QueuePosterior[];
  /** The commonest first. */
  readonly paths: readonly PathPosterior[];
  /** The whole trace. */
  readonly whole: WindowPosterior;
  readonly windows: readonly WindowPosterior[];
  /** Absent where the model was not checked. */
  readonly check?: ModelCheck;
  /** What the slowest 1 % of the tasks met, as shares of their time. */
  readonly slowest: readonly ShareOfTime[];
  readonly sentences: readonly string[];
}

/** The chains do not agree: there is nothing to answer yet, only what they did. */
export interface NotConverged extends PosteriorRun {
  readonly kind: 'notConverged';
  readonly message: string;
}

export type PosteriorReport = PosteriorAnswer | NotConverged;

/** What one chain draws of what would be: figures of `WHAT_IF_FIGURES` by draw, case (as it is comes first) and scope. */
export interface WhatIfDraws {
  readonly chain: number;
  readonly draws: number;
  readonly cases: number;
  readonly figures: Float64Array;
}

/** Figures of the response times of tasks, in the order in which draws hold them. */
export const WHAT_IF_FIGURES = ['mean', 'p50', 'p95', 'p99'] as const;
export type WhatIfFigure = (typeof WHAT_IF_FIGURES)[number];

/** Whose response times: the tasks of the trace, served anew, or those of a long run of the changed network. */
export const WHAT_IF_SCOPES = ['these', 'longRun'] as const;
export type WhatIfScope = (typeof WHAT_IF_SCOPES)[number];

/** Median and 95 % interval over the draws, whose ends are NaN where they are withheld; ∞ where there is no steady state. */
export interface WhatIfSpread {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

export interface WhatIfRow {
  /** None: as it is. */
  readonly changes: WhatIfCase;
  readonly words: string;
  /** Responses, s. */
  readonly these: Readonly<Record<WhatIfFigure, WhatIfSpread>>;
  readonly longRun: Readonly<Record<WhatIfFigure, WhatIfSpread>>;
  /** What the 95th percentile of these tasks loses by it, s; in each draw against the same tasks as they are. */
  readonly saved: WhatIfSpread;
  /** Probability that there is no steady state in the long run. */
  readonly unstable: number;
}

export interface WhatIfAnswer {
  readonly rows: readonly WhatIfRow[];
  readonly draws: number;
  readonly sentences: readonly string[];
}

/** Queues and states as the sampler numbers them. */
export type NumberedNetwork = Pick<PosteriorProblem, 'queues' | 'states' | 'choices'>;

/** Where the queues feed stages, and which queues each state may choose. */
export interface PlacedNetwork {
  readonly queues: readonly Pick<QueuePosterior, 'id' | 'stage'>[];
  readonly states: readonly { readonly name: string; readonly queues: readonly string[] }[];
}

/** A scenario with estimated distributions on its stages. */
export interface AppliedPosterior {
  readonly scenario: Scenario;
  /** Ids of the stages that were changed. */
  readonly applied: readonly string[];
  /** Why others were not: a sentence each. */
  readonly left: readonly string[];
}

/** Worker interface: one chain a call, so that a pool shares them. */
export interface PosteriorService {
  /** The faults in words, when there are some. */
  compile(request: PosteriorRequest): Result<PosteriorProblem, readonly string[]>;
  /** One round of a chain, from its start or from where it stood. Rejects with an AbortError when cancelled. */
  run(
    problem: PosteriorProblem,
    chain: number,
    seed: number,
    onProgress: (progress: ChainProgress) => void,
    from?: ChainEnd,
  ): Promise<ChainRecord | ChainRefusal>;
  /** The problem with what tasks say of it that the chains do not see; `choose`: with the families that explain them best. */
  check(
    problem: PosteriorProblem,
    seed: number,
    choose: boolean,
    onChecked: (done: number, of: number) => void,
  ): PosteriorProblem | ChainRefusal;
  /** Rounds of all chains so far. */
  summarize(problem: PosteriorProblem, records: readonly ChainRecord[]): PosteriorReport;
  /** What one chain, gone on from where it stands, says of what would be. Rejects with an AbortError when cancelled. */
  whatIf(
    problem: PosteriorProblem,
    chain: number,
    seed: number,
    from: ChainEnd,
    cases: readonly WhatIfCase[],
    onProgress: (progress: ChainProgress) => void,
  ): Promise<WhatIfDraws | ChainRefusal>;
  summarizeWhatIf(
    problem: PosteriorProblem,
    cases: readonly WhatIfCase[],
    draws: readonly WhatIfDraws[],
  ): WhatIfAnswer;
  /** The scenario with the posterior's distributions: their means, or one of its joint draws (0, 1, ...). */
  apply(scenario: Scenario, answer: Pick<PosteriorAnswer, 'queues'>, draw?: number): AppliedPosterior;
  /** The scenario with what was asked, where its stages are fed by the queues. */
  applyWhatIf(
    scenario: Scenario,
    network: NumberedNetwork,
    queues: PlacedNetwork['queues'],
    changes: WhatIfCase,
  ): AppliedPosterior;
  /** Stops the chains that are under way. */
  cancel(): void;
}
