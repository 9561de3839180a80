/**
 * What remarks say beside an answer of which way the truth is, and how far at most: on random networks that no method was made with,
 * against exact chains and long simulations.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { MethodName } from '../core/measures/methods.ts';
import type { ModelAssumption, Side, Verdict } from '../core/measures/verdicts.ts';
import type { NodeId, Scenario } from '../core/scenario/scenario.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { Dice } from './dice.ts';
import { directionNetwork } from './direction-networks.ts';

/** What is compared: of a stage, or of the whole network. */
type Measure = 'queue' | 'occupancy' | 'wait' | 'full' | 'throughput' | 'time';

/** The truth is said to be within these, the ends included. */
interface Claim {
  readonly sentence: string;
  readonly measure: Measure;
  /** Absent of the whole network. */
  readonly stage?: NodeId | undefined;
  readonly least: number;
  readonly most: number;
}

/** How often one sentence held; `said` counts networks. */
export interface Held {
  readonly sentence: string;
  /** By the answer that is given unasked; else by a method that was asked for. */
  readonly unasked: boolean;
  /** Undefined where the truth is too near to tell. */
  readonly holds?: boolean;
  readonly network: number;
}

const ASKED: readonly MethodName[] = ['mm1', 'mm1k', 'mmc', 'mmck', 'qna', 'blocking'];

/** The methods have seen none of these. */
export const FIRST_DIRECTION = 70_000;

export function directionsHeld(numbers: readonly number[]): readonly Held[] {
  return numbers.flatMap((each) => {
    const number = FIRST_DIRECTION + each;
    const scenario = directionNetwork(number);
    const dice = new Dice('which claim', number);
    const unasked = claimsOf(scenario, ['auto']);
    const asked = claimsOf(scenario, ASKED);
    if (unasked.length + asked.length === 0) return [];
    const claims = [
      ...oneOfEach(unasked, dice).map((claim) => ({ claim, unasked: true })),
      ...oneOfEach(asked, dice).map((claim) => ({ claim, unasked: false })),
    ];
    let held: readonly Held[] = [];
    for (const events of EVENTS) {
      const truths = knownTruths(number, scenario, events);
      if (!truths) return [];
      held = claims.map(({ claim, unasked: is }) => ({ ...judged(claim, truths, number), unasked: is }));
      if (held.every(({ holds }) => holds !== undefined)) break;
    }
    return held;
  });
}

/** A network counts once for each sentence. */
function oneOfEach(claims: readonly Claim[], dice: Dice): readonly Claim[] {
  const names = [...new Set(claims.map(({ sentence }) => sentence))];
  return names.map((name) => dice.one(claims.filter(({ sentence }) => sentence === name)));
}

export function claimsOf(scenario: Scenario, methods: readonly MethodName[]): readonly Claim[] {
  return methods.flatMap((method) => {
    const answer = solveScenario(scenario, method);
    if (answer.kind === 'noAnswer') return [];
    return answer.verdicts.flatMap((verdict) => claimsIn(verdict, answer));
  });
}

const above = (least: number): Pick<Claim, 'least' | 'most'> => ({ least, most: Number.POSITIVE_INFINITY });
const below = (most: number): Pick<Claim, 'least' | 'most'> => ({ least: Number.NEGATIVE_INFINITY, most });

function claimsIn(verdict: Verdict, answer: SolveAnswer): readonly Claim[] {
  const { stage } = verdict;
  const shown = stage === undefined ? undefined : answer.stages[stage];
  const queue = shown?.meanQueueLength;
  const occupancy = shown?.meanOccupancy;
  const isSide = (sentence: string, isMore: boolean): readonly Claim[] =>
    queue === undefined
      ? []
      : [{ sentence, measure: 'queue', stage, ...(isMore ? above(queue) : below(queue)) }];
  const isFuller = (sentence: string): readonly Claim[] =>
    occupancy === undefined ? [] : [{ sentence, measure: 'occupancy', stage, ...above(occupancy) }];
  const about = (sentence: string, factor: number): readonly Claim[] =>
    queue === undefined || factor === 0
      ? []
      : [
          {
            sentence,
            measure: 'queue',
            stage,
            least: (factor * queue) / ABOUT,
            most: ABOUT * factor * queue,
          },
        ];
  switch (verdict.code) {
    case 'arrivals-not-poisson': {
      const { facts } = verdict;
      if ('every' in facts)
        return facts.side ? isSide('makes one of every …: the real queue is shorter', false) : [];
      return facts.side
        ? isSide(`arrivals not Poisson: the real queue is ${facts.side}`, facts.side === 'longer')
        : [];
    }
    case 'service-not-exponential': {
      return directed('service not exponential', verdict.facts, { isSide, about });
    }
    case 'batch-arrivals-ignored': {
      const { factor, side } = verdict.facts;
      return side === undefined
        ? []
        : [
            ...isSide('batches as single arrivals: the real queue is longer', true),
            ...(occupancy === undefined || factor === undefined
              ? []
              : [
                  {
                    sentence: 'batches as single arrivals: up to … times the occupancy',
                    measure: 'occupancy' as const,
                    stage,
                    ...below(factor * occupancy),
                  },
                ]),
          ];
    }
    case 'servers-pooled':
      return (shown?.loadPerServer ?? 1) < LIGHT ? isFuller('servers as one: at light load holds more') : [];
    case 'join-approximated': {
      const time = answer.network.meanSojournTime;
      return time === undefined || !verdict.facts.side
        ? []
        : [{ sentence: 'independent branches: the wait is shorter', measure: 'time', ...below(time) }];
    }
    case 'taken-for-granted':
      return grantedClaims(verdict.facts.assumed, { stage, occupancy, queue, isSide });
    default:
      return [];
  }
}

