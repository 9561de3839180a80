import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measurementTemplate } from './measurement-template.ts';
import { readMeasurement } from './read-measurement.ts';
import { codesOf, queueOf, reduceText } from './reduce.test-support.ts';
import { splitCells } from './stream/split-cells.ts';

const STAGES = [{ id: '1a', unit: 'wmer' }, { id: 'parse, sort' }, { id: '#3', name: 'third "stage"' }];

/** Writes a value into the column `value` of every row, as a user would. */
function filled(template: string): string {
  let value = 0;
  return template.replace(/^(?!#)(.*,,\w+,mean,)(,.*)$/gm, (_, before: string, after: string) => {
    value += 1;
    return `${before}${value / 100}${after}`;
  });
}

describe('the template', () => {
  it('says that it is empty as long as it is', () => {
    const result = readMeasurement(measurementTemplate(STAGES), 'template.csv', STAGES);
    expect(result.ok ? [] : result.error).toMatchObject([
      { code: 'E21', message: expect.stringContaining('Fill in') },
    ]);
  });

  it('reads back when every value is filled in', () => {
    const result = readMeasurement(filled(measurementTemplate(STAGES)), 'template.csv', STAGES);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    expect(result.value.warnings).toEqual([]);
    expect(result.value.measurement.stages).toEqual(
      [0, 6, 12].map((before, index) => ({
        stage: STAGES[index]!.id,
        arrivalRate: (before + 1) / 100,
        utilization: (before + 2) / 100,
        meanQueueLength: (before + 3) / 100,
        meanOccupancy: (before + 4) / 100,
        backPressureProbability: (before + 5) / 100,
        meanSojournTime: (before + 6) / 100,
      })),
    );
  });

  it('takes shares as people write them, and says of a unit beside a number where it went wrong', () => {
    const fill = (value: string) =>
      readMeasurement(
        measurementTemplate(STAGES).replace('1a,,utilization,mean,,', `1a,,utilization,mean,${value},`),
        't.csv',
        STAGES,
      );
    const read = fill('72 %');
    expect(read.ok && read.value.measurement.stages).toEqual([{ stage: '1a', utilization: 0.72 }]);
    const refused = ['120 %', '0.3 ms'].map((value) => fill(value));
    expect(refused.map((one) => (one.ok ? '' : one.error[0]!.message))).toEqual([
      'expected a number from 0 to 1, got 120 %',
      'expected a number from 0 to 1, got 0.3 ms; write the number alone, without a unit',
    ]);
  });

  it('keeps spreadsheets from running ids as formulas, and reads them back', () => {
    const stages = ['=HYPERLINK("http://a.b","x")', '+1+cmd', '-2', '@sum', "'quoted"].map((id) => ({ id }));
    const template = measurementTemplate(stages);
    expect(template).not.toMatch(/^"?[=+@]/m);
    const read = readMeasurement(filled(template), 't.csv', stages);
    expect(read.ok ? read.value.measurement.stages.map(({ stage }) => stage) : read.error).toEqual(
      stages.map(({ id }) => id),
    );
  });

  describe.each([',', ';'])('saved by a spreadsheet with %s', (separator) => {
    // Rows are filled up, cells quoted where they must be; with semicolons numbers have a decimal comma.
    const saved = (text: string): string => {
      const rows = text.split('\n').map((line) => splitCells(line) ?? [line]);
      const width = Math.max(...rows.map((row) => row.length));
      const cellOf = (cell: string): string => {
        const shown = separator === ';' ? cell.replace(/^(\d+)\.(\d+)$/, '$1,$2') : cell;
        return shown.includes('"') || shown.includes(separator) ? `"${shown.replaceAll('"', '""')}"` : shown;
      };
      return `\uFEFF${rows
        .map((row) => Array.from({ length: width }, (_, at) => cellOf(row[at] ?? '')).join(separator))
        .join('\r\n')}`;
    };
    const stages = [{ id: '1a' }, { id: 'parse, sort' }];
    const template = filled(measurementTemplate(stages)).replace(
      '# kind is',
      '# remove the leading "# ", then\n# kind is',
    );

    it('has the means that were filled in', () => {
      const read = readMeasurement(saved(template), 't.csv', stages);
      expect(read.ok ? read.value.warnings : read.error).toEqual([]);
      expect(read.ok && read.value.measurement.stages.map(({ utilization }) => utilization)).toEqual([
        0.02, 0.08,
      ]);
    });

    it('has its histogram', () => {
      const text = template
        .replace('# #qtm 1 hist', '#qtm 1 hist')
        .replace(
          /^# (queueId,frameId,metric,cond.*)$/m,
          '$1\n1a,,occupancy,,0,0,1.5,time\n1a,,occupancy,,1,1,0.5,',
        );
      const read = readMeasurement(saved(text), 't.csv', stages);
      expect(read.ok ? read.value.measurement.stages[0]!.occupancyDistribution : read.error).toEqual([
        0.75, 0.25,
      ]);
    });

    it('has its trace', async () => {
      const text = template.replace(/^# (#qtm 1 events|queueId,time,kind)/gm, '$1');
      const rows = ['"parse, sort",1000,I,0', '"parse, sort",1800,D,800', '1a,2000,I,0', '1a,2500,D,'];
      const reduced = await reduceText(saved(`${text}${rows.join('\n')}\n`));
      expect(codesOf(reduced)).toEqual({});
      expect(queueOf(reduced, 'parse, sort').latency!.mean).toBeCloseTo(800e-9, 15);
      expect(queueOf(reduced, '1a').latency!.mean).toBeCloseTo(500e-9, 15);
    });
  });

  it('takes a histogram where its comments say', () => {
    const text = measurementTemplate(STAGES).replace(/^# (#qtm 1 hist|queueId,frameId,metric,cond)/gm, '$1');
    const result = readMeasurement(
      `${text}1a,,occupancy,,0,0,3,time\n1a,,occupancy,,1,1,1,time\n`,
      't.csv',
      STAGES,
    );
    expect(result.ok && result.value.measurement.stages[0]!.occupancyDistribution).toEqual([0.75, 0.25]);
  });

  it.each([
    ['left empty', (text: string) => text],
    ['filled in', filled],
  ])('takes a trace of events where its comments say, means %s', async (_, means) => {
    const text = means(measurementTemplate(STAGES)).replace(/^# (#qtm 1 events|queueId,time,kind)/gm, '$1');
    expect(text).toContain('such as 1a,1000,I,0');
    const reduced = await reduceText(`${text}1a,1000,I,0\n1a,1800,D,800\n1a,2000,I,0\n1a,2500,D,\n`);
    expect(codesOf(reduced)).toEqual({});
    expect(queueOf(reduced, '1a').latency!.mean).toBeCloseTo(650e-9, 15);
  });

  it('is the one in public/measurements, for two stages', () => {
    const file = new URL('../../public/measurements/template.csv', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(measurementTemplate([{ id: 'stage-1' }, { id: 'stage-2' }]));
  });
});
