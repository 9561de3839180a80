/** What the page and the command line ask of a solver, and what comes back. Plain data: it crosses to a worker as it is. */

import type { StageMeasure } from '../../core/measures/measure-rows.ts';
import type {
  Estimate,
  NetworkMeasures,
  StageMeasures,
  TimePercentiles,
} from '../../core/measures/measures.ts';
import type { MethodName } from '../../core/measures/methods.ts';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { Assumption, InputDoubt, MethodChoice, Verdict } from '../../core/measures/verdicts.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';

/** Station models, each stage alone. */
export type FormulaMethod = 'auto' | 'mm1' | 'mm1k' | 'mmc' | 'mmck';
/** Formulas, stage by stage; qna hands the variability of streams from stage to stage. */
export type StagewiseMethod = FormulaMethod | 'qna';
/** Algorithms for networks with closed populations. */
export type ClosedMethod = 'mva' | 'convolution' | 'linearizer' | 'schweitzer';

export interface StageAnswer extends StageMeasures<number> {
  /** Kendall name of the model that gave it, such as `M/M/1/K`, or `Markov chain, 1,234 states`. */
  readonly model: string;
  readonly exact: boolean;
  /** The model leaves something out that may move its numbers by more than a fifth; a warning at the stage says what. */
  readonly doubtful?: true;
  /** Time from entering to the start of service; first come, first served. */
  readonly waitingPercentiles?: TimePercentiles;
  /** Time from entering to leaving the stage; first come, first served. */
  readonly sojournPercentiles?: TimePercentiles;
  /** Offered load per server in this model (what saturates at 1); may exceed 1, unlike utilization. */
  readonly loadPerServer: number;
  /** Smallest and largest value when every input moves as far as is stated of it, else by half a unit of its last typed digit; a measure is here only where that matters. Which of them are not determined: determined.ts. */
  readonly spans?: Readonly<Partial<Record<keyof StageMeasures<number>, readonly [number, number]>>>;
  /** The input whose precision moves this stage most; there where `spans` are. */
  readonly dominatedBy?: DominantInput;
  /** What the model takes for granted, held against the drawing; absent where it is exact. */
  readonly assumptions?: readonly Assumption[];
  /** The stage receives more than it can serve or, where it is blocked, pass on. */
  readonly saturated: boolean;
  /** Numbers that stand here from a simulation, which knows them better than the model (core/measures/best-known.ts). */
  readonly simulated?: Readonly<Partial<Record<StageMeasure, FromSimulation>>>;
}

export interface FromSimulation {
  /** Half of the 95 % interval. */
  readonly halfWidth: number;
  /** What the model gave. */
  readonly solved?: number;
  /** From the exact chain of a part of the network, beside the simulation of the rest. */
  readonly byChain?: boolean;
}

/** A number that the user typed. */
export interface DominantInput extends InputDoubt {
  readonly node: NodeId;
}

export interface LinkFlow {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Elements per second, sender's unit. */
  readonly rate: number;
  /** Flow in the receiver's native unit (after its expansion factor). */
  readonly receivedRate: number;
  /** Half of the 95 % interval of `receivedRate`, where it is simulated (src/features/results/best-answer.ts). */
  readonly halfWidth?: number;
  /** Fill of its FIFO; only on a link with a FIFO of its own. */
  readonly fill?: LinkFill;
}

export interface LinkFill {
  /** Tokens in the FIFO over time, those of firings under way included. */
  readonly mean: number;
  /** Most at a time: with constant times from the start on, simulated after the warm-up. */
  readonly most: number;
  /** Share of time with n tokens. */
  readonly distribution?: readonly number[];
}

/** A virtual queue: the stages of a group as one. */
export interface GroupAnswer {
  /** Mean number of elements in all its stages. */
  readonly meanOccupancy: number;
  /** Smallest and largest mean, where that of a stage has them. */
  readonly span?: readonly [number, number];
  /** P[n], n = 0, 1, ...; from the chain, and of a group of one stage. */
  readonly occupancyDistribution?: readonly number[];
}