/** What is called about as long. */
const ABOUT = 1.5;
/** Loads of what is called light. */
const LIGHT = 0.5;

interface Sides {
  readonly isSide: (sentence: string, isMore: boolean) => readonly Claim[];
  readonly about: (sentence: string, factor: number) => readonly Claim[];
}

const directed = (
  of: string,
  { side, factor }: { readonly side?: Side; readonly factor?: number },
  { isSide, about }: Sides,
): readonly Claim[] =>
  side === undefined
    ? []
    : [
        ...isSide(`${of}: the real queue is ${side}`, side === 'longer'),
        ...(factor !== undefined && Number.isFinite(factor) ? about(`${of}: about … times`, factor) : []),
      ];

function grantedClaims(
  { code, facts }: ModelAssumption,
  {
    stage,
    occupancy,
    isSide,
  }: {
    readonly stage: NodeId | undefined;
    readonly occupancy: number | undefined;
    readonly queue: number | undefined;
    readonly isSide: Sides['isSide'];
  },
): readonly Claim[] {
  const own = (what: string, factor: number) =>
    factor === 1 ? [] : isSide(`own model, ${what}: ${factor > 1 ? 'longer' : 'shorter'}`, factor > 1);
  switch (code) {
    case 'poissonArrivals':
      return own('Poisson arrivals', facts.factor);
    case 'exponentialService':
      return own('exponential service', facts.factor);
    case 'phases':
      return own('phases', facts.factor);
    case 'singleArrivals':
      return facts.side ? isSide('own model, single arrivals: longer', true) : [];
    case 'twoMoments':
      return facts.wait
        ? [
            {
              sentence: 'own model, two moments: the wait is between',
              measure: 'wait',
              stage,
              least: facts.wait[0],
              most: facts.wait[1],
            },
          ]
        : [];
    case 'bulkMoments':
      return !facts.isTried || occupancy === undefined
        ? []
        : [
            {
              sentence: 'own model, bulk by moments: within a third',
              measure: 'occupancy',
              stage,
              least: (2 / 3) * occupancy,
              most: (4 / 3) * occupancy,
            },
          ];
    default:
      return [];
  }
}

/** A mean of the truth, and how far it may be off. */
interface Known {
  readonly mean: number;
  readonly error: number;
}

/** Numbers of stages by their ids, and those of the whole network. */
interface Truths {
  readonly stages: Readonly<Record<NodeId, Readonly<Record<Exclude<Measure, 'time'>, Known>>>>;
  readonly time: Known;
}

const CACHE = new URL('.cache/', import.meta.url);

/** From an earlier run where it is kept; null stands for one that comes to a stand. */
function knownTruths(number: number, scenario: Scenario, events: number): Truths | undefined {
  const file = new URL(`direction-${number}-${events}.json`, CACHE);
  const drawn = JSON.stringify(scenario);
  if (existsSync(file)) {
    const kept: { readonly drawn: string; readonly truths: Truths | null } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    if (kept.drawn === drawn) return kept.truths ?? undefined;
  }
  const truths = truthsOf(scenario, events);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify({ drawn, truths: truths ?? null }));
  return truths;
}

/** Exact where the chain is small; undefined where nothing moves for ever. */
function truthsOf(scenario: Scenario, events: number): Truths | undefined {
  const exact = solveScenario(scenario, 'auto');
  if (exact.kind === 'answer' && exact.exact && exact.solvedBy === 'chain')
    return runsTogether([ofAnswer(exact)]);
  const runs: Run[] = [];
  for (let replication = 0; replication < RUNS; replication++) {
    const run = runOf(scenario, replication, events);
    if (!run) return undefined;
    runs.push(run);
  }
  return runsTogether(runs);
}

