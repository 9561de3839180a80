/** Queues of which everything is known, as event files, and small scenarios to replay them through. */
import {
  type ArrivalDistribution,
  type ServiceDistribution,
  samplerOf,
} from '../../core/distributions/index.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { openStream } from '../random/random-stream.ts';
import type { StageReplay, StageReplayQuestion } from './contract.ts';
import { type ReplayOptions, replayStage } from './replay-stage.ts';

/** Whole ns, as a file has them. */
export interface KnownQueue {
  readonly arrivals: readonly number[];
  readonly departures: readonly number[];
}

/** One server, first come first served: D_i = max(A_i, D_{i-1}) + S_i. Times are rounded to ns before the recursion. */
export function knownQueue(
  interarrival: ArrivalDistribution,
  service: ServiceDistribution,
  { count, seed }: { readonly count: number; readonly seed: number },
): KnownQueue {
  const draws = (distribution: ArrivalDistribution, purpose: 'interarrival' | 'service') =>
    samplerOf(distribution, openStream({ seed, replication: 7, node: 'known', purpose }));
  const gap = draws(interarrival, 'interarrival');
  const length = draws(service, 'service');
  const arrivals: number[] = [];
  const departures: number[] = [];
  let [now, free] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    now += Math.round(gap.next() * 1e9);
    free = Math.max(free, now) + Math.round(length.next() * 1e9);
    arrivals.push(now);
    departures.push(free);
  }
  return { arrivals, departures };
}

/** Mixed in order of time, at one instant the insertion first. */
export function eventsFile({ arrivals, departures }: KnownQueue, queue = 'server'): Blob {
  const rows = [
    ...arrivals.map((time) => ({ time, kind: 'I' })),
    ...departures.map((time) => ({ time, kind: 'D' })),
  ].sort((a, b) => a.time - b.time || (a.kind === b.kind ? 0 : a.kind === 'I' ? -1 : 1));
  const lines = rows.map(({ time, kind }) => `${queue},${time},${kind}`);
  return new Blob([`#qtm 1 events time=ns\nqueueId,time,kind\n${lines.join('\n')}\n`]);
}

export const blobOf = (...lines: readonly string[]): Blob => new Blob([`${lines.join('\n')}\n`]);

type Server = Omit<StageNode, 'kind' | 'id'>;

/** A source, the stage `server`, and what follows. */
export function lineOf(
  interarrival: ArrivalDistribution,
  server: Server,
  behind: readonly ScenarioNode[] = [],
): Scenario {
  const nodes: readonly ScenarioNode[] = [
    { kind: 'source', id: 'in', interarrival },
    { kind: 'stage', id: 'server', ...server },
    ...behind,
    { kind: 'sink', id: 'out' },
  ];
  const links = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }));
  return { format: 'stagegraph-scenario', schemaVersion: 3, name: 'line', nodes, links };
}

export const replay = (
  file: Blob,
  scenario: Scenario,
  question: Partial<StageReplayQuestion> = {},
  options: Partial<ReplayOptions> = {},
) =>
  replayStage(
    file,
    { scenario, stage: 'server', queue: 'server', ...question },
    { fileName: 'trace.csv', ...options },
  );

export async function replayed(...asked: Parameters<typeof replay>): Promise<StageReplay> {
  const report = await replay(...asked);
  if (report.kind === 'refused') throw new Error(report.reason);
  return report;
}

export async function refusal(...asked: Parameters<typeof replay>): Promise<string> {
  const report = await replay(...asked);
  if (report.kind !== 'refused') throw new Error('it was replayed');
  return report.reason;
}

export const predicted = (report: StageReplay, feed: StageReplay['predictions'][number]['feed']) =>
  report.predictions.find((one) => one.feed === feed)!;
