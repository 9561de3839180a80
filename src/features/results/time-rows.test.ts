/** What the time series read out of a simulation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { exponential, SCENARIO, simulated } from '../simulate/simulated.test-support.ts';
import { warmUpWords } from '../simulate/warm-up-words.ts';
import { timeAxis } from './time-axis.ts';
import { scheduleMarks, timeRows } from './time-rows.ts';

const SECONDS = timeAxis('time', 100);

let result: SimulationResult;
beforeAll(() => {
  result = simulated();
});

describe('rows over time', () => {
  const rowsOf = (view: Parameters<typeof timeRows>[2]['view'], selected: readonly string[] = []) =>
    timeRows(SCENARIO, result, { view, selected, axis: SECONDS }).rows;

  it('are the stages, delays and joins in flow order, then the virtual queues', () => {
    expect(rowsOf('meanOccupancy').map(({ id }) => id)).toEqual([
      ...['first', 'a', 'b', 'merge', 'think', 'disk', 'g'],
    ]);
    expect(rowsOf('utilization').map(({ id }) => id)).toEqual(['first', 'a', 'b', 'disk']);
  });

  it('show that three times as many arrive in the second frame of the schedule', () => {
    const [slow, fast] = rowsOf('offeredRate')[0]!.series[0]!.points;
    expect([slow!.x, slow!.to, fast!.to]).toEqual([0, 10, 20]);
    expect(slow!.low).toBeLessThan(1.1);
    expect(slow!.high).toBeGreaterThan(0.9);
    expect(fast!.low).toBeLessThan(3.2);
    expect(fast!.high).toBeGreaterThan(2.8);
  });

  it('mark where frames of schedules begin, but for too many of them', () => {
    expect(scheduleMarks(SCENARIO, 45)).toEqual(
      [10, 20, 30, 40].map((x) => ({ x, kind: 'event', text: 'Schedule of in' })),
    );
    expect(scheduleMarks(SCENARIO, 4000)).toEqual([]);
  });

  it('have the start of every stage with the cut that MSER-5 finds, in words too', () => {
    const think = rowsOf('startUp').find(({ id }) => id === 'think')!;
    // All three users are there at the start, about 2.45 in the long run.
    expect(think.series[0]!.points[0]!.y).toBeGreaterThan(2);
    const { text, short } = warmUpWords(SCENARIO, result, SECONDS);
    expect(text).toContain('The first 40 s of 440 s (shaded) are not counted.');
    const longest = Math.max(...Object.values(result.stages).map(({ startUp }) => startUp?.cut ?? 0));
    expect(short).toBe(longest > 40);
    const late = { ...result, plan: { ...result.plan, warmup: longest / 2 } };
    expect(warmUpWords(SCENARIO, late, SECONDS).short).toBe(longest > 0);
  });

  it('are at most 24, those of selected stages among them', () => {
    const many: Scenario = {
      ...SCENARIO,
      nodes: Array.from({ length: 40 }, (_, i) => ({
        id: `s${i}`,
        kind: 'stage',
        service: exponential(1),
      })),
      links: [],
      groups: [],
    };
    const { frames, stages } = result;
    const fill = <T>(value: T) => Object.fromEntries(many.nodes.map(({ id }) => [id, value]));
    const known = {
      stages: fill(stages.first!),
      frames: { ...frames!, stages: fill(frames!.stages.first!), groups: {} },
    };
    const { rows, left } = timeRows(many, known, {
      view: 'meanOccupancy',
      selected: ['s39'],
      axis: SECONDS,
    });
    expect(rows).toHaveLength(24);
    expect(left).toBe(16);
    expect(rows.at(-1)!.id).toBe('s39');
  });
});

describe('an axis of times', () => {
  it('keeps to the unit of the scenario while the numbers are readable in it', () => {
    expect(timeAxis('time', 30, 'ms').unit).toBe('s');
    expect(timeAxis('time', 0.05, 'ms').unit).toBe('ms');
    expect(timeAxis('time', 3e-5, 'us')).toEqual({ title: 'time', unit: 'µs', divisor: 1e-6, base: 's' });
    expect(timeAxis('time', 3e-12).unit).toBe('ns');
    expect(timeAxis('time', 0).unit).toBe('s');
  });
});
