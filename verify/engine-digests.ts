/**
 * What each part of the program computes, as one digest for each: the same in every JavaScript engine, or a result
 * depends on the engine. Runs in Node and in a page alike.
 */
import { distributionRate, type ServiceDistribution } from '../core/distributions/index.ts';
import * as elementary from '../core/numeric/elementary.ts';
import { atan2, cos, sin } from '../core/numeric/trigonometry.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../core/scenario/scenario.ts';
import { fitDistributions } from '../workers/fit/fit-distributions.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import { summarizePosterior } from '../workers/posterior/summarize-posterior.ts';
import {
  type KnownTier,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { openStream } from '../workers/random/random-stream.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import { solveChain } from '../workers/solve/chain/solve-chain.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { solveTransient } from '../workers/transient/solve-transient.ts';

const ARGUMENTS = 5_000;
const EVENTS = 3_000;
const SAMPLES = 200;
const TASKS = 100;
const SWEEPS = 50;

/** The name of what is computed, and its digest. */
export type Digests = Readonly<Record<string, string>>;

/** Digests of all parts; `examples` by their names. */
export async function digestsOf(examples: Readonly<Record<string, Scenario>>): Promise<Digests> {
  const scenarios = Object.values(examples);
  const parts: Readonly<Record<string, () => unknown>> = {
    'elementary functions': elementaryValues,
    'examples solved': () =>
      scenarios.map((scenario) => solveScenario(scenario, 'auto', true, { spans: false })),
    'Markov chain': () => solveChain(tandem({ distribution: 'erlang', rate: 1.1, shape: 3 })),
    'transient response': () =>
      solveTransient(tandem({ distribution: 'exponential', rate: 1.1 }), { until: 20 }),
    'examples simulated': () => scenarios.map((scenario) => replicateNow(scenario, planOf(scenario), 0)),
    'every distribution solved and simulated': () =>
      SERVICES.map(tandem).map((scenario) => [
        solveScenario(scenario, 'auto', true, { spans: false }),
        replicateNow(scenario, planOf(scenario), 0),
      ]),
    'distributions fitted': () => fitDistributions({ kind: 'samples', values: samples() }),
    posterior,
  };
  const digests: Record<string, string> = {};
  for (const [name, compute] of Object.entries(parts)) digests[name] = await sha256(written(compute()));
  return digests;
}

const SERVICES: readonly ServiceDistribution[] = [
  { distribution: 'gamma', rate: 1.2, scv: 1.7 },
  { distribution: 'gamma', rate: 1.2, scv: 0.3 },
  { distribution: 'lognormal', rate: 1.2, scv: 0.7 },
  { distribution: 'weibull', rate: 1.2, shape: 0.8 },
  { distribution: 'pareto', scale: 0.55, shape: 3.5 },
  { distribution: 'hyperexponential', rate: 1.2, scv: 2.5 },
  { distribution: 'uniform', min: 0.2, max: 1.4 },
];

const tandem = (service: ServiceDistribution): Scenario => ({
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Two stages',
  nodes: [
    { id: 'source', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'first', kind: 'stage', capacity: 6, service },
    { id: 'second', kind: 'stage', capacity: 8, service: { distribution: 'exponential', rate: 1.3 } },
    { id: 'sink', kind: 'sink' },
  ],
  links: [
    { from: 'source', to: 'first' },
    { from: 'first', to: 'second' },
    { from: 'second', to: 'sink' },
  ],
});

/** A run of some thousand arrivals of the fastest source. */
function planOf({ nodes }: Scenario) {
  const rates = nodes.flatMap((node) =>
    node.kind === 'source' ? [distributionRate(node.interarrival)] : [],
  );
  const horizon = EVENTS / Math.max(...rates);
  return { seed: 7, replications: 1, horizon, warmup: horizon / 10 };
}

/** Arguments of both signs, all exponents and usual sizes, as the random streams give them. */
function elementaryValues(): Float64Array {
  const stream = openStream({ seed: 3, replication: 0, node: 'arguments', purpose: 'service' });
  const { log, log1p, log2, log10, exp, expm1, cbrt, pow, hypot, powerOfTwo } = elementary;
  const values: number[] = [];
  for (let i = 0; i < ARGUMENTS; i++) {
    const near = stream.uniform() * 30 - 10;
    const far = (1 + stream.uniform()) * powerOfTwo(Math.floor(stream.uniform() * 2098) - 1074);
    for (const x of [near, far, -far])
      values.push(
        log(Math.abs(x)),
        log1p(x),
        log2(Math.abs(x)),
        log10(Math.abs(x)),
        exp(x),
        expm1(x),
        sin(x),
        cos(x),
        cbrt(x),
      );
    for (const [x, y] of [
      [Math.abs(near), 3 * near],
      [far, near],
      [near, far],
    ] as const)
      values.push(pow(x, y), atan2(x, y), hypot(x, y));
    // Squares and written powers of two are left to the engines.
    values.push(near ** 2, far ** 2, 2 ** -52, 2 ** 32);
  }
  return Float64Array.from(values);
}

function samples(): Float64Array {
  const stream = openStream({ seed: 5, replication: 0, node: 'samples', purpose: 'service' });
  return Float64Array.from({ length: SAMPLES }, () => elementary.pow(-elementary.log(stream.uniform()), 0.8));
}

function posterior(): unknown {
  const tiers: KnownTier[] = [0.5, 0.7].map((mean, i) => ({
    state: `TIER${i + 1}`,
    queues: [
      { id: `Q${i + 1}`, servers: 1, discipline: 'FCFS', service: { distribution: 'exponential', mean } },
    ],
  }));
  const tasks = observeTasks(simulateTasks(tiers, poissonEntries(TASKS, 1, 2), 2), 0.3, 2);
  const problem = compileProblem({ tasks, queues: tiers.flatMap(({ queues }) => queues), sweeps: SWEEPS });
  if (!problem.ok) throw new Error(problem.error.join('\n'));
  const chains = Array.from({ length: problem.value.chains }, (_, chain) =>
    runChain(problem.value, chain, 2),
  );
  const records = chains.map((record) => {
    if ('refused' in record) throw new Error('A chain found no start');
    return record;
  });
  return summarizePosterior(problem.value, records);
}

/** Every number with all its digits; how long something took is no result. */
const written = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => {
    if (key === 'seconds') return undefined;
    if (typeof part === 'number') return Object.is(part, -0) ? '-0' : String(part);
    if (ArrayBuffer.isView(part) && !(part instanceof DataView))
      return Array.from(part as Float64Array, String);
    if (part instanceof Map) return [...part];
    return typeof part === 'bigint' ? `${part}n` : part;
  });

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
