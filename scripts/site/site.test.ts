/** The site as a crawler and a static host see it: every link leads somewhere, every page says something without a script. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsOf } from '../../embed/inputs.ts';
import { readExampleFile } from '../../src/features/gallery/example-files.test-support.ts';
import { EXAMPLES } from '../../src/features/gallery/examples.ts';
import { solveScenario } from '../../workers/solve/solve-scenario.ts';
import { findChromium } from '../setup.mjs';
import { buildSite } from './build.ts';
import { LIVE_EXAMPLES } from './live-examples.ts';
import { renderMarkdown } from './markdown.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

const URL_OF_SITE = 'https://host.org/a/b/';
let out = '';
const read = (path: string): string => readFileSync(join(out, path), 'utf8');

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'stagegraph site ü '));
  await buildSite(out, URL_OF_SITE);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const targets = (html: string): readonly string[] =>
  [...html.matchAll(/<[^>]*?\b(?:href|src|srcset|action)="([^"]*)"/g)].map(([, target]) =>
    target!.replaceAll('&amp;', '&'),
  );

/** A page of the workbench brings its own scripts; what it shows is not looked for here. */
const isWorkbench = (path: string): boolean => path.startsWith('app/');

/** Every page that can be reached from the first one, and what leads nowhere. */
function crawl() {
  const seen = new Set<string>();
  const dead: string[] = [];
  const waiting = ['index.html'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const html = read(path);
    for (const target of targets(html)) {
      if (/^(https?:|data:)/.test(target)) continue;
      if (target.startsWith('/')) dead.push(`${path} -> ${target}: not relative`);
      const [name = '', anchor] = target.split('#');
      const asked = name === '' ? path : posix.join(posix.dirname(path), name.split('?')[0]!);
      const file =
        existsSync(join(out, asked)) && statSync(join(out, asked)).isDirectory()
          ? join(asked, 'index.html')
          : asked;
      if (!existsSync(join(out, file))) dead.push(`${path} -> ${target}`);
      else if (anchor !== undefined && !isWorkbench(file) && !read(file).includes(`id="${anchor}"`))
        dead.push(`${path} -> ${target}: no such heading`);
      else if (file.endsWith('.html') && !isWorkbench(file)) waiting.push(file);
    }
  }
  return { seen: [...seen].sort(), dead };
}

describe('the site', () => {
  it('has no dead link, no address that depends on where it stands, and no page that nothing leads to', () => {
    const { seen, dead } = crawl();
    expect(dead).toEqual([]);
    const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => {
      expect(address).toContain(URL_OF_SITE);
      const path = address!.slice(URL_OF_SITE.length);
      return path === '' || path.endsWith('/') ? `${path}index.html` : path;
    });
    // The search page is found by its form, which has an action.
    expect(seen).toEqual(listed.filter((path) => !isWorkbench(path)).sort());
    expect(seen.length).toBeGreaterThan(50);
  });

  it('says what it has to say as text, under a title of its own, and nothing that its policy refuses', () => {
    const titles = new Set<string>();
    const { seen } = crawl();
    for (const path of seen) {
      const html = read(path);
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
      titles.add(title);
      expect(title, path).toMatch(/Stagegraph$/);
      expect(/<h1/.test(html), path).toBe(true);
      expect(/name="description" content="[^"]{20,}"/.test(html), path).toBe(true);
      const words = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
      expect(words.length, path).toBeGreaterThan(path === 'search.html' ? 150 : 500);
      expect(html, path).not.toMatch(/ style="|<style|<script(?! type="module" src=)| on\w+="/);
    }
    expect(titles.size).toBe(seen.length);
  });

  it('gives each example a picture of its own to be shared with', () => {
    const pictures = EXAMPLES.map(({ slug }) => {
      const [, address = ''] =
        /property="og:image" content="(.*?)"/.exec(read(`examples/${slug}.html`)) ?? [];
      expect(address).toContain(URL_OF_SITE);
      return readFileSync(join(out, address.slice(URL_OF_SITE.length)));
    });
    for (const picture of pictures) expect(picture.subarray(1, 4).toString()).toBe('PNG');
    if (!findChromium()) return;
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(EXAMPLES.length);
    // Width and height stand in the first chunk.
    for (const picture of pictures)
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it('finds sections by their words', () => {
    const index = MiniSearch.loadJSON(read('search-index.json'), SEARCH_OPTIONS);
    expect(index.search('dropOldest')[0]?.id).toContain('.html');
    expect(
      index.search('Pollaczek').some(({ id }) => String(id).startsWith('docs/methods/general-service')),
    ).toBe(true);
    expect(index.search('Mercury BLAST').some(({ id }) => id === 'examples/mercury-run-1.html')).toBe(true);
  });
});

describe('a page on a method', () => {
  it('has an example that is solved, with inputs that it has', () => {
    for (const [name, { shows, inputs }] of Object.entries(LIVE_EXAMPLES)) {
      const scenario = typeof shows === 'string' ? readExampleFile(shows) : shows;
      expect(inputsOf(scenario, inputs), name).toMatchObject({ ok: true });
      expect(solveScenario(scenario, 'auto').kind, name).toBe('answer');
      expect(read(`docs/methods/${name}.html`), name).toContain('<stagegraph-model');
    }
  });
});

describe('Markdown', () => {
  const shown = (text: string) =>
    renderMarkdown(text, (target) => (target === 'b.md' ? { address: 'b.html', title: 'The b' } : undefined));

  it('keeps formulas as MathML, aligns columns by class, and names files that it has not', () => {
    const { title, html, summary, sections } = shown(
      '# A $x^2$\n\nFirst [b](b.md), [b.md](b.md), [code](../x.ts).\n\n## Of a, b\n\n| n |\n|--:|\n| 1 |\n\n## Of a, b\n\nmore',
    );
    expect(title).toBe('A x^2');
    expect(html).toContain('<msup>');
    expect(html).toContain('<a href="b.html">b</a>, <a href="b.html">The b</a>, <a>code</a>');
    expect(html).toContain('<th class="right">n</th>');
    expect(html).toContain('<h2 id="of-a-b-1">');
    expect(summary).toBe('First b, The b, code.');
    expect(sections.map(({ anchor }) => anchor)).toEqual(['', 'of-a-b', 'of-a-b-1']);
  });

  it('refuses a formula that cannot be read', () => {
    expect(() => shown('$\\frac{1$')).toThrow(/KaTeX/);
  });
});
