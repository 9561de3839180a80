/** The page for users is tried out: its examples are read and its table of codes is complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGREEMENT_RULE } from './agreement.ts';
import { parseMapping } from './formats/mapping-shape.ts';
import { readMeasurement } from './read-measurement.ts';
import { codesOf, reduceText } from './reduce.test-support.ts';

const page = readFileSync(new URL('../../docs/measurements.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```(csv|json|ndjson)\n(.*?)```/gs)].map((match) => match[2]!);
const STAGES = [{ id: 'parse' }, { id: 'sort' }];

const codesIn = (text: string): string[] => [...new Set(text.match(/\b[EW]\d\d\b/g))].sort();

const readStages = (text: string) => {
  const result = readMeasurement(text, 'example', STAGES);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('docs/measurements.md', () => {
  it('has examples that read as it says', () => {
    const [scalars, hist, frames, queues, json] = examples.slice(0, 5).map(readStages);
    expect(scalars!.measurement.stages).toEqual([
      {
        stage: 'parse',
        arrivalRate: 1.25e6,
        utilization: 0.85,
        meanQueueLength: 1.2,
        backPressureProbability: 0.05,
      },
      { stage: 'sort', meanOccupancy: 2.1, meanSojournTime: expect.closeTo(4e-4, 15) },
    ]);
    expect(hist!.measurement.stages[0]!.meanOccupancy).toBeCloseTo(0.31 + 2 * 0.169 + 3 * 0.001, 12);
    expect(frames!.measurement.stages).toEqual([{ stage: 'parse', meanOccupancy: 6.5 }]);
    expect(queues!.measurement.stages).toEqual([
      { stage: 'parse', meanQueueLength: 3.5 },
      { stage: 'sort', meanQueueLength: 0.4 },
    ]);
    expect(queues!.warnings.map((fault) => fault.code)).toEqual(['W02']);
    expect(json!.measurement.stages[0]).toMatchObject({ stage: 'parse', arrivalRate: 1.25e6 });
    for (const example of [scalars, hist, frames, json]) expect(example!.warnings).toEqual([]);
  });

  it('has examples of long tables that reduce without an error', async () => {
    const mapping = parseMapping(JSON.parse(examples.at(-1)!));
    const expected = [
      ['qtm-ndjson', {}],
      ['qtm-csv', {}],
      ['qtm-csv', { W12: 1 }],
      ['qtm-csv', {}],
      ['qtm-csv', {}],
      ['qtm-csv', {}],
    ];
    expect(mapping.ok && mapping.value.columns.arrival).toBe('started at');
    const found = examples.slice(5, -1).map(async (example) => {
      const reduced = await reduceText(example);
      return [reduced.format, codesOf(reduced)];
    });
    expect(await Promise.all(found)).toEqual(expected);
  });

  it('has templates that do what they are for', async () => {
    const folder = new URL('../../public/measurements/', import.meta.url);
    const names = readdirSync(folder).filter((name) => name.startsWith('template-'));
    for (const name of names) {
      expect(page).toContain(name.replace('template-events.ndjson', '.ndjson'));
      const reduced = await reduceText(readFileSync(new URL(name, folder), 'utf8'));
      const errors = reduced.faults.counts.filter(({ severity }) => severity === 'error');
      expect([name, errors]).toEqual([name, []]);
      expect(reduced.queues.length + (reduced.tasks?.task.length ?? 0)).toBeGreaterThan(0);
    }
    expect(names).toHaveLength(13);
  });

  it('explains every code that the code gives, and no other', () => {
    const folder = new URL('.', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const given = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const rows = page.split('\n').filter((line) => /^\| [EW]\d\d/.test(line));
    expect(codesIn(rows.join('\n'))).toEqual(codesIn(given));
  });

  it('states the rule for close with the numbers that apply', () => {
    expect(AGREEMENT_RULE).toBe(
      'within 10 % (fractions within 0.05, queues shorter than 2 within 1 element)',
    );
    for (const number of ['within 10 %', 'within 0.05', 'within 1 element', 'below 2']) {
      expect(page.replace(/\s+/g, ' ')).toContain(number);
    }
  });
});
