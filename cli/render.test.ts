/** Drawings as files: everything that is drawn has its numbers, and nothing is loaded from elsewhere. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addRender } from './render.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const example = join(resolve(import.meta.dirname, '..'), 'public', 'examples', 'mercury-run-2.json');
const scenario = JSON.parse(readFileSync(example, 'utf8'));
const drawn = (...words: readonly string[]) => runVerbs([addRender], ['render', example, ...words]);

describe('stagegraph render', () => {
  it('draws every stage with its load, and says how far to trust it', async () => {
    const { out, errors } = await drawn();
    for (const { id, kind, name = id } of scenario.nodes)
      if (kind === 'stage') expect(out).toContain(`>${name.slice(0, 8)}`);
    expect(out).toContain('ρ ');
    expect(out).toContain('bottleneck');
    expect(out.startsWith('<svg ')).toBe(true);
    expect(errors).toContain('Sensitive to inputs.');
  });

  it('writes a page that loads nothing, with the stage table', async () => {
    const { out } = await drawn('--html', '--theme', 'dark');
    expect(out).toContain('<h1>Mercury BLAST, run 2</h1>');
    expect(out).toContain('background:#14171c');
    expect(out.match(/<tr>/g)!.length).toBeGreaterThan(3);
    expect(out).not.toMatch(/<script|src=|href=|url\(|@import/);
  });

  it('refuses a place that cannot be written, by its name', async () => {
    await expect(drawn('--out', '/nowhere/drawing.svg')).rejects.toThrow(
      '/nowhere/drawing.svg: cannot be written: its folder does not exist',
    );
  });

  it('refuses pixels and says how to get them', async () => {
    await expect(drawn('--png')).rejects.toThrow('rsvg-convert');
  });
});
