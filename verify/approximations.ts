/**
 * How far the answer that is given unasked is from the truth, on random networks of finite stages, kind by kind. Truths are kept in
 * `verify/.cache`, so that a run that was ended goes on where it was, and a better method is not simulated again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { distributionRate } from '../core/distributions/index.ts';
import { isStage, type NodeId, type Scenario } from '../core/scenario/scenario.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import {
  APART,
  BLOCKING_KINDS,
  type BlockingKind,
  type BlockingNetwork,
  blockingNetwork,
  isApart,
  NUMBERS_APART,
} from './blocking-networks.ts';

/** What long runs say of one network. */
interface Truth {
  readonly throughput: number;
  /** The runs agree to `AGREED`. */
  readonly settled: boolean;
  /** By stage. */
  readonly stages: Readonly<Record<string, StageTruth>>;
}

type Run = Omit<Truth, 'settled'>;

interface StageTruth {
  readonly occupancy: number;
  readonly blocked: number;
  /** Share of time without a free place. */
  readonly full: number;
}

/** Events of a run, warm-up included: as many as two runs need to agree, at most the last. */
const EVENTS = [1e6, 3e6, 1e7] as const;
/** How far the runs may be apart: relative, of the capacity, of time. */
const AGREED = { throughput: 0.002, occupancy: 0.01, blocked: 0.01 } as const;

/** Arrivals of the first look, which tells how many events an arrival makes. */
const LOOK = 1000;

/** Undefined where nothing moves for ever. */
function runOf(
  scenario: Scenario,
  {
    replication,
    events,
    counted,
  }: { readonly replication: number; readonly events: number; readonly counted?: NodeId | undefined },
): Run | undefined {
  const arrivals = scenario.nodes.reduce(
    (sum, node) => sum + (node.kind === 'source' ? distributionRate(node.interarrival) : 0),
    0,
  );
  const [entry] = scenario.nodes.filter(isStage);
  const look = LOOK / (arrivals || distributionRate(entry!.service) * (entry!.serverCount ?? 1));
  const first = replicateNow(scenario, planOf(look), replication);
  if (first.kind === 'noAnswer') return undefined;
  const record = replicateNow(scenario, planOf((look * events) / Math.max(1, first.events)), replication);
  if (record.kind === 'noAnswer') return undefined;
  const { duration } = record;
  const stages: Record<string, StageTruth> = {};
  for (const node of scenario.nodes) {
    if (node.kind !== 'stage') continue;
    const { occupancyTime, blockedTime, fullTime } = record.stages[node.id]!;
    stages[node.id] = {
      occupancy: occupancyTime / duration,
      blocked: blockedTime / duration / (node.serverCount ?? 1),
      full: fullTime / duration,
    };
  }
  const at = counted ?? (arrivals > 0 ? undefined : entry!.id);
  const passed = at === undefined ? record.sinkArrivals : record.stages[at]!.served;
  return { throughput: passed / duration, stages };
}

const planOf = (horizon: number): SimulationPlan => ({
  seed: 1,
  replications: 2,
  horizon,
  warmup: 0.1 * horizon,
});

/** Errors of one network; lists have one error for each stage. */
interface Errors {
  readonly kind: BlockingKind;
  readonly solvedBy: string;
  /** Whether the runs behind the truth agreed. */
  readonly settled: boolean;
  /** Relative error. */
  readonly throughput: number;
  /** Errors as shares of the capacity. */
  readonly occupancy: readonly number[];
  readonly blocked: readonly number[];
  readonly full: readonly number[];
  /** What the answer says of its own errors; absent where it says nothing. */
  readonly stated?: Readonly<Record<Measure, number>>;
}

/** Undefined where the network comes to a stand. Of closed jobs the throughput is that of the first stage, unless another is `counted`. */
export function truthOf(scenario: Scenario, counted?: NodeId): Truth | undefined {
  const capacities = new Map(scenario.nodes.filter(isStage).map(({ id, capacity = 1 }) => [id, capacity]));
  for (const events of EVENTS) {
    const [one, other] = [0, 1].map((replication) => runOf(scenario, { replication, events, counted }));
    if (!one || !other) return undefined;
    const agree =
      Math.abs(one.throughput / other.throughput - 1) <= AGREED.throughput &&
      Object.entries(one.stages).every(([id, { occupancy, blocked }]) => {
        const there = other.stages[id]!;
        const isNear = Math.abs(occupancy - there.occupancy) <= AGREED.occupancy * capacities.get(id)!;
        return isNear && Math.abs(blocked - there.blocked) <= AGREED.blocked;
      });
    if (agree || events === EVENTS.at(-1)) return { ...meanOf([one, other]), settled: agree };
  }
  return undefined;
}

