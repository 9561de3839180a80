import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import { isJson } from '../base/is-json.test-support.ts';
import { findJsonError } from './json-position.ts';

describe('findJsonError', () => {
  it.each([
    ['', 1, 1, 'the end of the text'],
    ['{"a": 1', 1, 8, 'the end of the text'],
    ['{"a": 1,}', 1, 9, '"}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"""'],
    ['[1, 2,\n 03]', 2, 2, '"0"'],
    ['[1] x', 1, 5, '"x"'],
    ['{a: 1}', 1, 2, '"a"'],
    ['[NaN]', 1, 2, '"N"'],
    ['["a\nb"]', 1, 4, '"\n"'],
    ['["\\x"]', 1, 4, '"x"'],
    ['[1, "never ends]', 1, 5, 'a text without a closing quote'],
    ['[}', 1, 2, '"}"'],
    ["{'a': 1}", 1, 2, '"\'"'],
    ['// note\n{}', 1, 1, '"/"'],
  ])('finds the place in %j', (text, line, column, found) => {
    expect(findJsonError(text)).toEqual({ line, column, found });
  });

  it('agrees with JSON.parse about what is JSON', () => {
    const broken = fc.tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', ':', '"', '}', ']', '1', 'e', '\\'),
    );
    fc.assert(
      fc.property(broken, ([json, at, insert]) => {
        const i = at % (json.length + 1);
        const text = json.slice(0, i) + insert + json.slice(i + (insert === '' ? 1 : 0));
        expect(findJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: examples(8000) },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[[\]{},:"01.eE+\-tru nl\\]{0,12}$/), (text) => {
        expect(findJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: examples(8000) },
    );
  });

  it('survives deep nesting and long strings', () => {
    expect(findJsonError('['.repeat(100_000))?.column).toBe(100_001);
    expect(findJsonError(`["${'x'.repeat(1_000_000)}" 1]`)?.column).toBe(1_000_005);
  });
});
