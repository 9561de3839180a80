/** How far the decomposition by blocking is from the truth in closed rings of finite stages. */
import type { ServiceDistribution } from '../core/distributions/index.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { quantile, truthOf } from './approximations.ts';
import { Dice } from './dice.ts';

/** What a ring has that exponential stages with jobs of one class which block after service have not. */
export const RING_KINDS = [
  'exponential',
  'other services',
  'several classes',
  'block before service',
  'all of these',
] as const;
type RingKind = (typeof RING_KINDS)[number];

/**
 * Two to six stages of 5 to 100 slots, speeds up to 2.5 apart, a third of them with two to four servers; a tenth to nine tenths of the slots
 * are taken. The kinds take turns.
 */
export function closedRing(number: number): { readonly kind: RingKind; readonly scenario: Scenario } {
  const dice = new Dice('closed ring', number);
  const kind = RING_KINDS[number % RING_KINDS.length]!;
  const has = (feature: RingKind) => kind === feature || kind === 'all of these';
  const count = dice.integer(2, 6);
  const ids = has('several classes') ? ['j', 'k', 'l'].slice(0, dice.integer(2, 3)) : ['jobs'];
  const nodes = Array.from({ length: count }, (_, i): StageNode => {
    const serverCount = dice.chance(1 / 3) ? dice.integer(2, 4) : 1;
    const mean = serverCount * dice.magnitude(0.4, 1);
    const serviceOf = (factor: number) => service(dice, factor * mean, has('other services'));
    return {
      ...{ id: `s${i}`, kind: 'stage', serverCount },
      capacity: Math.max(2 * serverCount, Math.round(dice.magnitude(5, 100))),
      service: serviceOf(1),
      ...(has('block before service') && dice.chance(0.7) && { whenFull: 'blockBefore' }),
      ...(ids.length > 1 && {
        byClass: Object.fromEntries(ids.map((id) => [id, { service: serviceOf(dice.magnitude(0.5, 2)) }])),
      }),
    };
  });
  const slots = nodes.reduce((sum, { capacity = 0 }) => sum + capacity, 0);
  const all = Math.max(ids.length, Math.min(slots - 1, Math.round(slots * dice.between(0.1, 0.9))));
  const populations = dice.shares(ids.length).map((share) => Math.max(1, Math.floor(share * all)));
  return {
    kind,
    scenario: {
      ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: `Closed ring ${number}`, nodes },
      links: nodes.map(({ id }, i) => ({ from: id, to: nodes[(i + 1) % count]!.id })),
      classes: ids.map((id, r) => ({ id, closed: { population: populations[r]!, start: 's0' } })),
    },
  };
}

function service(dice: Dice, mean: number, general: boolean): ServiceDistribution {
  if (!general) return { distribution: 'exponential', mean };
  return dice.one<ServiceDistribution>([
    { distribution: 'deterministic', mean },
    { distribution: 'erlang', mean, shape: dice.integer(2, 6) },
    { distribution: 'hyperexponential', mean, scv: dice.between(1.1, 5) },
    { distribution: 'lognormal', mean, scv: dice.between(0.1, 3) },
  ]);
}

interface RingErrors {
  readonly kind: RingKind;
  readonly solvedBy: string;
  /** Whether the runs behind the truth agreed. */
  readonly settled: boolean;
  readonly throughput: number;
  /** By stage; of the capacity, and of the time. */
  readonly occupancy: readonly number[];
  readonly blocked: readonly number[];
}

/** Rings that the chain is too large for. */
export function ringErrors(numbers: readonly number[]): readonly RingErrors[] {
  return numbers.flatMap((number) => {
    const { kind, scenario } = closedRing(number);
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(`Ring ${number} has no answer: ${answer.code}`);
    if (answer.exact) return [];
    const truth = truthOf(scenario)!;
    const stages = Object.entries(answer.stages);
    const off = (id: string, share: number | undefined) => Math.abs((share ?? 0) - truth.stages[id]!.blocked);
    return {
      kind,
      solvedBy: answer.solvedBy ?? answer.method,
      settled: truth.settled,
      throughput: Math.abs(answer.stages.s0!.throughput! / truth.throughput - 1),
      occupancy: scenario.nodes.map(({ id, ...node }) => {
        const { capacity = 1 } = node as StageNode;
        return Math.abs(answer.stages[id]!.meanOccupancy! - truth.stages[id]!.occupancy) / capacity;
      }),
      blocked: stages.map(([id, { blockedFraction }]) => off(id, blockedFraction)),
    };
  });
}

const GOALS = [0.005, 0.03, 0.01, 0.1, 0.03, 0.03] as const;

export function ringsTable(all: readonly RingErrors[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const rows = [...RING_KINDS, '**all**'].map((kind) => {
    const own = all.filter((errors) => errors.kind === kind || kind === '**all**');
    const columns = (['throughput', 'occupancy', 'blocked'] as const).flatMap((measure) => {
      const errors = own.flatMap((ring) => ring[measure]);
      return [0.5, 0.95].map((share) => quantile(errors, share));
    });
    const unsettled = own.filter(({ settled }) => !settled).length;
    return { columns, line: `| ${kind} | ${own.length} | ${unsettled} | ${row(columns)} |` };
  });
  const left = all.filter(({ solvedBy }) => solvedBy !== 'blocking').length;
  return {
    failed: rows.some(({ columns }) => columns.some((value, k) => value > GOALS[k]!)),
    lines: [
      '| kind | networks | truths unsettled | throughput, 50 % | 95 % | occupancy of capacity, 50 % | 95 % | blocked share, 50 % | 95 % |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows.map(({ line }) => line),
      `| goal | | | ${row(GOALS)} |`,
      '',
      `Answered by other methods, which are counted: ${left}.`,
    ],
  };
}

const row = (values: readonly number[]): string => values.map((value) => value.toFixed(4)).join(' | ');