function runsTogether(runs: readonly Run[]): Truths {
  const together = (of: (run: Run) => number): Known => {
    const values = runs.map(of);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (values.length === 1) return { mean, error: 0 };
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, error: SURE * Math.sqrt(squares / (RUNS - 1) / RUNS) };
  };
  const ids = Object.keys(runs[0]!.stages);
  const measures = ['queue', 'occupancy', 'wait', 'full', 'throughput'] as const;
  const stages = ids.map((id) => [
    id,
    Object.fromEntries(measures.map((measure) => [measure, together((run) => run.stages[id]![measure])])),
  ]);
  return { stages: Object.fromEntries(stages), time: together(({ time }) => time) };
}

const RUNS = 4;
/** Standard errors of a mean of as many runs: 99 % of such means are within. */
const SURE = 5.84;
const LOOK = 1000;
/** Events of each run; the more where the truth is too near to tell. */
const EVENTS = [5e4, 5e5] as const;

interface Run {
  readonly stages: Readonly<Record<NodeId, Readonly<Record<Exclude<Measure, 'time'>, number>>>>;
  readonly time: number;
}

function runOf(scenario: Scenario, replication: number, events: number): Run | undefined {
  const plan = (horizon: number) => ({ seed: 7, replications: RUNS, horizon, warmup: 0.1 * horizon });
  const look = replicateNow(scenario, plan(LOOK), replication);
  if (look.kind === 'noAnswer') return undefined;
  const record = replicateNow(scenario, plan((LOOK * events) / Math.max(1, look.events)), replication);
  if (record.kind === 'noAnswer') return undefined;
  const { duration } = record;
  const stages = Object.entries(record.stages).map(([id, at]) => [
    id,
    {
      queue: at.waitingTime / duration,
      occupancy: at.occupancyTime / duration,
      wait: at.waitTotal / at.waitCount,
      full: at.fullTime / duration,
      throughput: at.served / duration,
    },
  ]);
  return { stages: Object.fromEntries(stages), time: record.sinkSojournTotal / record.sinkArrivals };
}

function ofAnswer({ stages, network }: SolveAnswer): Run {
  const known = Object.entries(stages).map(([id, at]) => [
    id,
    {
      queue: at.meanQueueLength ?? Number.NaN,
      occupancy: at.meanOccupancy ?? Number.NaN,
      wait: at.meanWaitingTime ?? Number.NaN,
      full: at.fullProbability ?? Number.NaN,
      throughput: at.throughput ?? Number.NaN,
    },
  ]);
  return { stages: Object.fromEntries(known), time: network.meanSojournTime ?? Number.NaN };
}

function judged(
  { sentence, measure, stage, least, most }: Claim,
  truths: Truths,
  network: number,
): Omit<Held, 'unasked'> {
  const { mean, error } = measure === 'time' ? truths.time : truths.stages[stage!]![measure];
  const near =
    !Number.isFinite(mean) ||
    Math.min(Math.abs(mean - least), Math.abs(mean - most)) <= error + ROUNDING * mean;
  return { sentence, network, ...(!near && { holds: mean >= least && mean <= most }) };
}

/** Digits that nobody is shown. */
const ROUNDING = 1e-3;

/** What a sentence must hold in, where so many networks tell. */
const GOAL = 0.95;
const ENOUGH = 20;

export function directionsTable(all: readonly Held[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const sentences = [...new Set(all.map(({ sentence }) => sentence))].sort();
  const rows = sentences.map((sentence) => {
    const cells = [true, false].flatMap((unasked) => {
      const here = all.filter((held) => held.sentence === sentence && held.unasked === unasked);
      const settled = here.filter(({ holds }) => holds !== undefined);
      const share = settled.filter(({ holds }) => holds).length / settled.length;
      return [settled.length, here.length - settled.length, share];
    });
    return { sentence, cells };
  });
  const isLow = ({ cells: [some, , one, many, , other] }: (typeof rows)[number]): boolean =>
    (some! >= ENOUGH && one! < GOAL) || (many! >= ENOUGH && other! < GOAL);
  const low = rows.filter(isLow).map(({ sentence }) => sentence);
  const shown = (cell: number, at: number): string =>
    at % 3 < 2 ? String(cell) : Number.isNaN(cell) ? '' : `${(100 * cell).toFixed(1)} %`;
  return {
    failed: low.length > 0,
    lines: [
      '| what is said | unasked: networks | too near to tell | holds | by a method that was asked for: networks | too near to tell | holds |',
      '|---|---|---|---|---|---|---|',
      ...rows.map(({ sentence, cells }) => `| ${sentence} | ${cells.map(shown).join(' | ')} |`),
      '',
      `Holds in less than ${100 * GOAL} %: ${low.join('; ') || 'none'}.`,
    ],
  };
}
