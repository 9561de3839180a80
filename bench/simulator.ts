/**
 * How fast the simulator is: events per second on a tandem of three exponential stages with blocking and histograms,
 * beside a loop written by hand for this one model with the same random numbers. Run: npx tsx bench/simulator.ts [horizon]
 */
import type { Scenario, ScenarioNode } from '../src/model/scenario.ts';
import { drawExponential } from '../workers/random/exponential.ts';
import { openStream } from '../workers/random/random-stream.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';

const ARRIVAL_RATE = 0.8;
const CAPACITIES = [64, 16, 16] as const;
const ROUNDS = 5;

interface Run {
  readonly events: number;
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
  return { format: 'stagegraph-scenario', schemaVersion: 1, name: 'Tandem', nodes, links };
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

/** The fastest of some rounds, the first of which also compiles. */
function measure(run: (horizon: number) => Run, horizon: number) {
  let best = Infinity;
  let result = run(horizon / 10);
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    result = run(horizon);
    best = Math.min(best, (performance.now() - started) / 1000);
  }
  return { ...result, seconds: best, millionEventsPerSecond: result.events / best / 1e6 };
}

const horizon = Number(process.argv[2] ?? 1e6);
const engine = measure(runEngine, horizon);
const byHand = measure(runByHand, horizon);
const ratio = engine.millionEventsPerSecond / byHand.millionEventsPerSecond;
console.log(JSON.stringify({ engine, byHand, ratio }, null, 2));