export interface SolveAnswer {
  /** answer: a steady state everywhere. unstable: some stage saturates; its measures that do not exist are absent. */
  readonly kind: 'answer' | 'unstable';
  readonly method: MethodName;
  /** The method that gave the numbers; core/measures/methods.ts has its label. */
  readonly solvedBy?: MethodName;
  /** Why this method. */
  readonly choice?: MethodChoice;
  readonly exact: boolean;
  readonly stages: Readonly<Record<NodeId, StageAnswer>>;
  /** Flows of all classes together. */
  readonly links: readonly LinkFlow[];
  /** By id; absent in a scenario without groups. A group with a stage of unknown mean is left out. */
  readonly groups?: Readonly<Record<string, GroupAnswer>>;
  readonly network: NetworkMeasures<number>;
  /** The cycle of waits that sets the period where times are constant, in the order of time. */
  readonly critical?: readonly CriticalWait[];
  /** All sources times this factor is where the bottleneck's load per server reaches 1; absent when nothing ever saturates. */
  readonly saturationFactor?: number;
  readonly verdicts: readonly Verdict[];
  /** Given with kind 'unstable': the first saturated stage in flow order. `offeredLoad` in Erlangs of services: of batches, where served in bulk. */
  readonly unstable?: { readonly stage: NodeId; readonly offeredLoad: number; readonly serverCount: number };
  /** The answer of the next best method that costs little, to be shown beside this one. */
  readonly nextBest?: NextBest;
  /** Given where numbers of this answer are simulated (src/features/results/best-answer.ts). */
  readonly simulated?: SimulatedPart;
}

/** A service of `node` starts as soon as one of `on` lets it. */
export interface CriticalWait {
  readonly node: NodeId;
  readonly on: NodeId;
  /** What it waits for last: elements or tokens, room for its results, its own server. */
  readonly for: 'tokens' | 'room' | 'server';
  /** Where it waits; none for a server. */
  readonly links: readonly Pick<LinkFlow, 'from' | 'to'>[];
}

export interface SimulatedPart {
  readonly replications: number;
  /** The widest half width of a mean occupancy, as a share of it. */
  readonly precision: number;
  /** Half of the 95 % interval of the throughput, where that is simulated too. */
  readonly throughput?: number;
  /** Half of the 95 % interval of the mean time from entry to a sink, where that is simulated too. */
  readonly meanSojournTime?: number;
  /** Where simulation and method differ most, if by more than both state. */
  readonly apart?: {
    readonly stage: NodeId;
    readonly measure: StageMeasure;
    readonly simulated: Estimate;
    readonly solved: number;
  };
}

/** Another method's numbers for the same scenario. */
export interface NextBest {
  readonly method: MethodName;
  readonly exact: boolean;
  readonly stages: Readonly<Record<NodeId, NextBestMeasures>>;
  readonly network: Pick<NetworkMeasures<number>, 'throughput' | 'meanSojournTime'>;
}

export type NextBestMeasures = Pick<
  StageMeasures<number>,
  | 'throughput'
  | 'utilization'
  | 'backPressureProbability'
  | 'meanOccupancy'
  | 'meanQueueLength'
  | 'meanSojournTime'
  | 'meanWaitingTime'
>;

/** The smallest capacity of a stage that is full for no more than a share of the time. */
export interface SizeAnswer {
  readonly kind: 'capacity';
  readonly stage: NodeId;
  /** The share that was asked for. */
  readonly below: number;
  readonly capacity: number;
  /** P_BP with that capacity. */
  readonly fullProbability: number;
  /** P_BP with one place less, which is above the share; absent where fewer places would not hold the servers' elements. */
  readonly withOneLess?: number;
  readonly model: string;
  readonly exact: boolean;
  /** What the model takes for granted and does not hold. */
  readonly broken: readonly Assumption[];
}

export type SolveOutcome = SolveAnswer | NoAnswer;

export interface SizeQuestion {
  readonly stage: NodeId;
  /** The share of time that it may be full, in (0, 1). */
  readonly below: number;
  /** Default auto. */
  readonly method?: MethodName;
}

/** Worker interface. */
export interface SolverService {
  /** `timed`: with percentiles of times where the method knows them, which cost as much as all the rest. */
  solve(scenario: Scenario, method: MethodName, timed: boolean): SolveOutcome;
  /** The smallest capacity of a stage. */
  size(scenario: Scenario, question: SizeQuestion): SizeAnswer | NoAnswer;
}
