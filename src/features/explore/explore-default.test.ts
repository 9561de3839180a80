import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasDataflow } from '../../../core/scenario/dataflow-faults.ts';
import { readScenarioText } from '../../../core/scenario/read-scenario.ts';
import { someOf } from '../../../tests/examples.ts';
import { evaluatorOf, rowsOf } from '../../../workers/explore/study.test-support.ts';
import { defaultStudy } from './explore-default.ts';

const folder = new URL('../../../public/examples/', import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, read: readScenarioText(readFileSync(new URL(name, folder), 'utf8')) }))
  .flatMap(({ name, read }) => (read.ok ? [{ name, scenario: read.value }] : []))
  .filter(({ scenario }) => hasDataflow(scenario));

describe('the study that stands there first, of a dataflow drawing', () => {
  it('there are such examples', () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  it.each(someOf(examples, 2))('$name: constant times keep a common tick', ({ scenario }) => {
    const study = defaultStudy(scenario, undefined);
    const { table, evaluate } = evaluatorOf(study);
    const step = Math.max(1, Math.floor(table.points / 12));
    const looked = Array.from({ length: Math.ceil(table.points / step) }, (_, i) => i * step);
    const rows = looked.flatMap((at) => rowsOf(table, evaluate({ from: at, to: at + 1 })));
    const refused = rows.filter(({ reason }) => reason?.includes('tick') || reason?.includes('period'));
    expect(refused).toEqual([]);
    expect(rows.filter(({ status }) => status === 'answer').length).toBeGreaterThan(rows.length / 4);
  });
});
