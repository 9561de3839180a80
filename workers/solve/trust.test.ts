import { describe, expect, it } from 'vitest';
import { verdictText } from '../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { ScenarioNode } from '../../core/scenario/scenario.ts';
import { answerTo, codesAt, messageOf } from './fixtures/answer.ts';

describe('verdicts on the station', () => {
  it('gives direction and size of a service distribution that the model leaves out', () => {
    const service = { distribution: 'deterministic', rate: 2 } as const;
    const answer = answerTo(line(source('s', 1), stage('a', 2, { service })), 'mm1');
    expect(codesAt(answer, 'a')).toEqual(['service-not-exponential']);
    expect(messageOf(answer, 'service-not-exponential')).toBe(
      'Service at a is less variable than exponential (scv 0), which M/M/1 assumes; the real queue is shorter, about 0.5 times the computed one (0.25 elements fewer).',
    );
  });

  it('has nothing to say where the model knows the distribution', () => {
    const service = { distribution: 'lognormal', rate: 2, scv: 3 } as const;
    expect(answerTo(line(source('s', 1), stage('a', 2, { service }))).verdicts).toEqual([]);
  });

  it('tells a service time without variance', () => {
    const service = { distribution: 'pareto', scale: 0.1, shape: 1.5 } as const;
    const answer = answerTo(line(source('s', 1), stage('a', 2, { service })));
    expect(messageOf(answer, 'service-not-exponential')).toContain('no finite variance');
    expect(answer.stages.a!.meanOccupancy).toBeUndefined();
    expect(answer.kind).toBe('answer');
  });

  it('says no mean of a queue only where there is none', () => {
    const service = { distribution: 'pareto', scale: 0.2, shape: 1.5 } as const;
    const told = (more: object) => {
      const answer = answerTo(line(source('s', 1), stage('a', 2, { service, ...more })), 'auto');
      return JSON.stringify(answer.stages.a!.assumptions ?? []) + answer.verdicts.map(verdictText).join(' ');
    };
    expect(told({})).toContain('its queue has no mean; a simulated one never settles');
    expect(told({ serverCount: 2 })).toContain('"queue":"noMean"');
    expect(told({ serverCount: 4 })).toContain('"queue":"hasMean"');
    // Exact whatever the distribution.
    expect(told({ discipline: 'PS' })).not.toContain('variance');
  });

  it('tells bulk, pooled servers and ignored losses', () => {
    const bulk = { rule: 'full', size: 4 } as const;
    const drawn = line(source('s', 1), stage('a', 1, { bulk }), stage('b', 1, { serverCount: 3 }));
    const answer = answerTo(drawn, 'mm1');
    expect(codesAt(answer, 'a')).toContain('bulk-ignored');
    expect(codesAt(answer, 'b')).toContain('servers-pooled');
    const dropping = line(source('s', 1), stage('a', 2, { capacity: 4, whenFull: 'drop' }));
    expect(codesAt(answerTo(dropping, 'mm1k'), 'a')).toContain('loss-ignored');
    expect(codesAt(answerTo(dropping), 'a')).toEqual([]);
  });

  it('tells that an unbounded model is out of the range of the real places', () => {
    const answer = answerTo(line(source('s', 99), stage('a', 100, { capacity: 10 })), 'mm1');
    expect(codesAt(answer, 'a')).toContain('back-pressure-out-of-range');
    expect(messageOf(answer, 'back-pressure-out-of-range')).toContain('capacity (10) 90 % of the time');
  });

  it('doubts what comes behind a stage that is doubtful, and what it holds up', () => {
    const { stages } = answerTo(
      drawing(
        [
          source('s', 1),
          stage('u', 9),
          { id: 'd', kind: 'delay', service: { distribution: 'exponential', mean: 3 } },
          stage('a', 1.1, { capacity: 20 }),
          stage('b', 1.05, { capacity: 30 }),
          stage('c', 9, { capacity: 40 }),
          sink(),
        ],
        ['s>u', 'u>d', 'd>a', 'a>b', 'b>c', 'c>out'],
      ),
    );
    // b is full for 2 % of the time and holds up a, which holds up the delay; c only feels what comes.
    for (const id of ['d', 'a', 'b', 'c']) expect(stages[id]!.doubtful, id).toBe(true);
    expect(stages.u!.doubtful).toBeUndefined();
  });

  it('tells who is held up by whom, seen through routers', () => {
    const drawn = drawing(
      [source('s', 8), stage('a', 10), { id: 'r', kind: 'router' }, stage('b', 10, { capacity: 3 }), sink()],
      ['s>a', 'a>r', 'r>b', 'b>out'],
    );
    expect(messageOf(answerTo(drawn), 'blocking-ignored')).toMatch(
      /^a is blocked while b is full \(\d+ % of the time\)/,
    );
  });
});

