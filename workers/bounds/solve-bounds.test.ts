import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

import type { BoundsAnswer } from './contract.ts';
import { solveBounds } from './solve-bounds.ts';

function boundsOf(drawn: Scenario): BoundsAnswer {
  const outcome = solveBounds(drawn);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const fixed = (mean: number): ServiceDistribution => ({ distribution: 'deterministic', mean });
const every = (gap: number, batchSize = 1) => source('in', 1, { interarrival: fixed(gap), batchSize });
const takes = (id: string, mean: number, more: Parameters<typeof stage>[2] = {}) =>
  stage(id, 1, { service: fixed(mean), ...more });

/**
 * The servers of a stage by hand, first come first served, all services as long as they can be: departures, and the most
 * elements inside (arrivals count before departures of the same instant).
 */
function serveByHand(arrivals: readonly number[], servers: number, S: number) {
  const free = new Array<number>(servers).fill(0);
  const departures = arrivals.map((at) => {
    const next = free.indexOf(Math.min(...free));
    free[next] = Math.max(at, free[next]!) + S;
    return free[next]!;
  });
  const inside = arrivals.map(
    (at, i) => i + 1 - departures.slice(0, i).filter((gone) => gone < at - 1e-12).length,
  );
  return {
    departures: [...departures].sort((a, b) => a - b),
    delay: Math.max(...departures.map((gone, i) => gone - arrivals[i]!)),
    backlog: Math.max(...inside),
  };
}

const periodic = (gap: number, batch: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(i / batch) * gap);

describe('tight cases', () => {
  it('batches of 6 every 4 s, one server of 0.5 s: all 6 inside, the last one stays 3 s', () => {
    const { stages, sources } = boundsOf(line(every(4, 6), takes('a', 0.5)));
    const truth = serveByHand(periodic(4, 6, 60), 1, 0.5);
    expect(stages.a!.backlog).toBe(truth.backlog);
    expect(stages.a!.delay).toBeCloseTo(truth.delay, 12);
    expect(stages.a).toMatchObject({
      service: { rate: 2, latency: 0.5 },
      arrivals: [{ rate: 1.5, burst: 6 }],
    });
    expect(sources[0]!.delay).toBeCloseTo(3, 12);
  });

  it('shared servers: who comes later slows down all, so that many are there at once', () => {
    // Two at 0 s, one at 1 s, one at 2 s, each of 1 s alone: shared by all, none is done at 2 s; the first two at 2.67 s.
    const entry = source('in', 1, { interarrival: { distribution: 'trace', values: [0, 1, 1, 10] } });
    for (const rule of [{ discipline: 'PS' }, { discipline: 'priority', preemption: 'resume' }] as const) {
      const { backlog, delay } = boundsOf(line(entry, takes('a', 1, rule))).stages.a!;
      expect(backlog).toBeGreaterThanOrEqual(4);
      expect(backlog).toBeLessThanOrEqual(5);
      expect(delay).toBeGreaterThanOrEqual(4);
    }
    expect(boundsOf(line(entry, takes('a', 1))).stages.a!.backlog).toBe(3);
  });

  it('the same elements through two equal servers, one after the other: one service more, not one burst more', () => {
    const { sources, stages } = boundsOf(line(every(8, 6), takes('a', 0.5), takes('b', 0.5)));
    const first = serveByHand(periodic(8, 6, 60), 1, 0.5);
    const second = serveByHand(first.departures, 1, 0.5);
    const arrivals = periodic(8, 6, 60);
    const truth = Math.max(...second.departures.map((gone, i) => gone - arrivals[i]!));
    expect(sources[0]!.by).toBe('concatenation');
    expect(sources[0]!.delay).toBeCloseTo(truth, 12);
    expect(stages.b!.backlog).toBeGreaterThanOrEqual(second.backlog);
  });

  it('a bus that takes full batches of 4: latency b / R, and up to 3 wait for the batch to fill', () => {
    const bus = takes('bus', 2, { bulk: { rule: 'full', size: 4 } });
    const { stages } = boundsOf(line(every(1), bus));
    expect(stages.bus!.service).toEqual({ rate: 2, latency: 2 });
    // 1 + 2 may come while the bus is under way, 3 more wait for it to fill.
    expect(stages.bus!.backlog).toBe(1 + 2 + 3);
    // The first of a batch waits for three more, then 2 s.
    expect(stages.bus!.delay).toBeGreaterThanOrEqual(3 + 2);
    const random = boundsOf(
      line(source('in', 1, { interarrival: { distribution: 'pareto', scale: 1, shape: 3 } }), bus),
    );
    expect(random.stages.bus!.delay).toBeUndefined();
    expect(random.sources[0]!.delay).toBeUndefined();
  });

  it('each element becomes 16: Mercury’s words, and a bound for the buffer behind', () => {
    const { stages } = boundsOf(
      line(every(16), takes('a', 0.5, { conversionFactor: 16, capacity: 16 }), takes('b', 0.9)),
    );
    expect(stages.a).toMatchObject({ backlog: 16, fits: true });
    const first = serveByHand(periodic(16, 16, 320), 1, 0.5);
    const second = serveByHand(first.departures, 1, 0.9);
    expect(stages.b!.backlog).toBeGreaterThanOrEqual(second.backlog);
    expect(stages.b!.delay).toBeGreaterThanOrEqual(second.delay - 1e-9);
  });

  it('a delay keeps its elements for the longest time', () => {
    const nodes = [
      every(1),
      { id: 'z', kind: 'delay', service: { distribution: 'uniform', min: 2, max: 4.5 } } as const,
    ];
    const { stages } = boundsOf(line(...nodes, takes('a', 0.5)));
    expect(stages.z).toMatchObject({ backlog: 5, delay: 4.5 });
    // 2.5 s of jitter.
    expect(stages.a!.arrivals).toEqual([{ rate: 1, burst: 3.5 }]);
  });
});

describe('any arrivals within the curve', () => {
  it('never exceed the bounds, with any number of servers', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 2, maxLength: 25 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        (values, c, S) => {
          const mean = values.reduce((sum, gap) => sum + gap, 0) / values.length;
          fc.pre(mean > 0.01 && mean > S / c);
          const drawn = line(
            source('in', 1, { interarrival: { distribution: 'trace', values } }),
            takes('a', S, { serverCount: c }),
            takes('b', mean),
          );
          const { stages, sources } = boundsOf(drawn);
          const instants = [values[0]!];
          for (let i = 1; i < 4 * values.length; i++)
            instants.push(instants.at(-1)! + values[i % values.length]!);
          const first = serveByHand(instants, c, S);
          const second = serveByHand(first.departures, 1, mean);
          expect(stages.a!.backlog).toBeGreaterThanOrEqual(first.backlog);
          expect(stages.a!.delay).toBeGreaterThanOrEqual(first.delay - 1e-9);
          expect(stages.b!.backlog).toBeGreaterThanOrEqual(second.backlog);
          expect(stages.b!.delay).toBeGreaterThanOrEqual(second.delay - 1e-9);
          const whole = second.departures.map((gone, i) => gone - instants[i]!);
          expect(sources[0]!.delay).toBeGreaterThanOrEqual(Math.max(...whole) - 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('meet at one stage: curves add up, and other orders than FCFS may keep one for a whole busy time', () => {
    const nodes = [every(4, 2), source('on', 1, { interarrival: fixed(3) }), takes('a', 0.5), sink()];
    const merged = (more: Parameters<typeof stage>[2]) =>
      boundsOf(
        drawing(
          nodes.map((node) => (node.id === 'a' ? takes('a', 0.5, more) : node)),
          ['in>a', 'on>a', 'a>out'],
        ),
      ).stages.a!;
    expect(merged({}).arrivals).toEqual([{ rate: expect.closeTo(0.5 + 1 / 3, 12), burst: 3 }]);
    expect(merged({}).delay).toBeCloseTo(1.5, 12);
    expect(merged({ discipline: 'LCFS' }).delay).toBeCloseTo((3 + 1) / (2 - 5 / 6), 12);
  });

  it('says which capacity is needed where the one drawn may be too small', () => {
    const { stages, verdicts } = boundsOf(line(every(4, 6), takes('a', 0.5, { capacity: 4 })));
    expect(stages.a!.fits).toBe(false);
    expect(verdictText(verdicts[0]!)).toBe(
      'a has a capacity of 4; without loss or blocking it needs 6 in the worst case. With less it may block in, and the bounds before it hold only with that capacity.',
    );
  });
});
