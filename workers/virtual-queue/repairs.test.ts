/** What mends a refused model: queues whose true structure is known, made by a recursion that shares nothing with the replay. */
import { describe, expect, it } from 'vitest';
import type { TraceFile } from '../measure/contract.ts';
import type { VirtualQueueJudgement } from './contract.ts';
import { judged, reduced } from './judged.test-support.ts';
import { repairSentences } from './verdict-words.ts';

const ELEMENTS = 5000;

/** Minimal standard generator (Park and Miller 1988). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const exponentials = (seed: number, mean: number): number[] => {
  const next = dice(seed);
  return Array.from({ length: ELEMENTS }, () => -mean * Math.log(next()));
};

interface Structure {
  readonly gaps: readonly number[];
  readonly services: readonly number[];
  readonly window?: number;
  readonly servers?: number;
  /** Elements of the n-th transfer, and the time of each. */
  readonly transfers?: {
    readonly size: (n: number) => number;
    readonly time: number;
    readonly latency?: number;
  };
}

/** Element by element; a source that finds the window full begins its next gap when it got in. */
function made({ gaps, services, window = Number.POSITIVE_INFINITY, servers = 1, transfers }: Structure) {
  const [inserted, sent, came, left]: number[][] = [[], [], [], []];
  const free = new Array<number>(servers).fill(0);
  let [clock, bus, number] = [0, 0, 0];
  for (let from = 0; from < gaps.length; ) {
    const to = Math.min(gaps.length, from + (transfers?.size(number) ?? 1));
    number += 1;
    for (let k = from; k < to; k += 1) {
      clock = Math.max(clock + gaps[k]!, k >= window ? left![k - window]! : 0);
      inserted!.push(clock);
    }
    bus = Math.max(bus, clock) + (transfers?.time ?? 0);
    for (let k = from; k < to; k += 1) {
      sent!.push(transfers ? bus : clock);
      came!.push((transfers ? bus : clock) + (transfers?.latency ?? 0));
      const server = free.indexOf(Math.min(...free));
      free[server] = Math.max(free[server]!, came![k]!) + services[k]!;
      left!.push(free[server]!);
    }
    from = to;
  }
  return { inserted: inserted!, sent: sent!, came: came!, left: left!.toSorted((a, b) => a - b) };
}

/** As a file; a unit of time is a second. */
function fileOf(structure: Structure, bulkSize = 8): TraceFile {
  const { inserted, sent, came, left } = made(structure);
  const rows = (queue: string, kind: string, times: readonly number[]) =>
    times.map((time) => `${queue},${Math.round(time * 1e6)},${kind}`);
  const { transfers } = structure;
  const ends = [
    `queue,virtual,,${bulkSize}`,
    ...['tail,tail,queue,', 'head,head,queue,'],
    '#qtm 1 hist time=us',
    'queueId,metric,binLow,binHigh,weight,weightUnit',
    `tail,service,${Math.floor((transfers?.time ?? 0) * 1e6)},${Math.floor((transfers?.time ?? 0) * 1e6) + 1},1,count`,
  ];
  const text = [
    '#qtm 1 queues time=us',
    'queueId,kind,parentId,bulkSize',
    ...(transfers ? ends : ['queue,regular,,']),
    '#qtm 1 events time=us',
    'queueId,time,kind',
    ...(transfers
      ? [
          ...[...rows('tail', 'I', inserted), ...rows('tail', 'D', sent)],
          ...[...rows('head', 'I', came), ...rows('head', 'D', left)],
        ]
      : [...rows('queue', 'I', inserted), ...rows('queue', 'D', left)]),
    '',
  ].join('\n');
  return { file: new Blob([text]), name: 'made.csv' };
}

async function judgedFile(structure: Structure): Promise<VirtualQueueJudgement> {
  const trace = fileOf(structure);
  return judged(await reduced(await (trace.file as Blob).text()), { trace, replications: 39 });
}

const best = ({ repairs }: VirtualQueueJudgement) => {
  const { repair, value, replay } = repairs![0]!;
  return { repair, value, outcome: replay.verdict.outcome };
};