describe('verdicts on the arrivals', () => {
  const from = (interarrival: Extract<ScenarioNode, { kind: 'source' }>['interarrival']) =>
    answerTo(line(source('s', 1, { interarrival }), stage('a', 3)), 'mmc');

  it('gives the direction for arrivals more and less regular than Poisson', () => {
    expect(messageOf(from({ distribution: 'deterministic', rate: 1 }), 'arrivals-not-poisson')).toContain(
      'shorter',
    );
    expect(messageOf(from({ distribution: 'gamma', rate: 1, scv: 4 }), 'arrivals-not-poisson')).toContain(
      'longer',
    );
    expect(from({ distribution: 'gamma', rate: 1, scv: 1 }).verdicts).toEqual([]);
  });

  it('tells correlated arrivals from merely irregular ones', () => {
    const onOff = from({
      distribution: 'onOff',
      peakRate: 4,
      meanOnTime: 50,
      meanOffTime: 150,
      idleRate: 0.1,
    });
    expect(codesAt(onOff, 'a')).toContain('correlated-arrivals');
    const known = { distribution: 'onOff', peakRate: 4, meanOnTime: 5, meanOffTime: 15 } as const;
    const first = answerTo(line(source('s', 1, { interarrival: known }), stage('a', 3)));
    expect(first).toMatchObject({ exact: true, verdicts: [] });
  });

  it('gives the size of groups: a batch of 3 converted to 4 each is 12 at once', () => {
    const answer = answerTo(
      line(source('s', 1, { batchSize: 3 }), stage('a', 99, { conversionFactor: 4 })),
      'mmc',
    );
    expect(messageOf(answer, 'batch-arrivals-ignored')).toContain('Batch arrivals (about 12) at a');
    expect(messageOf(answer, 'batch-arrivals-ignored')).toContain('up to 6.5 times');
  });

  it('is right about the size: M^[3]/M/1 holds 3 where M/M/1 holds 1.5', () => {
    const answer = answerTo(line(source('s', 0.2, { batchSize: 3 }), stage('a', 1)), 'mmc');
    const published = 3;
    expect(answer.stages.a!.meanOccupancy! * 2).toBeCloseTo(published, 12);
    expect(messageOf(answer, 'batch-arrivals-ignored')).toContain('up to 2 times');
  });

  it('has nothing to say where the first stage has a model for what comes', () => {
    for (const extra of [
      { batchSize: 3 },
      { interarrival: { distribution: 'erlang', rate: 1, shape: 3 } },
    ] as const)
      expect(answerTo(line(source('s', 0.2, extra), stage('a', 3)))).toMatchObject({
        exact: true,
        verdicts: [],
      });
  });

  it('tells of feedback only where it matters: not in a Jackson network', () => {
    const loop = (extra: Parameters<typeof stage>[2]) =>
      answerTo(drawing([source('s', 1), stage('a', 9, extra), sink()], ['s>a', 'a>a:0.5', 'a>out:0.5']));
    expect(loop({}).verdicts).toEqual([]);
    const fixed = { service: { distribution: 'deterministic', rate: 9 } } as const;
    expect(codesAt(loop(fixed), 'a')).toContain('feedback-ignored');
    const byMoments = answerTo(
      drawing([source('s', 1), stage('a', 9, fixed), sink()], ['s>a', 'a>a:0.5', 'a>out:0.5']),
      'qna',
    );
    expect(codesAt(byMoments, 'a')).toContain('feedback-ignored');
    expect(byMoments.stages.a!.assumptions!.find(({ code }) => code === 'feedback')!.holds).toBe(false);
  });

  it.each(['roundRobin', 'joinShortestQueue', 'broadcast'] as const)(
    'tells that %s is approximated',
    (rule) => {
      const drawn = drawing(
        [
          source('s', 1),
          { id: 'r', kind: 'router', routing: { rule } },
          stage('a', 9),
          stage('b', 9),
          sink(),
        ],
        ['s>r', 'r>a', 'r>b', 'a>out', 'b>out'],
      );
      const answer = answerTo(drawn);
      expect(codesAt(answer, 'r')).toEqual(['routing-approximated']);
      // The shortest queue moves numbers much, and says so where they are.
      const isFar = rule === 'joinShortestQueue';
      expect(answer.stages.a!.doubtful === true).toBe(isFar);
      expect(answer.stages.a!.assumptions!.some(({ code }) => code === 'split')).toBe(isFar);
    },
  );
});