const CACHE = new URL('.cache/', import.meta.url);

/** From an earlier run where it is kept; null stands for one that comes to a stand. */
function knownTruth(number: number, { scenario, counted }: BlockingNetwork): Truth | undefined {
  const file = new URL(`approximations-${number}.json`, CACHE);
  const drawn = JSON.stringify(scenario);
  if (existsSync(file)) {
    const kept: { readonly drawn: string; readonly truth: Partial<Truth> | null } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    if (kept.drawn === drawn && isWhole(kept.truth)) return kept.truth ?? undefined;
  }
  const truth = truthOf(scenario, counted);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify({ drawn, truth: truth ?? null }));
  return truth;
}

/** Truths that were kept before full queues were noted are made again. */
const isWhole = (truth: Partial<Truth> | null): truth is Truth | null =>
  truth === null || Object.values(truth.stages ?? {}).every(({ full }) => full !== undefined);

/** Errors of the networks with these numbers, counted from `first`; those that come to a stand have no truth. */
export function approximationErrors(numbers: readonly number[], first = FIRST): readonly Errors[] {
  return numbers.flatMap((each) => {
    const number = first + each;
    const network = blockingNetwork(number);
    const truth = knownTruth(number, network);
    return truth ? errorsAgainst(network, truth) : [];
  });
}

/** The method was made with the networks from 0 on; these it has not seen. */
export const FIRST = 15_000;
/** Nor has what answers state of themselves been made with these. */
export const FIRST_FRESH = 16_000;
export const FRESH_APART = 500;

/** As `approximationErrors`, of the kinds that are apart; `further` numbers on. */
export const errorsApart = (places: readonly number[], further = 0): readonly Errors[] =>
  approximationErrors(
    places.map((place) => NUMBERS_APART[place]!),
    further,
  );

function meanOf(runs: readonly Run[]): Run {
  const mean = (of: (truth: Run) => number) => runs.reduce((sum, truth) => sum + of(truth), 0) / runs.length;
  const ids = Object.keys(runs[0]!.stages);
  const stages = ids.map((id) => [
    id,
    {
      occupancy: mean((truth) => truth.stages[id]!.occupancy),
      blocked: mean((truth) => truth.stages[id]!.blocked),
      full: mean((truth) => truth.stages[id]!.full),
    },
  ]);
  return { throughput: mean(({ throughput }) => throughput), stages: Object.fromEntries(stages) };
}

/** Errors of the answer that is given unasked; one that is missing is off by all there is. */
function errorsAgainst({ kind, scenario, counted }: BlockingNetwork, truth: Truth): Errors {
  const answer = solveScenario(scenario, 'auto');
  const stages = scenario.nodes.filter(isStage);
  const { settled } = truth;
  if (answer.kind === 'noAnswer') {
    const off = stages.map(() => 1);
    return { kind, solvedBy: 'none', settled, throughput: 1, occupancy: off, blocked: off, full: off };
  }
  const { throughput } = counted === undefined ? answer.network : answer.stages[counted]!;
  return {
    kind,
    settled,
    solvedBy: answer.kind === 'unstable' ? 'no steady state' : (answer.solvedBy ?? answer.method),
    throughput: Math.abs((throughput ?? 0) / truth.throughput - 1),
    occupancy: stages.map(({ id, capacity = 1 }) => {
      const found = answer.stages[id]?.meanOccupancy;
      return found === undefined ? 1 : Math.abs(found - truth.stages[id]!.occupancy) / capacity;
    }),
    blocked: (kind === 'split near capacity' ? splittingOf(scenario) : stages).map(({ id }) =>
      Math.abs((answer.stages[id]?.blockedFraction ?? 1) - truth.stages[id]!.blocked),
    ),
    full: stages.flatMap(({ id, capacity }) =>
      capacity === undefined
        ? []
        : [Math.abs((answer.stages[id]?.fullProbability ?? 1) - truth.stages[id]!.full)],
    ),
    ...statedBy(answer),
  };
}

