import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScenarioText } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';
import { decodeShareLink, encodeShareLink, inflate, linkWords, MAX_LINKED_BYTES } from './share-link.ts';

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;
const factors = (elementsPerClock: number, clock: number) =>
  ({ distribution: 'exponential', factors: { elementsPerClock, clock } }) as const;

/** Six stages in a row with everything that Mercury BLAST has (Dor 2010, table 1): units, notes, places, a measurement. */
const mercury: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Mercury BLAST, run 1',
  notes:
    'Dor, Lancaster, Franklin, Buhler, Chamberlain: **Using queuing theory to model streaming applications**, 2010.',
  timeUnit: 'us',
  nodes: [
    {
      id: 'disk',
      kind: 'source',
      name: 'Database stream',
      unit: 'pciElement',
      unitBytes: 8,
      interarrival: exponential(111875000),
      position: { x: 0, y: 120 },
    },
    ...['1a', '1b', '2', '3', '4', '5'].map((id, i) => ({
      id,
      kind: 'stage' as const,
      name: [
        'Bloom filter',
        'Hash lookup',
        'Redundancy eliminator',
        'Ungapped extension',
        'Bus',
        'Gapped extension',
      ][i]!,
      unit: ['wmer', 'seed', 'seed', 'seed', 'hit', 'hit'][i]!,
      conversionFactor: i === 0 ? 16 : 1,
      capacity: [130, 600, 512, 64, 1024, 4096][i]!,
      whenFull: 'block' as const,
      serverCount: i === 5 ? 2 : 1,
      service:
        i === 4 ? ({ distribution: 'deterministic', mean: 1.2e-6 } as const) : factors(16 / (i + 1), 133e6),
      passProbability: [0.0178, 0.877, 0.97, 3.4e-5, 1, 0.2][i]!,
      platform: (['fpga', 'fpga', 'fpga', 'fpga', 'bus', 'cpu'] as const)[i]!,
      position: { x: 200 * (i + 1), y: 120 },
    })),
    { id: 'out', kind: 'sink', name: 'Alignments', position: { x: 1400, y: 120 } },
  ],
  links: ['disk', '1a', '1b', '2', '3', '4', '5', 'out'].slice(1).map((to, i) => ({
    from: ['disk', '1a', '1b', '2', '3', '4', '5'][i]!,
    to,
  })),
  measurement: {
    name: 'run1.csv',
    stages: ['1a', '1b', '2', '3'].map((stage, i) => ({
      stage,
      arrivalRate: 31.9e6 / (i + 1),
      utilization: 0.877 / (i + 1),
      meanQueueLength: 4.47 * i,
      backPressureProbability: 0.003 * i,
    })),
  },
};

const pack = (bytes: string | Uint8Array) => `2.${deflateRawSync(bytes).toString('base64url')}`;
async function refusal(link: string): Promise<string> {
  const result = await decodeShareLink(link);
  return result.ok ? 'accepted' : result.error;
}
const DAMAGED = 'The link is damaged: it was cut off or changed on its way. Ask for it again.';

