import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AssumptionCheck, ReplayProgress, VirtualQueueJudgement } from './contract.ts';
import { type BenchmarkPlan, generateTrace } from './generate-benchmarks.ts';
import { writeHistograms } from './generate-histograms.ts';
import { judgeVirtualQueue, replicator } from './judge-virtual-queue.ts';
import { judged, measuredRun, reduced, refusal } from './judged.test-support.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;
const ONE_PLATFORM: BenchmarkPlan = {
  insertions: exponential(1.25),
  services: exponential(1),
  elements: 20_000,
  seed: 3,
};
const BUS: BenchmarkPlan = { ...ONE_PLATFORM, bus: { bulkSize: 32, transferTime: 16 }, elements: 5_000 };
const BURSTS = {
  distribution: 'onOff',
  peakRate: 1.5,
  idleRate: 0.1,
  meanOnTime: 60,
  meanOffTime: 60,
} as const;

/** As few replications as are allowed. */
const FEW = { replications: 39 };

const outcome = ({ replays }: VirtualQueueJudgement) => replays.at(-1)!.verdict.outcome;
const statusOf = ({ checks }: VirtualQueueJudgement, assumption: AssumptionCheck['assumption']) =>
  checks.find((check) => check.assumption === assumption)?.status;

describe('which gaps may drive the server', () => {
  it('raw departure gaps make M/M/1 at 0.8 critical, those with an element at hand give 4 (true mean 4)', async () => {
    const { queues, frames } = await measuredRun({ ...ONE_PLATFORM, elements: 25_000 }, 1);
    const queue = queues[0]!;
    const insertions = queue.interInsertion!.all!;
    const lengths = Float64Array.of(frames.end[0]! - frames.start[0]!);
    const mean = (service: 'all' | 'nonBlocked' | 'availTime'): number => {
      const one = replicator({
        ...{ queue, insertions, service: queue.interDeparture![service]!, lengths },
        ...{ replications: 39, seed: 1, startsEmpty: true },
      });
      const means = Array.from({ length: 4 }, (_, r) => one(r).whole.meanByFrame[0]!);
      return means.reduce((sum, value) => sum + value, 0) / means.length;
    };
    expect(mean('all')).toBeGreaterThan(40);
    for (const kind of ['nonBlocked', 'availTime'] as const) {
      expect(queue.interDeparture![kind]!.mean).toBeCloseTo(1, 1);
      expect(Math.abs(mean(kind) - queue.occupancy!.mean)).toBeLessThan(0.5);
    }
  });

  it('refuses raw gaps with the figures, and takes a given distribution instead', {
    tags: ['long'],
  }, async () => {
    const measurement = await measuredRun({ ...ONE_PLATFORM, elements: 3000 });
    const reason = await refusal(measurement, { evidence: 'all' });
    expect(reason).toMatch(
      /^queue queue: all departure gaps include the time that nothing was there\. Their mean is 1\.2\d* s/,
    );
    expect(reason).toMatch(
      /busy (99(\.\d)?|100) % of the time .* has availTime, with a mean of (9\d\d(\.\d)? ms|1(\.0\d*)? s)/,
    );
    const given = await judged(measurement, { evidence: 'all', service: exponential(1), replications: 39 });
    expect(given.evidence.service).toBe('given');
    expect(given.replays[0]!.parts.whole!.mean).toBeGreaterThan(2.5);
  });
});

describe('the prediction of each level', () => {
  it('has a band that a run of the same queue leaves at one level in twenty', {
    tags: ['long'],
  }, async () => {
    let [beyond, all] = [0, 0];
    for (let seed = 1; seed <= 30; seed += 1) {
      const report = await judged(await measuredRun({ ...ONE_PLATFORM, seed, elements: 2_000 }), FEW);
      const { lowShares, highShares } = report.replays[0]!.parts.whole!;
      const { shares } = report.measured.whole!;
      for (let n = 0; n <= 8; n += 1) {
        all += 1;
        if (shares[n]! < lowShares[n]! || shares[n]! > highShares[n]!) beyond += 1;
      }
    }
    // Levels of one run go together: 30 runs tell the share within a factor of two.
    expect(beyond / all).toBeGreaterThan(0.02);
    expect(beyond / all).toBeLessThan(0.12);
  });
});