describe('a refused model is mended', () => {
  it('by the window that holds the source back', { tags: ['long'] }, async () => {
    const report = await judgedFile({ gaps: exponentials(3, 1), services: exponentials(4, 1), window: 8 });
    expect(report.replays.at(-1)!.verdict.outcome).toBe('inconsistent');
    expect(best(report)).toMatchObject({ repair: 'window', value: 8 });
    expect(best(report).outcome).not.toBe('inconsistent');
    expect(repairSentences(report)[0]).toMatch(/^What would mend it: a window of 8 elements, beyond which/);
  });

  it('by transfers of different sizes', { tags: ['long'] }, async () => {
    const next = dice(9);
    const size = (): number => 1 + Math.floor(15 * next());
    const report = await judgedFile({
      ...{ gaps: exponentials(5, 1), services: exponentials(6, 0.75) },
      transfers: { size, time: 4 },
    });
    expect(best(report)).toEqual({ repair: 'transferSizes', value: undefined, outcome: 'consistent' });
  });

  it('by a second server', { tags: ['long'] }, async () => {
    const report = await judgedFile({
      ...{ gaps: exponentials(7, 1), services: exponentials(8, 1.6), servers: 2 },
    });
    expect(best(report)).toMatchObject({ repair: 'servers', value: 2 });
    expect(report.repairs![0]!.isExponential).toBe(true);
  });

  it('by the gap that a service goes with', { tags: ['long'] }, async () => {
    const gaps = exponentials(10, 1);
    const report = await judgedFile({ gaps, services: gaps.map((gap) => 0.85 * gap) });
    expect(best(report)).toMatchObject({ repair: 'pairs', outcome: 'consistent' });
  });

  it('by the latency of its channel, and a short one is seen too', async () => {
    const report = await judgedFile({
      ...{ gaps: exponentials(12, 1), services: exponentials(13, 0.7) },
      transfers: { size: () => 8, time: 5, latency: 9 },
    });
    expect(report.replays.at(-1)!.verdict.outcome).toBe('inconsistent');
    expect(best(report).repair).toBe('latency');
    expect(best(report).value).toBeCloseTo(9, 3);
  });

  it('and not by a latency where the clock of the head wanders', { tags: ['long'] }, async () => {
    const trace = fileOf({
      ...{ gaps: exponentials(12, 1), services: exponentials(13, 0.7) },
      transfers: { size: () => 8, time: 5 },
    });
    const text = (await (trace.file as Blob).text())
      .split('\n')
      .map((row) =>
        row.replace(
          /^(head,)(\d+)(,[ID])$/,
          (_, queue, time, kind) => `${queue}${Math.round(1.004 * Number(time))}${kind}`,
        ),
      )
      .join('\n');
    const wandering = { ...trace, file: new Blob([text]) };
    const report = await judged(await reduced(text), { trace: wandering, replications: 39 });
    expect(report.checks.find(({ assumption }) => assumption === 'clocks')!.status).toBe('broken');
    expect(report.replays.at(-1)!.verdict.outcome).toBe('inconsistent');
    expect(report.repairs?.some(({ repair }) => repair === 'latency') ?? false).toBe(false);
  });

  it('and nothing is tried where it is not refused', { tags: ['long'] }, async () => {
    const report = await judgedFile({ gaps: exponentials(14, 1), services: exponentials(15, 0.7) });
    expect(report.replays.at(-1)!.verdict.outcome).toBe('consistent');
    expect(report.repairs).toBeUndefined();
  });
});

describe('a wide window', () => {
  it('is seen by the level that is never passed, although the distances are within chance', {
    tags: ['long'],
  }, async () => {
    const report = await judgedFile({
      ...{ gaps: exponentials(21, 1.06), services: exponentials(22, 1), window: 24 },
    });
    expect(report.replays.at(-1)!.verdict.sentences[0]).toMatch(
      /^Unreliable: the whole queue holds 24 elements [\d.]+ % of the time and never more/,
    );
    expect(best(report)).toMatchObject({ repair: 'window', value: 24 });
  });
});