describe('a source that is held up', () => {
  const drawn = line(source('s', 0.9), stage('a', 1, { capacity: 3 }));

  it('makes the accepted rate of M/M/1/K a doubtful one', () => {
    const answer = answerTo(drawn);
    expect(codesAt(answer, 'a')).toEqual(['source-held-up']);
    expect(answer.stages.a!.doubtful).toBe(true);
    // The truth: a chain of 0..3, and one more held at the source, 6.675 / 4.0951 in all.
    const truth = answerTo(drawn, 'chain').stages.a!.meanOccupancy!;
    expect(truth).toBeCloseTo(6.675 / 4.0951, 3);
    expect(answer.stages.a!.meanOccupancy).toBeGreaterThan(1.2 * truth);
  });

  it('is no news where the stage is seldom full, or Dor’s model was asked for', () => {
    expect(answerTo(line(source('s', 0.3), stage('a', 1, { capacity: 9 }))).verdicts).toEqual([]);
    expect(codesAt(answerTo(drawn, 'mm1k'), 'a')).not.toContain('source-held-up');
  });
});

describe('names in verdicts', () => {
  it('are those shown on the drawing', () => {
    const drawn = line(
      source('s', 8, { name: 'Disk', batchSize: 4 }),
      stage('a', 10, { name: 'Hash' }),
      stage('b', 10, { name: 'Bloom filter', capacity: 3 }),
    );
    const answer = answerTo(drawn, 'mmc');
    expect(messageOf(answer, 'batch-arrivals-ignored')).toContain('Batch arrivals (about 4) at Hash');
    expect(messageOf(answer, 'departures-not-poisson')).toMatch(
      /^Bloom filter assumes Poisson arrivals; the output of Hash is not a Poisson stream/,
    );
  });

  it('are those of shared resources, and the bottleneck says which one it is', () => {
    const shared = {
      ...line(source('s', 0.9), stage('a', 1, { resource: 'bus' }), stage('b', 2, { resource: 'bus' })),
      resources: [{ id: 'bus', name: 'Memory bus' }],
    };
    const answer = answerTo(shared);
    expect(answer.network).toMatchObject({ bottleneck: 'a', bottleneckResource: 'bus' });
    expect(messageOf(answer, 'saturated')).toMatch(/^Memory bus is overloaded by the stages that share it/);
    expect(answerTo(line(source('s', 0.9), stage('a', 1))).network).not.toHaveProperty('bottleneckResource');
  });
});