describe('the verdict', () => {
  it('of a right tandem is no contradiction; the truth, which it does not know, is near', async () => {
    const report = await judged(await measuredRun(BUS), FEW);
    expect(report.replays.map(({ model, verdict }) => [model, verdict.outcome])).toEqual([
      ['ideal', 'inconsistent'],
      ['tandem', 'consistent'],
    ]);
    expect(report.replays[1]!.verdict.sentences[0]).toContain('which is no proof');
    for (const check of ['insertions', 'departures', 'cross', 'latency'] as const)
      expect(['holds', 'slight']).toContain(statusOf(report, check));
    expect(report.warnings).toEqual([]);
  });

  it('is the same for the same seed', async () => {
    const measurement = await measuredRun({ ...BUS, elements: 1500 });
    const question = { replications: 39, seed: 7 };
    expect(await judged(measurement, question)).toEqual(await judged(measurement, question));
  });

  it('refuses bursts of the source, and says why', async () => {
    const report = await judged(await measuredRun({ ...BUS, insertions: BURSTS, seed: 11 }), FEW);
    expect(outcome(report)).toBe('inconsistent');
    expect(statusOf(report, 'insertions')).toBe('broken');
    // Replayed in their measured order, the bursts explain it.
    expect(report.inOrder!.verdict.outcome).toBe('consistent');
    const { correlogram } = report.checks[0]!;
    expect(correlogram!.value[0]!).toBeGreaterThan(correlogram!.high[0]!);
  });

  it('refuses bursts of the server, and says why', { tags: ['long'] }, async () => {
    const bursts = { ...BURSTS, peakRate: 2.2, idleRate: 0.25, meanOnTime: 60, meanOffTime: 80 };
    const report = await judged(
      await measuredRun({ ...ONE_PLATFORM, services: bursts, elements: 5_000 }),
      FEW,
    );
    expect(outcome(report)).toBe('inconsistent');
    expect(statusOf(report, 'departures')).toBe('broken');
  });

  it('refuses a latency that the occupancies do not show, by the counts of both ends', {
    tags: ['long'],
  }, async () => {
    const late = { ...BUS, bus: { ...BUS.bus!, latency: 40 } };
    const measurement = await measuredRun({ ...late, elements: 3_000 }, 20);
    const report = await judged(measurement, FEW);
    expect(outcome(report)).toBe('inconsistent');
    expect(statusOf(report, 'latency')).toBe('broken');
    const { p, sentences } = report.replays[1]!.verdict;
    expect(p).toBeGreaterThan(0.05);
    expect(sentences[0]).toContain('on their way');
    expect(outcome(await judged(measurement, { ...FEW, channel: { latency: 40 } }))).toBe('consistent');
  });

  it('promises nothing of the whole where histograms of both ends alone cannot show the latency', {
    tags: ['long'],
  }, async () => {
    const late = { ...BUS, bus: { ...BUS.bus!, latency: 20 } };
    const { insertion, departure } = generateTrace(late);
    const end = departure.at(-1)!;
    const whole = insertion.reduce((area, from, k) => area + (departure[k] ?? end) - from, 0) / end;
    const ends = writeHistograms(await measuredRun(late, 1), 'ends of a bus');
    const report = await judged(await reduced(ends), FEW);
    const { parts, verdict } = report.replays[1]!;
    // 0.8 x 20 = 16 elements are on their way, which both ends know nothing of.
    expect(parts.whole!.mean / whole).toBeLessThan(0.75);
    expect(verdict.outcome).toBe('consistent');
    expect(verdict.sentences.join(' ')).not.toContain('A prediction that is off');
    expect(verdict.sentences[0]).toContain('there the whole queue may be off by more');
  });

  it('leaves a short run open, whatever the model is', async () => {
    const report = await judged(await measuredRun({ ...ONE_PLATFORM, elements: 120, seed: 9 }, 1));
    expect(outcome(report)).toBe('undecidable');
    expect(report.replays[0]!.verdict.sentences[0]).toBe(
      'Not decidable: 118 insertions are too few, at least 200 are needed.',
    );
  });

  it('follows a load that changes from frame to frame', { tags: ['long'] }, async () => {
    // Both halves last as long, so that the load changes at the border of two frames.
    const values = Array.from({ length: 6000 }, (_, i) => (i < 2000 ? 2.5 : 1.25));
    const report = await judged(
      await measuredRun(
        { ...ONE_PLATFORM, insertions: { distribution: 'trace', values }, elements: 6000 },
        8,
      ),
    );
    expect(outcome(report)).toBe('consistent');
    expect(statusOf(report, 'drift')).toBe('slight');
    const { lowByFrame, highByFrame } = report.replays[0]!.parts.whole!;
    const inside = report.measured.whole!.meanByFrame!.filter(
      (mean, f) => mean >= lowByFrame[f]! && mean <= highByFrame[f]!,
    );
    expect(inside.length).toBeGreaterThanOrEqual(6);
  });
});

