/** How far the decomposition by blocking is from the truth in closed rings of finite stages. */
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { quantile, truthOf } from './approximations.ts';
import { Dice } from './dice.ts';

/** Two to six exponential stages of 5 to 100 slots, speeds up to 2.5 apart, a third of them with two to four servers; a tenth to nine tenths of the slots are taken. */
export function closedRing(number: number): Scenario {
  const dice = new Dice('closed ring', number);
  const count = dice.integer(2, 6);
  const nodes = Array.from({ length: count }, (_, i): StageNode => {
    const serverCount = dice.chance(1 / 3) ? dice.integer(2, 4) : 1;
    return {
      ...{ id: `s${i}`, kind: 'stage', serverCount },
      capacity: Math.max(2 * serverCount, Math.round(dice.magnitude(5, 100))),
      service: { distribution: 'exponential', mean: serverCount * dice.magnitude(0.4, 1) },
    };
  });
  const slots = nodes.reduce((sum, { capacity = 0 }) => sum + capacity, 0);
  const population = Math.max(1, Math.min(slots - 1, Math.round(slots * dice.between(0.1, 0.9))));
  return {
    ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: `Closed ring ${number}`, nodes },
    links: nodes.map(({ id }, i) => ({ from: id, to: nodes[(i + 1) % count]!.id })),
    classes: [{ id: 'jobs', closed: { population, start: 's0' } }],
  };
}

interface RingErrors {
  readonly solvedBy: string;
  /** Whether the runs behind the truth agreed. */
  readonly settled: boolean;
  readonly throughput: number;
  /** By stage; of the capacity, and of the time. */
  readonly occupancy: readonly number[];
  readonly blocked: readonly number[];
}

/** Of the rings that the chain is too large for. */
export function ringErrors(numbers: readonly number[]): readonly RingErrors[] {
  return numbers.flatMap((number) => {
    const scenario = closedRing(number);
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(`Ring ${number} has no answer: ${answer.code}`);
    if (answer.exact) return [];
    const truth = truthOf(scenario)!;
    const stages = Object.entries(answer.stages);
    const off = (id: string, share: number | undefined) => Math.abs((share ?? 0) - truth.stages[id]!.blocked);
    return {
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
  const columns = (['throughput', 'occupancy', 'blocked'] as const).flatMap((measure) =>
    [0.5, 0.95].map((share) =>
      quantile(
        all.flatMap((errors) => errors[measure]),
        share,
      ),
    ),
  );
  const unsettled = all.filter(({ settled }) => !settled).length;
  const left = all.filter(({ solvedBy }) => solvedBy !== 'blocking').length;
  const row = (values: readonly number[]) => values.map((value) => value.toFixed(4)).join(' | ');
  return {
    failed: columns.some((value, k) => value > GOALS[k]!),
    lines: [
      '| kind | networks | truths unsettled | throughput, 50 % | 95 % | occupancy of capacity, 50 % | 95 % | blocked share, 50 % | 95 % |',
      '|---|---|---|---|---|---|---|---|---|',
      `| closed ring | ${all.length} | ${unsettled} | ${row(columns)} |`,
      `| goal | | | ${row(GOALS)} |`,
      '',
      `Answered by other methods, which are counted: ${left}.`,
    ],
  };
}
