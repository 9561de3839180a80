import { describe, expect, it } from 'vitest';
import { methodLabel } from '../../../core/measures/methods.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario } from '../../../core/scenario/scenario.ts';

import { cpu, type More, refusal, think } from './refused.test-support.ts';

const jobs = (population: number, id = 'k', more: Partial<JobClass> = {}): JobClass => ({
  id,
  name: `Batch ${id}`,
  closed: { population, start: 'z' },
  ...more,
});

/** Jobs that go round between terminals and a processor. */
const round = (more: More = {}, classes = [jobs(3)]): Scenario => ({
  ...drawing([think, cpu(more)], ['z>a', 'a>z']),
  classes,
});
const twoRounds = (more: More): Scenario => round(more, [jobs(3), jobs(2, 'm', { priority: 1 })]);

describe('closed classes: what the algorithms do not take', () => {
  const lost = 'unsupported: There is no product form: Processor';
  const remains = 'use linearizer, or simulate.';
  const large = round(
    {},
    ['k', 'l', 'm', 'n'].map((id) => jobs(300, id)),
  );

  it.each<[string, Scenario]>([
    [`${lost} can be full; ${remains}`, round({ capacity: 2 })],
    [
      `${lost} waits for Memory bus; ${remains}`,
      { ...round({ resource: 'r' }), resources: [{ id: 'r', name: 'Memory bus' }] },
    ],
    [
      `${lost} serves first come, first served with times that are not exponential; ${remains}`,
      round({ service: { distribution: 'deterministic', mean: 0.5 } }),
    ],
    [`${lost} serves some classes before others; ${remains}`, twoRounds({ discipline: 'priority' })],
    [
      `${lost} serves classes first come, first served at different rates; ${remains}`,
      twoRounds({ byClass: { m: { service: { distribution: 'exponential', rate: 5 } } } }),
    ],
    ['unsupported: 8,208,541,201 population vectors are too many for this method; use linearizer.', large],
    [
      'unsupported: Class Batch k is closed and reaches Processor, which serves in bulk; simulate instead.',
      round({ bulk: { rule: 'full', size: 2 } }),
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn, 'mva')).toBe(message));

  it.each(['mm1', 'mm1k', 'qna'] as const)('%s has no words for them', (method) => {
    expect(refusal(round(), method)).toBe(
      `unsupported: The scenario has closed classes, and the method "${methodLabel(method)}" does not support them; use mva or linearizer.`,
    );
  });
});

describe('open classes: what a method by name does not take', () => {
  const tandem = (first: More, second: More): Scenario =>
    drawing(
      [source('in', 0.5, { name: 'Disk' }), cpu(first), stage('b', 2, { name: 'Cache', ...second }), sink()],
      ['in>a', 'a>b', 'b>out'],
    );
  const narrow = { capacity: 3 };

  it.each(['mva', 'convolution', 'linearizer', 'schweitzer'] as const)(
    '%s without closed classes',
    (method) => {
      expect(refusal(tandem({}, {}), method)).toBe(
        `unsupported: There are no closed classes, and the method "${methodLabel(method)}" needs some; use method auto.`,
      );
    },
  );

  it('no product form', () => {
    expect(
      refusal(tandem({ service: { distribution: 'deterministic', mean: 0.5 } }, {}), 'productForm'),
    ).toBe('unsupported: There is no product form: Cache is only approximated; use method auto.');
  });

  const not = 'unsupported: The decomposition by blocking does not apply: ';
  const feedback = drawing(
    [source('in', 0.5), cpu(narrow), stage('b', 2, narrow), sink()],
    ['in>a', 'a>b', 'b>a:0.3', 'b>out:0.7'],
  );
  const shared = { ...tandem({ resource: 'r' }, narrow), resources: [{ id: 'r', name: 'Memory bus' }] };
  const delayed = drawing(
    [source('in', 0.5), cpu(), { ...think, id: 'd', name: 'Wire' }, stage('b', 2, narrow), sink()],
    ['in>a', 'a>d', 'd>b', 'b>out'],
  );
  const ranked: Scenario = {
    ...tandem({ discipline: 'priority' }, narrow),
    classes: [{ id: 'x' }, { id: 'y', priority: 1 }],
  };

  it.each<[string, Scenario]>([
    ['unsupported: The decomposition by blocking does not support closed classes.', round()],
    ['answered', feedback],
    [`${not}no stage blocks another or loses, and nowhere is the shortest queue chosen.`, tandem({}, {})],
    [`${not}Wire is a delay before a stage that may be full.`, delayed],
    [`${not}Processor serves some classes before others.`, ranked],
    [`${not}Processor waits for Memory bus.`, shared],
  ])('%s', (message, drawn) => expect(refusal(drawn, 'blocking')).toBe(message));
});
