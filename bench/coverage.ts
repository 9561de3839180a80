/**
 * Are the 95 % intervals 95 % intervals? Many seeded runs of models whose mean occupancy is known: how often the
 * interval holds it, and how often the run warned. A run is as the plan chooses it, ten replications, but only as long
 * as its slowest queue asks for, so that many runs can be made: a quarter of the usual time, or 5 relaxation times of
 * warm-up and 20 observed where that is more. The last models are run too short on purpose.
 *
 * npx tsx bench/coverage.ts [runs of each, default 1000]; writes coverage.md.
 */
import { writeFileSync } from 'node:fs';
import type { NodeId, Scenario, ScenarioNode, StageNode } from '../src/model/scenario.ts';
import type { SimulationRequest, SimulationResult } from '../workers/contract/simulating.ts';
import { runPilot } from '../workers/simulate/pilot.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';

interface Case {
  readonly what: string;
  readonly scenario: Scenario;
  /** Mean occupancy, exact. */
  readonly exact: Readonly<Record<NodeId, number>>;
  readonly source: string;
  /** Relaxation times of the whole replication, a tenth of them warm-up; as the plan chooses when absent. */
  readonly length?: number;
}

const mm1 = (rho: number, length?: number): Case => ({
  what: `M/M/1, rho = ${rho}`,
  scenario: line(rho, { id: 'a', rate: 1 }),
  exact: { a: rho / (1 - rho) },
  source: 'rho / (1 - rho)',
  ...(length !== undefined && { length }),
});

const CASES: readonly Case[] = [
  mm1(0.5),
  mm1(0.8),
  mm1(0.95),
  {
    what: 'tandem, K = 5 and 3, blocking after service, loss at the entry',
    scenario: line(
      0.9,
      { id: 'a', rate: 1, capacity: 5, whenFull: 'drop' },
      { id: 'b', rate: 1, capacity: 3 },
    ),
    exact: { a: 2.728559, b: 1.532664 },
    source: 'Markov chain of all states',
  },
  {
    what: 'bulk tandem: batches of 2, then one by one',
    scenario: line(1.5, { id: 'a', rate: 1, bulk: { rule: 'full', size: 2 } }, { id: 'b', rate: 2.5 }),
    exact: { a: 5.145751, b: 2.042984 },
    source: 'Markov chain of all states up to 169 and 109 elements',
  },
  mm1(0.98, 1),
  mm1(0.95, 3),
];

type Stage = Omit<StageNode, 'kind' | 'service'> & { readonly rate: number };

/** Poisson arrivals, exponential stages one after the other. */
function line(arrivalRate: number, ...stages: readonly Stage[]): Scenario {
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: { law: 'exponential', rate: arrivalRate } },
    ...stages.map(
      ({ rate, ...stage }): StageNode => ({ ...stage, kind: 'stage', service: { law: 'exponential', rate } }),
    ),
    { id: 'out', kind: 'sink' },
  ];
  const links = nodes.slice(1).map((node, i) => ({ from: nodes[i]!.id, to: node.id }));
  return { format: 'stagegraph-scenario', schemaVersion: 1, name: 'Coverage', nodes, links };
}

/** Share of the usual time that is enough to see the intervals at work. */
const SHARE = 0.25;

function timesOf({ scenario, length }: Case): Required<Pick<SimulationRequest, 'horizon' | 'warmup'>> {
  const pilot = runPilot(scenario, 1);
  if ('kind' in pilot) throw new Error(pilot.message);
  const { usual, relaxationTime } = pilot;
  if (length !== undefined)
    return { horizon: length * relaxationTime, warmup: 0.1 * length * relaxationTime };
  const warmup = Math.max(0.1 * SHARE * usual, 5 * relaxationTime);
  return { warmup, horizon: warmup + Math.max(0.9 * SHARE * usual, 20 * relaxationTime) };
}

function answerOf(scenario: Scenario, request: SimulationRequest): SimulationResult {
  const outcome = simulateNow(scenario, request);
  if (outcome.kind === 'noAnswer') throw new Error(outcome.message);
  return outcome;
}

/** Rows of the table, one for each stage. */
function cover(one: Case, runs: number): string[] {
  const times = timesOf(one);
  const results = Array.from({ length: runs }, (_, seed) => answerOf(one.scenario, { ...times, seed }));
  const warned = new Map<string, number>();
  for (const { verdicts } of results) {
    const codes = new Set(verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code));
    for (const code of codes) warned.set(code, (warned.get(code) ?? 0) + 1);
  }
  const warnings = [...warned].map(([code, count]) => `${code} ${percent(count / runs)}`).join(', ');
  const events = results.reduce((sum, result) => sum + result.events, 0) / runs / 10;
  return Object.entries(one.exact).map(([id, exact]) => {
    const estimates = results.map((result) => result.stages[id]!.meanOccupancy!);
    const held = estimates.filter(({ mean, halfWidth }) => Math.abs(mean - exact) <= halfWidth).length / runs;
    const error = Math.sqrt((held * (1 - held)) / runs);
    const mean = estimates.reduce((sum, estimate) => sum + estimate.mean, 0) / runs;
    const halfWidth = estimates.reduce((sum, estimate) => sum + estimate.halfWidth, 0) / runs;
    const what =
      one.length === undefined
        ? one.what
        : `${one.what}, only ${one.length} relaxation time${one.length === 1 ? '' : 's'}`;
    const cells = [
      `${what}; stage ${id}`,
      Number(exact.toPrecision(6)),
      Number(mean.toPrecision(5)),
      percent(halfWidth / exact),
      `${percent(held)} ± ${percent(error)}`,
      warnings || 'none',
      Math.round(events),
      one.source,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

const runs = Number(process.argv[2] ?? 1000);
const lines = [
  '# Coverage of the simulated intervals',
  '',
  `Written by \`npx tsx bench/coverage.ts ${runs}\`: ${runs} runs of each model with the seeds 0 to ${runs - 1}, 10 replications each.`,
  'A 95 % interval should hold the exact value in 95 % of the runs (the ± is one standard error of that share).',
  'The last models are run far too short on purpose: there a warning must come.',
  '',
  '| model | exact mean occupancy | mean of all runs | mean half width | interval holds it | runs with a warning | events per replication | exact value from |',
  '|---|---|---|---|---|---|---|---|',
];
for (const one of CASES) {
  const rows = cover(one, runs);
  process.stderr.write(`${rows.join('\n')}\n`);
  lines.push(...rows);
}
writeFileSync(new URL('coverage.md', import.meta.url), `${lines.join('\n')}\n`);