describe('histograms without a table of frames', () => {
  it('are one frame over everything', async () => {
    const file = new URL(
      '../../public/measurements/virtual-queues/mm1-rho-0.8-one-platform.json',
      import.meta.url,
    );
    const { frames, ...document } = JSON.parse(readFileSync(file, 'utf8'));
    const whole = await reduced(JSON.stringify(document));
    const cut = await reduced(JSON.stringify({ ...document, frames }));
    expect([...whole.frames.end]).toEqual([expect.closeTo(cut.frames.end.at(-1)!, 1)]);
    const { replays } = await judged(whole, FEW);
    expect(replays.at(-1)!.verdict.outcome).toBe('consistent');
    expect(replays.at(-1)!.verdict.sentences.join()).not.toContain('Unreliable');
    const { insertions, busy } = whole.queues[0]!.frames!;
    const [inserted, observed] = [cut.queues[0]!.interInsertion!.all!.total, whole.frames.end[0]!];
    expect(insertions[0]).toBe(inserted);
    expect(busy[0]! / observed).toBeCloseTo(0.8, 1);
  });
});

describe('what is refused', () => {
  it('names gaps that do not fill the run: one time that lies months behind the others', async () => {
    const late = await reduced(
      '#qtm 1 events time=ns\nqueueId,time,kind\nqueue,1000,I\nqueue,1800,I\nqueue,2500,D\nqueue,9007199254740992,D\n',
    );
    expect(await refusal(late)).toMatch(
      /^queue queue: its times between insertions last 800 ns of the 9.01e6 s observed; a replay would have/,
    );
  });

  it('names what is missing', async () => {
    const measurement = await measuredRun({ ...BUS, elements: 500 });
    expect(await refusal(measurement, { queue: 'other' })).toBe(
      'there is no queue "other"; the file has queue, tail, head',
    );
    expect(await refusal(measurement, { replications: 10 })).toBe(
      'expected at least 39 replications, got 10',
    );
    expect(await refusal(measurement, { evidence: 'service' })).toBe(
      'queue queue: there is no histogram service; it has all, nonBlocked, availTime',
    );
    expect(await refusal(measurement, { channel: { bulkSize: 1.5 } })).toBe(
      'the bus of queue queue: expected a bulk size that is an integer >= 1, got 1.5',
    );
    expect(await refusal(measurement, { channel: { headCapacity: 8 } })).toBe(
      'the bus of queue queue: the head must hold a bulk of 32, got a capacity of 8',
    );
    const grouped = await reduced(
      '#qtm 1 events time=ns\nqueueId,time,kind,count\nqueue,1,I,3\nqueue,5,D,1\nqueue,9,I,3\nqueue,12,D,1\n',
    );
    expect(await refusal(grouped)).toContain('up to 3 elements at once');
  });
});

describe('a long question', () => {
  it('tells how far it is, and stops when asked to', async () => {
    const measurement = await measuredRun({ ...BUS, elements: 1500 });
    const told: ReplayProgress[] = [];
    const question = { queue: 'queue', replications: 39 };
    await judgeVirtualQueue(measurement, question, { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ phase: 'running', done: 117, runs: 117 });
    const controller = new AbortController();
    const stopped = judgeVirtualQueue(
      measurement,
      { queue: 'queue', replications: 5000 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(stopped).rejects.toThrow(/abort/i);
  });
});