/** Branches that nothing holds up would hide how far off their sender is. */
const splittingOf = ({ nodes, links }: Scenario) =>
  nodes.filter(isStage).filter(({ id }) => links.filter(({ from }) => from === id).length > 1);

function statedBy({ verdicts }: SolveAnswer): Pick<Errors, 'stated'> {
  const said = verdicts.find(({ code }) => code === 'blocking-approximated');
  return said?.code === 'blocking-approximated' ? { stated: said.facts } : {};
}

/** Answers hold what they state of themselves in as many of the numbers. */
const LEAST_STATED = 0.9;

/** How often answers to networks that neither the method nor its table was made with are as near as they state. */
export function statedLines(all: readonly Errors[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const saying = all.filter(({ stated }) => stated);
  const shares = MEASURES.map((measure) => {
    const within = saying.flatMap((errors) =>
      [errors[measure]].flat().map((error) => error <= errors.stated![measure]),
    );
    return within.filter(Boolean).length / within.length;
  });
  const firsts = [FIRST_FRESH, ...APART.map(({ first }) => first + FRESH_APART)];
  const words = MEASURES.map((measure, i) => `${measure} in ${(100 * shares[i]!).toFixed(1)} %`);
  return {
    failed: shares.some((share) => share < LEAST_STATED),
    lines: [
      `Of ${all.length} further networks (from ${firsts.slice(0, -1).join(', ')} and ${firsts.at(-1)} on) ${saying.length} have an answer that states its accuracy. It holds for ${words.join(', ')}.`,
    ],
  };
}

/** What the answers are to keep to, in 50 and in 95 % of the networks (throughput) and stages. */
const GOALS = { throughput: [0.005, 0.03], occupancy: [0.01, 0.1], blocked: [0.03, 0.03] } as const;
const SHARES = [0.5, 0.95] as const;
type Measure = keyof typeof GOALS;
const MEASURES = ['throughput', 'occupancy', 'blocked'] as const satisfies readonly Measure[];

export function approximationTable(all: readonly Errors[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const kinds = BLOCKING_KINDS.map((kind) => [kind, all.filter((errors) => errors.kind === kind)] as const);
  const drawn = all.filter(({ kind }) => !isApart(kind));
  const over = [...kinds, ['all', drawn] as const].flatMap(([kind, errors]) => {
    const missed = MEASURES.flatMap((measure) =>
      SHARES.flatMap((share, i) =>
        quantile(errorsOf(errors, measure), share) > GOALS[measure][i]!
          ? [`${measure} ${100 * share} %`]
          : [],
      ),
    );
    return missed.length > 0 ? [`${kind} (${missed.join(', ')})`] : [];
  });
  const methods = new Map<string, number>();
  for (const { solvedBy } of all) methods.set(solvedBy, (methods.get(solvedBy) ?? 0) + 1);
  return {
    failed: over.length > 0 || all.some(({ solvedBy }) => solvedBy === 'none'),
    lines: [
      '| kind | networks | truths unsettled | throughput, 50 % | 95 % | occupancy of capacity, 50 % | 95 % | blocked share, 50 % | 95 % | full share, 50 % | 95 % |',
      '|---|---|---|---|---|---|---|---|---|---|---|',
      ...kinds.map(([kind, errors]) => row(kind, errors)),
      row('**all**', drawn),
      `| goal | | | ${MEASURES.flatMap((measure) => GOALS[measure].map((goal) => goal.toFixed(4))).join(' | ')} | | |`,
      '',
      `Over the goal: ${over.join('; ') || 'none'}.`,
      '',
      `Answered by: ${[...methods].map(([method, count]) => `${method} ${count}`).join(', ')}.`,
    ],
  };
}

const row = (name: string, errors: readonly Errors[]): string =>
  `| ${name} | ${errors.length} | ${errors.filter(({ settled }) => !settled).length} | ${(
    [...MEASURES, 'full'] as const
  )
    .flatMap((measure) => SHARES.map((share) => quantile(errorsOf(errors, measure), share).toFixed(4)))
    .join(' | ')} |`;

const errorsOf = (all: readonly Errors[], measure: Measure | 'full'): readonly number[] =>
  all.flatMap((errors) => errors[measure]);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
