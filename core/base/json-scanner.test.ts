import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson } from './is-json.test-support.ts';
import { JsonScanner, jsonFaultText } from './json-scanner.ts';

/** The JSON Parsing Test Suite by Nicolas Seriot; source and licence stand beside it. */
const suite: Readonly<Record<string, { readonly text?: string; readonly base64?: string }>> = JSON.parse(
  readFileSync(new URL('fixtures/json-test-suite.json', import.meta.url), 'utf8'),
).files;
const CASES = [
  ...Object.entries(suite).map(
    ([name, { text, base64 = '' }]) =>
      [name, text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text)] as const,
  ),
  ['n_structure_100000_opening_arrays', Buffer.from('['.repeat(100_000))] as const,
  ['n_structure_open_array_object', Buffer.from(`${'[{"":'.repeat(50_000)}\n`)] as const,
];

/** Reads pieces that end at the cuts; counts calls, which must not be more than bytes and a few. */
function scan(bytes: Uint8Array, cuts: readonly number[] = [], tells = 0): string {
  const json = new JsonScanner();
  json.tells = tells;
  let calls = 0;
  const edges = [0, ...cuts, bytes.length];
  for (let piece = 1; piece < edges.length; piece += 1) {
    const part = bytes.subarray(edges[piece - 1], edges[piece]);
    for (let event = json.next(part); event !== 'more'; event = json.next(part)) {
      calls += 1;
      if (calls > 4 * bytes.length + 4) return 'hangs';
      if (event === 'fault') return faultText(json);
    }
    json.turn();
  }
  return faultText(json);
}

function faultText(json: JsonScanner): string {
  const fault = json.end();
  return fault ? `${fault.line}:${fault.column} ${jsonFaultText(fault)}` : 'accepted';
}

describe('the scanner of JSON', () => {
  it.each(CASES)('%s', (name, bytes) => {
    const whole = scan(bytes);
    if (name.startsWith('y_')) expect(whole).toBe('accepted');
    if (name.startsWith('n_')) expect(whole).toMatch(/^\d+:\d+ expected /);
    expect(whole).not.toBe('hangs');
    if (bytes.length > 1000) return;
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(scan(bytes, [cut], cut % 4)).toBe(whole);
    const every = Array.from({ length: bytes.length }, (_, at) => at);
    expect(scan(bytes, every)).toBe(whole);
  });

  it('accepts the same texts as the engine', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[[\]{},:"01.eE+\-tru nl\\]{0,12}$/),
      fc
        .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '1', 'e', '\\'))
        .map(
          ([json, at, mark]) =>
            json.slice(0, at % (json.length + 1)) + mark + json.slice(at % (json.length + 1)),
        ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(scan(Buffer.from(text)) === 'accepted').toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('says where it ended and what it expected', () => {
    const cases: [string, string][] = [
      ['{"a": [1, 2', '1:12 expected "," or "]", got the end'],
      ['[\n  1\n  2]', '3:3 expected "," or "]", got "2"'],
      ['{"ä": 1,}', '1:9 expected a name in quotes, got "}"'],
      ['["ende', '1:2 expected a text with a closing quote, got "\\""'],
      ['[tru]', '1:2 expected true, false or null, got "]"'],
      [`${'['.repeat(501)}`, '1:501 expected at most 500 levels of lists and objects, got "["'],
    ];
    for (const [text, words] of cases) expect(scan(Buffer.from(text))).toBe(words);
  });
});