describe('share links', () => {
  it('return the scenario, as a fragment, with #, and as an address', async () => {
    const fragment = await encodeShareLink(mercury);
    expect(fragment).toMatch(/^3\.[\w-]+$/);
    for (const link of [
      fragment,
      `#${fragment}`,
      `https://example.org/app/?x=1#${fragment}`,
      ` ${fragment}\n`,
    ]) {
      expect(await decodeShareLink(link)).toEqual({ ok: true, value: mercury });
    }
  });

  it('are short: a scenario like Mercury BLAST takes fewer than 2000 characters', async () => {
    expect((await encodeShareLink(mercury)).length).toBeLessThan(2000);
  });

  it('of version 1 open for ever: one that was made when it was current', async () => {
    const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    const opened = await decodeShareLink(file('./fixtures/link-1.txt'));
    expect(opened.ok ? '' : opened.error).toBe('');
    expect(opened).toEqual(readScenarioText(file('./fixtures/link-1.json')));
    // What the words of the first list stand for did not change either.
    const every = Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join('');
    const words = linkWords(1)!.restore(every);
    expect(words.length).toBe(linkWords(1)!.restoredLength(every));
    expect(createHash('sha256').update(words).digest('hex')).toBe(
      '5a99063d7776c6c6a5522aa47433e1d855599c3c3ac8a819671ef290def0b667',
    );
  });

  it('of the longest example stay below 2000 characters, the address of the page included', async () => {
    const example = new URL('../../public/examples/mercury-run-2.json', import.meta.url);
    const read = readScenarioText(readFileSync(example, 'utf8'));
    const address = 'https://stagegraph.example.org/workbench/#';
    expect(read.ok && (address + (await encodeShareLink(read.value))).length).toBeLessThan(2000);
  });

  it('of version 2 open for ever: one that was made when it was current', async () => {
    const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    const opened = await decodeShareLink(file('./fixtures/link-2.txt'));
    expect(opened).toEqual(readScenarioText(file('./fixtures/scenario-2.json')));
    expect(opened.ok && opened.value.schemaVersion).toBe(3);
  });

  it('bring everything of version 3', async () => {
    const fixture = readFileSync(new URL('./fixtures/scenario-3.json', import.meta.url), 'utf8');
    const read = readScenarioText(fixture);
    if (!read.ok) throw new Error(read.error[0]!.message);
    const link = await encodeShareLink(read.value);
    expect(await decodeShareLink(link)).toEqual({ ok: true, value: JSON.parse(fixture) });
    expect(link.length).toBeLessThan(1300);
  });

  it('are plain raw deflate, as other programs write and read it', async () => {
    expect(await decodeShareLink(pack(JSON.stringify(mercury)))).toEqual({ ok: true, value: mercury });
  });

  it('keep every character of names and notes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), async (text) => {
        const scenario = { ...mercury, name: text, notes: text };
        expect(await decodeShareLink(await encodeShareLink(scenario))).toEqual({ ok: true, value: scenario });
      }),
      { numRuns: 50 },
    );
  });

  it('that were cut off say so, wherever the cut is', async () => {
    const fragment = await encodeShareLink(mercury);
    for (let length = 2; length < fragment.length; length += 37) {
      expect(await refusal(fragment.slice(0, length))).toBe(DAMAGED);
    }
    expect(await refusal(fragment.slice(0, -1))).toBe(DAMAGED);
  });

  it('with a wrong character never give another scenario silently broken', async () => {
    const fragment = await encodeShareLink(mercury);
    expect(await refusal(`2.${fragment.slice(2, 60)}*${fragment.slice(61)}`)).toBe(DAMAGED);
    expect(await refusal('2.äöü')).toBe(DAMAGED);
    expect(await refusal('2.')).toBe(DAMAGED);
    expect(await refusal(pack(new Uint8Array([0x22, 0xff, 0xfe, 0x22])))).toBe(DAMAGED);
  });

  it('of something else are recognized', async () => {
    for (const link of ['', '#', 'hello', 'https://example.org/#about', 'https://example.org/1.5', '1,abc']) {
      expect(await refusal(link)).toBe('This is not a link to a scenario.');
    }
    expect(await refusal('0.abcd')).toBe(DAMAGED);
  });

  it('of a newer version say what can be read', async () => {
    expect(await refusal(`#9${(await encodeShareLink(mercury)).slice(1)}`)).toBe(
      'This link has version 9; this Stagegraph reads up to 3. Open it with a newer Stagegraph.',
    );
  });

  it('stop unpacking a bomb', async () => {
    const bomb = pack(new Uint8Array(300_000_000));
    expect(bomb.length).toBeLessThan(500_000);
    // While it is unpacked, not when all of it lies in memory.
    expect(await inflate(new Uint8Array(deflateRawSync(new Uint8Array(MAX_LINKED_BYTES + 1))))).toMatchObject(
      { ok: false, error: 'The scenario in the link is larger than 4 MB; share it as a file.' },
    );
    expect(await refusal(bomb)).toBe('The scenario in the link is larger than 4 MB; share it as a file.');
  });

  it('stop restoring words that would fill the memory', async () => {
    const words = pack(new Uint8Array(3_000_000).fill(1));
    expect(await refusal(words)).toBe('The scenario in the link is larger than 4 MB; share it as a file.');
  });

  it('longer than 12 million characters are not looked at', async () => {
    expect(await refusal(`1.${'A'.repeat(12_000_000)}`)).toBe(
      'The link is longer than 12 million characters.',
    );
  });

  it('are not made for scenarios that would not open again', async () => {
    const values = Array.from({ length: 500_000 }, (_, i) => 1 + i / 7);
    const source = { id: 'in', kind: 'source', interarrival: { distribution: 'trace', values } } as const;
    const large = { ...mercury, nodes: [source], links: [] };
    expect(JSON.stringify(large).length).toBeGreaterThan(MAX_LINKED_BYTES);
    await expect(encodeShareLink(large)).rejects.toThrow('too large for a link; save it as a file.');
  });

  it('with a faulty scenario name the fault', async () => {
    const faulty = { ...mercury, links: [{ from: 'disk', to: 'x' }] };
    expect(await refusal(pack(JSON.stringify(faulty)))).toBe(
      'The link holds a scenario with errors. links[0] "disk" → "x".to: expected the id of a node, got "x"',
    );
    expect(await refusal(pack('{"format":'))).toBe(DAMAGED);
  });
});
