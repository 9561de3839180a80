import { assert, asyncProperty, constantFrom, nat } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawing, exponential, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { decodeShareLink, encodeShareLink } from '../../../core/scenario/share-link.ts';
import type { Study, StudyResults } from '../../../core/study/study.ts';
import { pointEvaluator } from '../../../workers/explore/point-evaluator.ts';
import { addBatch, emptyPoints } from './explore-points.ts';
import { batchesOf, savedPoints } from './saved-points.ts';
import { resultsOfLink, resultsPart, studyOfLink, studyPart } from './study-files.ts';

const STUDY: Study = {
  format: 'stagegraph-study',
  schemaVersion: 1,
  name: 'test',
  notes: 'What does *a* need?',
  scenario: drawing(
    [source('in', 1, { interarrival: exponential(0.9) }), stage('a', 2, { service: exponential(1) }), sink()],
    'in>a a>out',
  ),
  vary: [
    { path: 'inputs', from: 0.5, to: 1.5, count: 7 },
    { path: 'a.capacity', values: [2, 'unbounded'] },
  ],
  measures: ['a.meanOccupancy', 'network.throughput'],
  baselines: [
    {
      name: 'Baseline 1',
      scenario: drawing([source('in', 1, { interarrival: exponential(0.7) }), sink()], 'in>out'),
    },
  ],
};

/** All points, some of them unstable. */
const points = (() => {
  const evaluator = pointEvaluator(STUDY);
  if (evaluator.kind === 'faults') throw new Error(evaluator.faults.join());
  const made = emptyPoints(evaluator.table);
  addBatch(made, evaluator.evaluate({ from: 0, to: evaluator.table.points }));
  return made;
})();
const RESULTS = savedPoints(points)!;

let asked: string;
let results: string;
beforeAll(async () => {
  asked = `${await encodeShareLink(STUDY.scenario)}${await studyPart({ ...STUDY, results: RESULTS })}`;
  results = await resultsPart(RESULTS);
});

async function opened(link: string) {
  const scenario = await decodeShareLink(link);
  const study = scenario.ok ? await studyOfLink(link, scenario.value) : undefined;
  if (!study?.ok) throw new Error('the study was not opened');
  return { study: study.value, results: await resultsOfLink(link, study.value) };
}

describe('a study in a link', () => {
  it('comes back with its points, bit for bit', async () => {
    const link = await opened(`${asked}${results}`);
    expect(link.study).toEqual(STUDY);
    expect(link.results).toEqual({ ok: true, value: RESULTS });
    const back = emptyPoints(points.table);
    for (const batch of batchesOf(points.table, (link.results as { value: StudyResults }).value))
      addBatch(back, batch);
    expect(back).toEqual(points);
  });

  it('opens without points, as links had them before', async () => {
    expect(await opened(asked)).toEqual({ study: STUDY, results: undefined });
    expect(await studyOfLink(await encodeShareLink(STUDY.scenario), STUDY.scenario)).toBeUndefined();
  });

  it('loses its points alone where they are damaged in one place, wherever that is', async () => {
    const start = '&results=1.'.length;
    const place = nat(results.length - start - 1);
    await assert(
      asyncProperty(place, constantFrom('A', 'b', '0', '_', '%', ' '), async (at, letter) => {
        const i = start + at;
        const changed = `${results.slice(0, i)}${letter}${results.slice(i + 1)}`;
        const link = await opened(`${asked}${changed}&measured=1.AAAA`);
        expect(link.study).toEqual(STUDY);
        if (changed !== results) expect(link.results?.ok).toBe(false);
      }),
    );
  });

  it('loses its points alone where they are cut off', async () => {
    await assert(
      asyncProperty(nat(results.length - 1), async (length) => {
        const link = await opened(`${asked}${results.slice(0, length)}`);
        expect(link.study).toEqual(STUDY);
        expect(link.results?.ok ?? false).toBe(false);
      }),
    );
  });

  it('says why points are not opened', async () => {
    const faults = async (part: string) => {
      const read = (await opened(`${asked}${part}`)).results;
      return read?.ok === false ? read.error : undefined;
    };
    expect(await faults(results.slice(0, -3))).toBe('It was cut off or changed on its way.');
    expect(await faults(results.replace('=1.', '=2.'))).toBe(
      'It has version 2; this Stagegraph reads version 1.',
    );
    const wrong = { key: RESULTS.key, points: [{ ...RESULTS.points[0]!, point: -1 }] };
    expect(await faults(await resultsPart(wrong))).toMatch(
      /^results\.points\[0\]\.point: expected an integer/,
    );
  });
});
