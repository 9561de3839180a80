/** What programs hand over by mistake: each is refused by name (threads: tests/package.test.ts). */
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../core/scenario/scenario.ts';
import { shop } from '../tests/library-page.ts';
import { BadInput } from './bad-input.ts';
import * as library from './index.ts';

const scenario = shop() as Scenario;
type Called = (...inputs: unknown[]) => Promise<unknown>;
const call = library as unknown as Readonly<Record<string, Called>>;

const linesOf = (name: string, ...inputs: readonly unknown[]): Promise<readonly string[]> =>
  call[name]!(...inputs).then(
    () => [],
    (reason: unknown) => {
      if (reason instanceof BadInput) return reason.lines;
      throw reason;
    },
  );

/** Functions by how many inputs stand before their options. */
const OPTIONS_AT = {
  1: ['solve', 'simulate', 'size', 'sizeDepths', 'traceDepths', 'transient', 'bounds', 'chainSize'],
  2: ['compare', 'replay', 'calibrate', 'diff'],
} as const;
const more = ['posterior', 'estimate', 'fit', 'verdict', 'trace', 'seek', 'render', 'explore'] as const;

describe('what is no input', () => {
  const cases = [
    ...[...OPTIONS_AT[1], ...more].map((name) => [name, [scenario]] as const),
    ...OPTIONS_AT[2].map((name) => [name, [scenario, scenario]] as const),
  ];

  it.each(cases)('%s: options that are none', async (name, inputs) => {
    for (const [options, got] of [
      [null, 'null'],
      [5, '5'],
      ['mm1', '"mm1"'],
      [[], 'a list of 0 entries'],
    ] as const)
      expect(await linesOf(name, ...inputs, options)).toEqual([
        `${name}: options: expected an object, got ${got}`,
      ]);
  });

  it.each(cases)('%s: a signal and a callback that are none', async (name, inputs) => {
    const lines = await linesOf(name, ...inputs, { signal: 5, onProgress: 'told' });
    expect(lines).toEqual(
      expect.arrayContaining([
        `${name}: signal: expected an AbortSignal, got 5`,
        `${name}: onProgress: expected a function, got "told"`,
      ]),
    );
  });

  it('options that are needed and not given', async () => {
    expect((await linesOf('size', scenario))[0]).toMatch(/^size: stage: expected .*, got nothing$/);
    expect((await linesOf('calibrate', scenario, undefined))[0]).toMatch(/^calibrate: unknowns: expected/);
    expect((await linesOf('explore', scenario))[0]).toContain('nothing is varied');
  });

  it('numbers of threads', async () => {
    for (const name of ['simulate', 'explore', 'posterior'])
      for (const threads of [0, -1, 1.5, Number.NaN, 1e9, '2'])
        expect((await linesOf(name, scenario, { threads }))[0]).toContain(`${name}: threads: expected`);
    expect(await linesOf('solve', scenario, { threads: 2 })).toEqual([
      'solve: threads: expected no field of this name, got 2',
    ]);
  });

  it('texts and contents of files', async () => {
    expect(await linesOf('read', 42)).toEqual(['scenario: expected JSON text or a share link, got 42']);
    expect(await linesOf('read')).toEqual(['scenario: expected JSON text or a share link, got nothing']);
    for (const name of ['estimate', 'fit', 'verdict', 'trace', 'traceDepths', 'posterior'])
      for (const content of [42, undefined, {}, Symbol('file'), new ArrayBuffer(8)])
        expect((await linesOf(name, content))[0]).toContain('the content of a file as text');
    expect(await linesOf('link', scenario, {})).toEqual(['link: expected the address of a page as text']);
    for (const answer of [undefined, 10n, () => 1])
      expect((await linesOf('inWords', answer))[0]).toContain('inWords: expected an answer');
  });
});
