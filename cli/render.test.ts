/** Drawings as files: everything that is drawn has its numbers, and nothing is loaded from elsewhere. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import BROWSERS from './browsers.json';
import { addRender } from './render.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const example = join(resolve(import.meta.dirname, '..'), 'public', 'examples', 'mercury-run-2.json');
const scenario = JSON.parse(readFileSync(example, 'utf8'));
const folders = (process.env.PATH ?? '').split(delimiter);
const browser =
  process.env.CHROMIUM || BROWSERS.some((name) => folders.some((folder) => existsSync(join(folder, name))));
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

  it('writes what the name of the file says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stagegraph drawing '));
    try {
      const at = (name: string) => join(folder, name);
      await drawn('--out', at('shop.HTML'));
      expect(readFileSync(at('shop.HTML'), 'utf8')).toContain('<h1>Mercury BLAST, run 2</h1>');
      await drawn('--out', at('shop'));
      expect(readFileSync(at('shop'), 'utf8').startsWith('<svg ')).toBe(true);
      await expect(drawn('--out', at('shop.gif'))).rejects.toThrow(
        'expected a name that ends with .svg, .png',
      );
      expect(existsSync(at('shop.gif'))).toBe(false);
      await drawn('--svg', '--out', at('shop.gif'));
      expect(readFileSync(at('shop.gif'), 'utf8').startsWith('<svg ')).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuses a place that cannot be written, by its name', async () => {
    await expect(drawn('--out', '/nowhere/drawing.svg')).rejects.toThrow(
      "--out <file>' argument '/nowhere/drawing.svg' is invalid. Expected a file that can be written: its folder does not exist",
    );
  });

  it.skipIf(!browser)('paints pixels by a browser of the machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stagegraph picture ü '));
    try {
      const [svg, file] = [(await drawn()).out, join(folder, 'drawing.png')];
      await drawn('--png', '--scale', '0.5', '--out', file);
      const png = readFileSync(file);
      expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
      // Width and height stand in the first chunk.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width) / 2, Number(height) / 2]);
      // An empty picture of that size is smaller.
      expect(png.length).toBeGreaterThan(5000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('says what is missing where there is no browser, and what only pixels have', async () => {
    vi.stubEnv('PATH', '');
    vi.stubEnv('CHROMIUM', '');
    await expect(drawn('--png', '--out', 'drawing.png')).rejects.toThrow('rsvg-convert');
    await expect(drawn('--out', 'drawing.png')).rejects.toThrow('rsvg-convert');
    vi.stubEnv('CHROMIUM', '/nowhere/chromium');
    await expect(drawn('--png', '--out', 'drawing.png')).rejects.toThrow('no such file');
    vi.unstubAllEnvs();
    await expect(drawn('--png', '--json')).rejects.toThrow('expected --out FILE');
    await expect(drawn('--scale', '3')).rejects.toThrow('expected --png');
  });
});
