/** What a report says of a solved and measured M/M/1, and its Markdown. */

import { describe, expect, it } from 'vitest';
import type { Query } from '../../../core/measurement/query.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport } from '../../../workers/compare/contract.ts';
import { measurementService } from '../../../workers/compare/measurement-service.ts';
import { example } from '../../../workers/explore/study.test-support.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import { simulateNow } from '../../../workers/simulate/simulate-scenario.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { markdownOf } from './ReportDialog.tsx';
import { type ReportSources, reportOf } from './report-content.ts';

const scenario: Scenario = {
  ...{
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'One | queue',
    notes: 'First.\n\nThen.',
  },
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.8 } },
    {
      id: 'q',
      name: 'Parse_it',
      kind: 'stage',
      unit: 'word',
      service: { distribution: 'exponential', rate: 1 },
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'q' },
    { from: 'q', to: 'out' },
  ],
  measurement: { name: 'run.csv', stages: [{ stage: 'q', meanOccupancy: 4, utilization: 0.5 }] },
};

function sources(): ReportSources & { comparison: ComparisonReport } {
  const answer = solveScenario(scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  const predicted = { kind: 'model', stages: answer.stages } as const;
  const comparison = measurementService().compare(scenario, predicted, scenario.measurement!);
  return { scenario, answer, comparison, date: new Date('2024-05-03T10:00:00Z') };
}

describe('the report', () => {
  it('names all stages that saturate together', () => {
    const laplace = example('laplace');
    const answer = solveScenario(laplace, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    const { sections } = reportOf({ scenario: laplace, answer, date: new Date(0) });
    expect(JSON.stringify(sections[0])).toContain(
      'The bottlenecks are Walk 1, Walk 2, Walk 3, Walk 4, Walk 5, Walk 6, Walk 7, Walk 8: their servers alone saturate at 1.11 times',
    );
  });

  const report = reportOf(sources());
  const blocksOf = (title: string) => report.sections.find((section) => section.title === title)!.blocks;
  const tableIn = (title: string, caption: RegExp) => {
    const found = blocksOf(title).find((block) => block.kind === 'table' && caption.test(block.caption));
    if (found?.kind !== 'table') throw new Error(`no table ${caption}`);
    return found;
  };

  it('has a section for what is known, and none for what is not', () => {
    expect(report.sections.map(({ title }) => title)).toEqual([
      'Summary',
      'Drawing',
      'Model',
      'Predicted',
      'Compared with the measurement',
      'Method and assumptions',
    ]);
    expect(report.subtitle).toContain('2024-05-03 10:00 UTC');
  });

  it('tells the numbers of M/M/1 at 0.8: four inside, five seconds each', () => {
    const { head, rows } = tableIn('Predicted', /^Analytic/);
    const cell = (column: string) => rows[0]![head.indexOf(column)];
    expect([cell('Stage'), cell('Utilization'), cell('Number in system'), cell('Response time')]).toEqual([
      'Parse_it, in words',
      '0.8',
      '4',
      '5 s',
    ]);
    // Nothing is lost anywhere.
    expect(head).not.toContain('Loss probability');
  });

  it('has the verdict on each quantity', () => {
    const { head, rows } = tableIn('Compared with the measurement', /run\.csv/);
    const verdicts = Object.fromEntries(rows.map((row) => [row[0], row[head.indexOf('Verdict')]]));
    expect(verdicts).toMatchObject({
      'ρ  Utilization': '✕ rejected',
      'N_G  Number in system': '○ consistent',
    });
    expect(rows.find(([quantity]) => quantity === 'ρ  Utilization')).toContain('+60 %');
  });

  it('marks what belongs to an earlier drawing, in the summary and over its table', () => {
    const simulated = simulateNow(scenario, { replications: 2, horizon: 50, warmup: 0 });
    if (simulated.kind === 'noAnswer') throw new Error(refusalText(simulated));
    const marked = (resultIsOlder: boolean) => {
      const { sections } = reportOf({ ...sources(), result: simulated, resultIsOlder });
      const blocks = sections.find(({ title }) => title === 'Predicted')!.blocks;
      const captions = blocks.flatMap((block) => (block.kind === 'table' ? [block.caption] : []));
      return { captions, isSummed: JSON.stringify(sections[0]).includes('simulated numbers are outdated') };
    };
    expect(marked(true)).toEqual({
      captions: ['Analytic', 'Simulated, with 95 % intervals (outdated)'],
      isSummed: true,
    });
    expect(marked(false)).toEqual({
      captions: ['Analytic', 'Simulated, with 95 % intervals'],
      isSummed: false,
    });
  });

  it('lists assertions with their outcome', () => {
    const query: Query = {
      ...{ id: 'a', metric: 'occupancy', aggregation: 'mean', at: 'q' },
      require: { is: '<', value: 3 },
    };
    const answer = { kind: 'value', value: 4 } as const;
    const checked: CheckedQuery = { query, outcome: 'fails', sentence: 'It is 4.', answer };
    const { sections } = reportOf({ ...sources(), queries: [checked] });
    const [table] = sections.find(({ title }) => title === 'Assertions')!.blocks;
    expect(table).toMatchObject({ rows: [['mean occupancy of q < 3', '✕ fails', 'It is 4.']] });
  });
});

describe('its Markdown', () => {
  const svg = '<svg>µ</svg>';
  const markdown = markdownOf(reportOf(sources()), { graph: [svg], comparison: [svg, svg] });

  it('holds the pictures', () => {
    const pictures = [...markdown.matchAll(/data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)\)/g)];
    expect(pictures).toHaveLength(3);
    for (const [, text] of pictures) expect(Buffer.from(text!, 'base64').toString()).toBe(svg);
  });

  it('keeps names and lines as they are: no sign of theirs is a sign of Markdown', () => {
    expect(markdown).toContain('# One \\| queue');
    expect(markdown).toContain('| Parse\\_it, in words |');
    expect(markdown).toContain('First.\n\nThen.');
    for (const line of markdown.split('\n').filter((one) => one.startsWith('| '))) {
      expect(line.replaceAll('\\|', '').endsWith('|')).toBe(true);
    }
  });
});

it('names that hold signs of Markdown or HTML stay words, wherever they stand', () => {
  const name = '# a|b <script>*x*</script> [l](javascript:1) `c` _d_ ![p](q)\n## e';
  const written = markdownOf(
    {
      title: name,
      subtitle: name,
      sections: [
        {
          title: name,
          blocks: [
            { kind: 'text', text: name },
            { kind: 'list', items: [name] },
            { kind: 'table', caption: name, head: [name], rows: [[name]] },
            { kind: 'picture', name: 'graph', caption: name },
          ],
        },
      ],
    },
    { graph: ['<svg/>'] },
  );
  const own = /^(?:#{1,2} |- |_|\*\*|\| |!\[)|(?:_|\*\*| \||\]\(data:image\/svg\+xml;base64,[\w+/=]+\))$/gm;
  const plain = written
    .replaceAll('| --- |', '')
    .replaceAll(own, '')
    .replaceAll(/\\[\\`*_[\]<>|#]/g, '');
  expect(plain).toContain('script');
  expect(plain).not.toMatch(/[\\`*_[\]<>|#]/);
});
