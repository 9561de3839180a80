/** Points of studies against direct calls of the solver. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { joinedRanges, missingRanges, shardRange } from '../../core/study/point-ranges.ts';
import { parseStudy } from '../../core/study/read-study.ts';
import type { Study } from '../../core/study/study.ts';
import { parseVariation } from '../../core/study/variation-text.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { linesOf } from './batch-lines.ts';
import type { PointBatch } from './contract.ts';
import { explorerService } from './explorer-service.ts';
import { pointEvaluator } from './point-evaluator.ts';
import { evaluatorOf, mercury, rowsOf, set, studyOf, tandem } from './study.test-support.ts';

describe('points of a grid', () => {
  const study = studyOf({
    vary: [
      { path: '1b.service.rate', from: 45e6, to: 60e6, count: 4 },
      { path: '1b.capacity', values: [0, 100, 600, 'unbounded'] },
    ],
  });

  it('are those of direct calls; where the model is invalid or unstable that is the result', () => {
    const { table, evaluate } = evaluatorOf(study);
    expect(table.points).toBe(16);
    const rows = rowsOf(table, evaluate({ from: 0, to: 16 }));
    for (const { inputs, status, reason, values } of rows) {
      const [rate, capacity] = inputs as [number, number];
      if (capacity === 0) {
        expect({ status, reason }).toEqual({
          status: 'invalid',
          reason: '1b.capacity: expected an integer >= 1, or Infinity, got 0',
        });
        continue;
      }
      const direct = solveScenario(
        set(mercury, { '1b.service.rate': rate, '1b.capacity': capacity }),
        'auto',
        false,
      );
      if (direct.kind === 'noAnswer') throw new Error(refusalText(direct));
      expect(status).toBe(direct.kind);
      const truth = direct.stages['1b']!.meanOccupancy;
      if (truth === undefined) expect(values[0]).toBeUndefined();
      else expect(values[0]! / truth).toBeCloseTo(1, 11);
      expect(values[1]! / direct.network.throughput!).toBeCloseTo(1, 11);
      if (status === 'unstable')
        expect(reason).toMatch(/^(1b Hash lookup|PCI-X bus) is offered 1\.\d+ times what it can serve$/);
    }
  });

  it('are the same bytes in whichever pieces and order they are asked for', () => {
    const { table, evaluate } = evaluatorOf(study);
    const whole = linesOf(table, evaluate({ from: 0, to: 16 }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), (cut) => {
        const again = evaluatorOf(study);
        const second = linesOf(table, again.evaluate({ from: cut, to: 16 }));
        expect(linesOf(table, again.evaluate({ from: 0, to: cut })) + second).toBe(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('have a key that changes with what they depend on, and with nothing else', () => {
    const keyOf = (fields: Partial<Study>) => evaluatorOf({ ...study, ...fields }).table.key;
    const { key } = evaluatorOf(study).table;
    expect(keyOf({ name: 'other', notes: 'words' })).toBe(key);
    expect(keyOf({ measures: ['1b.meanOccupancy'] })).not.toBe(key);
    expect(keyOf({ scenario: set(mercury, { '1b.capacity': 601 }) })).not.toBe(key);
  });

  it('simulated with one seed are simulations of the same luck', () => {
    const answer = { by: 'simulate', seed: 3, replications: 3, horizon: 2000 } as const;
    const fields = { scenario: tandem(1.5), measures: ['a.meanOccupancy', 'a.arrivalRate'], answer };
    const { table, evaluate } = evaluatorOf(
      studyOf({ ...fields, vary: [{ path: 'a.serverCount', values: [2, 3] }] }),
    );
    const [two, three] = rowsOf(table, evaluate({ from: 0, to: 2 }));
    expect(two!.values[1]).toBe(three!.values[1]);
    expect(two!.values[0]).toBeGreaterThan(three!.values[0]!);
    expect(three!.halfWidths![0]).toBeGreaterThan(0);
  });
});

describe('a study with faults', () => {
  it('names all of them', () => {
    const found = pointEvaluator(
      studyOf({
        vary: [
          { path: '1b.servce.rate', values: [1] },
          { path: '1b.capacity', values: [1] },
          { path: '1b.capacity', values: [2] },
        ],
        measures: ['1b.meanOcupancy'],
      }),
    );
    expect(found).toEqual({
      kind: 'faults',
      faults: [
        'There is no parameter 1b.servce.rate; did you mean 1b.service.rate?',
        'There is no measure 1b.meanOcupancy; did you mean 1b.meanOccupancy?',
        '1b.capacity is varied twice.',
      ],
    });
    const uncertain = { path: '1b.service.rate', distribution: { kind: 'uniform', min: 1, max: 2 } } as const;
    expect(pointEvaluator(studyOf({ vary: [uncertain] }))).toMatchObject({ kind: 'faults' });
    expect(pointEvaluator(studyOf({ vary: [{ path: '1b.capacity', from: 1.2, to: 1.8 }] }))).toMatchObject({
      faults: ['1b.capacity: its range holds no whole number.'],
    });
  });

  it('is refused by the format, at its place', () => {
    const messages = (fields: object) => {
      const read = parseStudy(JSON.parse(JSON.stringify({ ...studyOf({}), ...fields })));
      return read.ok ? [] : read.error.map(({ message }) => message);
    };
    expect(messages({})).toEqual([]);
    expect(messages({ vary: [{ path: '1b.capacity', from: 9, to: 2 }] })).toEqual([
      'vary[0].to: expected a number >= from; the range is reversed, got 2',
    ]);
    expect(messages({ vary: [{ path: '1b.capacity', values: [] }] })).toEqual([
      'vary[0].values: expected at least one value, got a list of 0 entries',
    ]);
    expect(messages({ schemaVersion: 9 })[0]).toContain('Open it with a newer Stagegraph');
  });
});

describe('variations in words', () => {
  it.each([
    ['1b.capacity=10:100', { path: '1b.capacity', from: 10, to: 100 }],
    [
      '1b.service.rate=log:10M:90M:9',
      { path: '1b.service.rate', from: 10e6, to: 90e6, count: 9, scale: 'log' },
    ],
    ['1b.capacity=10,20,unbounded', { path: '1b.capacity', values: [10, 20, 'unbounded'] }],
    ['1b.whenFull=block,drop', { path: '1b.whenFull', values: ['block', 'drop'] }],
    ['inputs=~5%', { path: 'inputs', distribution: { kind: 'uniform', min: 0.95, max: 1.05 } }],
    [
      '1b.service.rate=normal:50M:2M',
      { path: '1b.service.rate', distribution: { kind: 'normal', mean: 50e6, deviation: 2e6 } },
    ],
  ])('%s', (text, value) => {
    expect(parseVariation(mercury, text)).toEqual({ ok: true, value });
  });
});

describe('the service of a worker', () => {
  const study = studyOf({ vary: [{ path: '1b.capacity', from: 100, to: 499, count: 400 }] });

  it('goes on from what is there after a cancel, and ends with the same points', async () => {
    const service = explorerService();
    const seen: PointBatch[] = [];
    const first = service.explore(study, [{ from: 0, to: 400 }], (batch) => {
      seen.push(batch);
      if (seen.length === 2) service.cancel();
    });
    expect(await first).toBe('cancelled');
    const missing = missingRanges(400, joinedRanges(seen));
    expect(missing[0]!.from).toBeGreaterThan(0);
    expect(await service.explore(study, missing, (batch) => seen.push(batch))).toBe('done');
    const whole = evaluatorOf(study).evaluate({ from: 0, to: 400 });
    expect(seen.flatMap(({ values }) => [...values])).toEqual([...whole.values]);
  });

  it('waits while it is paused', async () => {
    const service = explorerService();
    let batches = 0;
    service.pause();
    const running = service.explore(study, [{ from: 0, to: 10 }], () => batches++);
    await new Promise((wait) => setTimeout(wait, 20));
    expect(batches).toBe(0);
    service.resume();
    expect(await running).toBe('done');
    expect(batches).toBeGreaterThan(0);
  });
});

describe('ranges of points', () => {
  it('join, leave gaps, and split without loss', () => {
    const range = fc.tuple(fc.nat(50), fc.nat(20)).map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (ranges, parts) => {
        const has = (list: readonly { from: number; to: number }[], point: number) =>
          list.some(({ from, to }) => point >= from && point < to);
        const [joined, missing] = [joinedRanges(ranges), missingRanges(60, ranges)];
        for (let point = 0; point < 60; point++) {
          expect(has(joined, point)).toBe(has(ranges, point));
          expect(has(missing, point)).toBe(!has(ranges, point));
        }
        const shards = Array.from({ length: parts }, (_, i) => shardRange(60, i + 1, parts));
        expect(missingRanges(60, shards)).toEqual([]);
        expect(shards.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(60);
      }),
    );
  });
});
