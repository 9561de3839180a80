/**
 * How fast the simulator is: events per second on a tandem of three exponential stages with blocking and histograms,
 * beside loops written by hand for this one model, in TypeScript with the same random numbers and in C.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario, ScenarioNode } from '../src/model/scenario.ts';
import { drawExponential } from '../workers/random/exponential.ts';
import { openStream } from '../workers/random/random-stream.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import type { BenchRow } from './row.ts';
import { example } from './solver.ts';

const ARRIVAL_RATE = 0.8;
const CAPACITIES = [64, 16, 16] as const;
const ROUNDS = 5;
const HORIZON = 1e6;

interface Run {
  readonly events: number;
  /** Measured by the program itself, where starting it takes time. */
  readonly seconds?: number;
  readonly throughput: number;
  readonly meanOccupancy2: number;
}

function tandem(): Scenario {
  const stages = CAPACITIES.map(
    (capacity, i): ScenarioNode => ({
      id: `stage${i + 1}`,
      kind: 'stage',
      service: { law: 'exponential', rate: 1 },
      capacity,
      whenFull: i === 0 ? 'drop' : 'block',
    }),
  );
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: { law: 'exponential', rate: ARRIVAL_RATE } },
    ...stages,
    { id: 'out', kind: 'sink' },
  ];
  const links = nodes.slice(1).map((node, i) => ({ from: nodes[i]!.id, to: node.id }));
  return { format: 'stagegraph-scenario', schemaVersion: 2, name: 'Tandem', nodes, links };
}

function runEngine(horizon: number): Run {
  const record = replicateNow(tandem(), { seed: 1, replications: 2, horizon, warmup: 0 }, 0);
  if (record.kind === 'noAnswer') throw new Error(record.message);
  return {
    events: record.events,
    throughput: record.sinkArrivals / horizon,
    meanOccupancy2: record.stages.stage2!.occupancyTime / horizon,
  };
}

/** Arrivals are event 3, the end of a service at stage i is event i. */
function runByHand(horizon: number): Run {
  const stream = openStream({ seed: 1, replication: 0, node: 'by hand', purpose: 'service' });
  const next = Float64Array.of(Infinity, Infinity, Infinity, drawExponential(stream) / ARRIVAL_RATE);
  const last = new Float64Array(3);
  const n = new Int32Array(3);
  const blocked = new Uint8Array(3);
  const time = CAPACITIES.map((capacity) => new Float64Array(capacity + 1));
  let now = 0;
  let events = 0;
  let delivered = 0;
  const change = (stage: number, by: number): void => {
    time[stage]![n[stage]!]! += now - last[stage]!;
    last[stage] = now;
    n[stage]! += by;
  };
  const enter = (stage: number): void => {
    change(stage, 1);
    if (n[stage] === 1) next[stage] = now + drawExponential(stream);
  };
  for (;;) {
    let event = 0;
    for (let i = 1; i < 4; i++) if (next[i]! < next[event]!) event = i;
    now = next[event]!;
    if (now > horizon) break;
    events++;
    if (event === 3) {
      next[3] = now + drawExponential(stream) / ARRIVAL_RATE;
      if (n[0]! < CAPACITIES[0]) enter(0);
      continue;
    }
    next[event] = Infinity;
    if (event < 2 && n[event + 1]! >= CAPACITIES[event + 1]!) {
      blocked[event] = 1;
      continue;
    }
    for (let stage = event; ; stage--) {
      change(stage, -1);
      if (stage === 2) delivered++;
      else enter(stage + 1);
      blocked[stage] = 0;
      if (n[stage]! > 0) next[stage] = now + drawExponential(stream);
      if (stage === 0 || blocked[stage - 1] === 0) break;
    }
  }
  const mean = time[1]!.reduce((sum, spent, level) => sum + spent * level, 0) / now;
  return { events, throughput: delivered / horizon, meanOccupancy2: mean };
}

/** Undefined on a machine without a C compiler. */
function compileYardstick(directory: string): ((horizon: number) => Run) | undefined {
  const program = join(directory, 'yardstick');
  const code = fileURLToPath(new URL('yardstick.c', import.meta.url));
  try {
    execFileSync('cc', ['-O3', '-march=native', '-o', program, code, '-lm'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return (horizon) => JSON.parse(execFileSync(program, [String(horizon)], { encoding: 'utf8' })) as Run;
}

/** Events per second: the fastest of some rounds, the first of which also compiles. Throws when the model is another. */
function speedOf(run: (horizon: number) => Run): number {
  let best = 0;
  run(HORIZON / 10);
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const result = run(HORIZON);
    if (Math.abs(result.throughput - ARRIVAL_RATE) > 0.01 || Math.abs(result.meanOccupancy2 - 4) > 0.3)
      throw new Error(`Not the same model: ${JSON.stringify(result)}`);
    best = Math.max(best, result.events / (result.seconds ?? (performance.now() - started) / 1000));
  }
  return best;
}

/** A run with nothing asked for, in one thread. */
function defaultRun(slug: string): BenchRow {
  const started = performance.now();
  const result = simulateNow(example(slug));
  if (result.kind === 'noAnswer') throw new Error(result.message);
  const seconds = (performance.now() - started) / 1000;
  const events = `${(result.events / 1e6).toFixed(1)} million events`;
  return {
    what: `${slug}: run as chosen, 10 replications one after the other, Node`,
    result: `${seconds.toFixed(1)} s, ${events}, ${(result.events / seconds / 1e6).toFixed(1)} million/s`,
  };
}

const speedText = (speed: number): string => `${(speed / 1e6).toFixed(1)} million events/s`;

export async function benchSimulator(): Promise<BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'stagegraph-bench-'));
  try {
    const runInC = compileYardstick(directory);
    const engine = speedOf(runEngine);
    const byHand = speedOf(runByHand);
    const inC = runInC && speedOf(runInC);
    const ratio = (speed: number): string => `${(engine / speed).toFixed(2)} of ${speedText(speed)}`;
    return [
      { what: 'engine, tandem of three stages with blocking', result: speedText(engine) },
      { what: 'engine, as a share of a loop written by hand in TypeScript', result: ratio(byHand) },
      {
        what: 'engine, as a share of a loop written by hand in C',
        result: inC === undefined ? 'no C compiler here' : ratio(inC),
      },
      defaultRun('mercury-run-1'),
      defaultRun('mercury-run-2'),
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchSimulator());
