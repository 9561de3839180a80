/** The page for users is tried out: its examples are read and its table of codes is complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseQuery, queryText } from '../../core/measurement/query-text.ts';
import { AGREEMENT_RULE } from '../compare/agreement.ts';
import { parseMapping } from './formats/mapping-shape.ts';
import { ask, lineOf } from './queries/queries.test-support.ts';
import { readMeasurement } from './read-measurement.ts';
import { codesOf, queueOf, reduceText } from './reduce.test-support.ts';

const page = readFileSync(new URL('../../docs/measurements.md', import.meta.url), 'utf8');

/** Code examples below that heading, up to the next one of the same rank. */
function examplesIn(heading: string): string[] {
  const sections = page.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/```\w+\n(.*?)```/gs)].map((match) => match[1]!);
}

/** The trace of section events. */
const TRACE = 'Traces and other long files';
const STAGES = [{ id: 'parse' }, { id: 'sort' }];

const codesIn = (text: string): string[] => [...new Set(text.match(/\b[EW]\d\d\b/g))].sort();

const readStages = (text: string) => {
  const result = readMeasurement(text, 'example', STAGES);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('docs/measurements.md', () => {
  it('has examples that read as it says', () => {
    const headings = [
      'Numbers per stage: table `scalars`',
      'Time at each level: table `hist`',
      'Several periods: table `frames`',
      'Names from your tool: table `queues`',
      'The same in JSON',
    ];
    const [scalars, hist, frames, queues, json] = headings.map((heading) =>
      readStages(examplesIn(heading)[0]!),
    );
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
    const expected = [
      ['qtm-ndjson', {}],
      ['qtm-csv', {}],
      ['qtm-csv', { W12: 1 }],
      ['qtm-csv', {}],
      ['qtm-csv', {}],
      ['qtm-csv', {}],
    ];
    const found = [examplesIn('The same in JSON')[1]!, ...examplesIn(TRACE)].map(async (example) => {
      const reduced = await reduceText(example);
      return [reduced.format, codesOf(reduced)];
    });
    expect(await Promise.all(found)).toEqual(expected);
  });

  it('has queries that say what they mean, with answers in the trace', async () => {
    const reduced = await reduceText(examplesIn(TRACE)[0]!);
    const graph = lineOf([{ id: 'parse' }]);
    const lines = examplesIn('Queries and assertions')[0]!.trim().split('\n');
    const checked = lines.map((line) => ask(reduced, graph, line));
    expect(lines).toEqual(checked.map(({ query }) => queryText(query)));
    expect(checked.map(({ outcome }) => outcome)).toEqual([
      ...['holds', 'holds', 'holds', 'holds'],
      ...['asked', 'asked'],
    ]);
    const asserted = [...page.matchAll(/--assert "(.*?)"/g)].map(([, text]) => text!);
    expect(asserted.every((text) => parseQuery(text).ok)).toBe(true);
    expect(lines).toContain(asserted.at(-1));
  });

  it('has a table of the user that is read with the mapping beside it', async () => {
    const [mapped] = examplesIn('Files of other tools');
    const mapping = parseMapping(JSON.parse(mapped!));
    if (!mapping.ok) throw new Error(mapping.error.join());
    const reduced = await reduceText(examplesIn('A table of your own, step by step')[0]!, {
      mapping: mapping.value,
    });
    expect(codesOf(reduced)).toEqual({});
    expect(reduced.queues.map(({ id, latency }) => [id, Math.round(latency!.mean * 1e6)])).toEqual([
      ['parse', 850],
      ['sort', 275],
    ]);
  });

  it('has spans and series of other tools that are read as it says', async () => {
    const [otlp, jaeger, prometheus] = await Promise.all(
      examplesIn('OpenTelemetry, Jaeger and Prometheus').map((text) => reduceText(text)),
    );
    expect([otlp, jaeger, prometheus].map((read) => read!.format)).toEqual([
      ...['opentelemetry', 'jaeger', 'prometheus'],
    ]);
    for (const read of [otlp!, jaeger!])
      expect(read.queues.map(({ id, latency }) => [id, Math.round(latency!.mean * 1e6)])).toEqual([
        ['front', 2500],
        ['store', 1500],
      ]);
    const parse = queueOf(prometheus!, 'parse');
    expect([...parse.latency!.weight]).toEqual([640, 260, 3]);
    // 3 for half a minute, then none.
    expect(parse.occupancy!.mean).toBeCloseTo(1.5, 12);
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
    expect(names).toHaveLength(26);
  });

  it('explains every code that the code gives, and no other', () => {
    // What draws from a measurement has a word of its own about it.
    const folders = ['./', '../draw/'].map((path) => new URL(path, import.meta.url));
    const given = folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => /(?<!\.test)\.ts$/.test(name))
          .map((name) => readFileSync(new URL(name, folder), 'utf8')),
      )
      .join('\n');
    const rows = page.split('\n').filter((line) => /^\| [EW]\d\d/.test(line));
    expect(codesIn(rows.join('\n'))).toEqual(codesIn(given));
  });

  it('states the rule for close with the numbers that apply', () => {
    expect(AGREEMENT_RULE).toBe(
      'within 10 % (fractions within 0.05, queues within 1 element where both are below 2)',
    );
    for (const number of ['within 10 %', 'within 0.05', 'within 1 element', 'below 2']) {
      expect(page.replace(/\s+/g, ' ')).toContain(number);
    }
  });
});
