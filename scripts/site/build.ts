/**
 * `npm run site`: one static folder with the workbench, the documentation, a page for each example and a search that asks no
 * server. All addresses are relative: it works under any path of any host. `--out FOLDER`, default `site`; `--url ADDRESS` of
 * where it will stand adds what needs whole addresses: sitemap, canonical links and cards for sharing.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { build } from 'vite';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { encodeShareLink } from '../../core/scenario/share-link.ts';
import type * as Library from '../../lib/index.ts';
import { EXAMPLES } from '../../src/features/gallery/examples.ts';
import { factsOf } from '../../src/features/results/answer-facts.ts';
import { stageCells } from '../../src/features/results/solved-tables.ts';
import { escaped } from '../../src/ui/editor/graph-svg.ts';
import { ensureCommandLine, ensurePage, findChromium, root } from '../setup.mjs';
import { type Card, paintCards } from './cards.ts';
import { LIVE_EXAMPLES } from './live-examples.ts';
import { type Place, renderMarkdown, type Section } from './markdown.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

interface Page {
  /** From the root of the site, such as `docs/models.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly sections?: readonly Section[];
  /** Its picture for those who share it, from the root of the site; default that of the workbench. */
  readonly card?: string;
}

/** Markdown files of the project and their pages. */
function sources(): ReadonlyMap<string, string> {
  const docs = ['docs', 'docs/methods'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  const pageOf = (file: string): string => file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
  return new Map([
    ['README.md', 'index.html'],
    ['CONTRIBUTING.md', 'contributing.html'],
    ['CHANGELOG.md', 'changelog.html'],
    ['docs/library-api.txt', 'docs/library-api.html'],
    ...docs.map((file) => [file, pageOf(file)] as const),
  ]);
}

/** From one page to another, or to a file. */
const between = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

async function documentation(): Promise<Page[]> {
  const pages = sources();
  return Promise.all(
    [...pages].map(async ([file, path]) => {
      const text = readFileSync(join(root, file), 'utf8');
      if (file.endsWith('.txt')) return apiPage(path, text);
      const placeOf = (target: string): Place | undefined => {
        if (/^(https?:|#)/.test(target)) return { address: target };
        const [name = '', anchor] = target.split('#');
        const asked = posix.join(posix.dirname(file), name);
        if (asked.startsWith('docs/pictures/')) return { address: between(path, asked) };
        const page = pages.get(asked);
        if (page === undefined) return undefined;
        const title = /^# (.*)$/m.exec(readFileSync(join(root, asked), 'utf8'))?.[1];
        const address = `${between(path, page)}${anchor === undefined ? '' : `#${anchor}`}`;
        return { address, ...(title !== undefined && { title }) };
      };
      const { title, html, summary, sections } = renderMarkdown(text, placeOf);
      const live = LIVE_EXAMPLES[/^docs\/methods\/(.*)\.md$/.exec(file)?.[1] ?? ''];
      const start = path === 'index.html' ? `<p><a class="open" href="app/">Open the workbench</a></p>` : '';
      const model = live ? await liveModel(path, live.shows, live.inputs) : '';
      return {
        path,
        title,
        description: summary,
        html: html.replace(/<\/h1>/, (end) => `${end}\n${start}`) + model,
        sections,
      };
    }),
  );
}

const apiPage = (path: string, text: string): Page => ({
  path,
  title: 'The library: names and signatures',
  description: 'Everything that the package exports, with its types.',
  html: `<h1>The library: names and signatures</h1>\n<p><a href="library.html">What the functions do</a>, with examples.</p>\n<pre><code>${escaped(text)}</code></pre>`,
  sections: [{ title: 'The library: names and signatures', anchor: '', text }],
});

/** The example of a page, solved in it while its sliders are moved. */
async function liveModel(from: string, shows: string | Scenario, inputs: string): Promise<string> {
  const source =
    typeof shows === 'string'
      ? `src="${between(from, `app/examples/${shows}.json`)}"`
      : `link="${await encodeShareLink(shows)}"`;
  return [
    '<h2 id="live">Live</h2>',
    '<p>Solved in this page by the method that fits. Move the sliders.</p>',
    `<stagegraph-model ${source} inputs="${escaped(inputs)}" workbench="${between(from, 'app/')}/"></stagegraph-model>`,
    `<script type="module" src="${between(from, 'app/embed.js')}"></script>`,
  ].join('\n');
}

/** Writes the drawings, light and dark, beside the pages; and their cards, where there is a browser that paints them. */
async function examples(out: string, browser: string | undefined): Promise<Page[]> {
  // Built before, since what it draws with is bundled into it.
  const library: typeof Library = await import(new URL('../../dist-cli/index.mjs', import.meta.url).href);
  mkdirSync(join(out, 'examples'), { recursive: true });
  const pages: Page[] = [];
  const cards: Card[] = [];
  for (const { slug, title, teaches, source, tryThis } of EXAMPLES) {
    const path = `examples/${slug}.html`;
    const read = parseScenario(
      JSON.parse(readFileSync(join(root, 'public/examples', `${slug}.json`), 'utf8')),
    );
    if (!read.ok) throw new Error(`${slug}: ${read.error[0]?.message}`);
    const scenario = read.value;
    const drawn = await library.render(scenario);
    const dark = await library.render(scenario, { theme: 'dark' });
    writeFileSync(join(out, 'examples', `${slug}-light.svg`), drawn.content);
    writeFileSync(join(out, 'examples', `${slug}-dark.svg`), dark.content);
    const card = `examples/${slug}.png`;
    cards.push({ ...{ file: join(out, card), title, teaches }, trust: drawn.trust, svg: drawn.content });
    const answer = await library.solve(scenario);
    const numbers =
      answer.kind === 'noAnswer'
        ? ''
        : `<h2>Numbers</h2>\n<p>${factsOf(scenario, answer)
            .map(({ name, value }) => `${escaped(name)}: <strong>${escaped(value)}</strong>`)
            .join(' · ')}</p>\n${table(stageCells(scenario, answer))}`;
    const html = [
      `<h1 class="wide">${escaped(title)}</h1>`,
      `<p>${escaped(teaches)}</p>`,
      `<p><a class="open" href="../app/#example=${slug}">Open in the workbench</a></p>`,
      picture(slug, title),
      numbers,
      ...(tryThis === undefined ? [] : ['<h2>Try this</h2>', `<p>${escaped(tryThis)}</p>`]),
      '<h2>What it is</h2>',
      renderMarkdown(scenario.notes ?? teaches, () => undefined).html,
      `<p>Source: ${escaped(source)}. <a href="../app/examples/${slug}.json">The scenario as a file</a>, in the <a href="../docs/scenario-format.html">format of scenarios</a>.</p>`,
      await liveModel(path, slug, 'inputs 0.5..1.5'),
    ].join('\n');
    const text = [teaches, scenario.notes ?? '', tryThis ?? ''].join(' ');
    pages.push({
      ...{ path, title, description: teaches, html, sections: [{ title, anchor: '', text }] },
      ...(browser !== undefined && { card }),
    });
  }
  if (browser !== undefined) await paintCards(browser, cards);
  return [...pages, gallery()];
}

const picture = (slug: string, title: string): string =>
  `<picture><source srcset="${slug}-dark.svg" media="(prefers-color-scheme: dark)"><img src="${slug}-light.svg" alt="Graph of ${escaped(title)}"></picture>`;

function table({ head, rows }: ReturnType<typeof stageCells>): string {
  const line = (tag: 'th' | 'td', cells: readonly string[]): string =>
    `<tr>${cells.map((cell, i) => `<${tag}${i === 0 ? '' : ' class="right"'}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line('th', head)}</thead><tbody>${rows.map((cells) => line('td', cells)).join('\n')}</tbody></table>`;
}

const gallery = (): Page => ({
  path: 'examples/index.html',
  title: 'Examples',
  description:
    'Systems from papers and practice as models: each with its drawing, its numbers and where these come from.',
  html: [
    '<h1 class="wide">Examples</h1>',
    '<p>Systems from papers and practice as models. Each has its drawing, its numbers, and where these come from.</p>',
    '<ul class="cards">',
    ...EXAMPLES.map(
      ({ slug, title, teaches, source }) =>
        `<li>${picture(slug, title)}<h2><a href="${slug}.html">${escaped(title)}</a></h2><p>${escaped(teaches)}</p><p class="muted">${escaped(source)}</p></li>`,
    ),
    '</ul>',
  ].join('\n'),
});

const searchPage: Page = {
  path: 'search.html',
  title: 'Search',
  description: 'Finds words in the documentation and the examples, without a server.',
  html: [
    '<h1>Search</h1>',
    '<form action="search.html"><input name="q" type="search" aria-label="Words to find"> <button>Search</button></form>',
    '<p id="status" role="status">Words from the documentation, the methods and the examples; their beginnings are enough, and small slips do no harm.</p>',
    '<ol id="found"></ol>',
    '<script type="module" src="search.js"></script>',
  ].join('\n'),
};

const NAVIGATION = [
  ['app/', 'Workbench'],
  ['examples/index.html', 'Examples'],
  ['docs/methods/index.html', 'Methods'],
  ['docs/models.html', 'Models'],
  ['docs/scenario-format.html', 'Format'],
  ['docs/library.html', 'Library'],
] as const;

/** `url`: where the site will stand, with a slash at its end. */
function whole(
  { path, title, description, html, card = 'docs/pictures/workbench.png' }: Page,
  url: string | undefined,
): string {
  const to = (target: string): string => between(path, target) + (target.endsWith('/') ? '/' : '');
  const name = title === 'Stagegraph' ? title : `${title} – Stagegraph`;
  const words = escaped(description.length > 200 ? `${description.slice(0, 199)}…` : description);
  const address = url && `${url}${path.replace(/(^|\/)index\.html$/, '$1')}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(name)}</title>`,
    `<meta name="description" content="${words}">`,
    `<meta property="og:title" content="${escaped(name)}"><meta property="og:description" content="${words}">`,
    '<meta property="og:type" content="website"><meta property="og:site_name" content="Stagegraph">',
    ...(address === undefined
      ? []
      : [
          `<link rel="canonical" href="${escaped(address)}"><meta property="og:url" content="${escaped(address)}">`,
          `<meta property="og:image" content="${escaped(url ?? '')}${card}">`,
          `<meta property="og:image:alt" content="${escaped(name)}">`,
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
    `<link rel="icon" href="${to('app/favicon.svg')}" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${to('site.css')}">`,
    '</head><body>',
    `<header><strong><a href="${to('index.html')}">Stagegraph</a></strong>`,
    `<nav>${NAVIGATION.map(([target, label]) => `<a href="${to(target)}">${label}</a>`).join(' · ')}</nav>`,
    `<form action="${to('search.html')}"><input name="q" type="search" aria-label="Search the site" placeholder="Search"></form></header>`,
    `<main>\n${html}\n</main>`,
    '</body></html>',
    '',
  ].join('\n');
}

function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const { path, title: page, sections = [] } of pages)
    index.addAll(
      sections
        .filter(({ text }) => text !== '')
        .map(({ title, anchor, text }) => ({
          id: anchor === '' ? path : `${path}#${anchor}`,
          title,
          page,
          text,
        })),
    );
  return JSON.stringify(index);
}

export async function buildSite(out: string, url?: string): Promise<void> {
  ensurePage();
  ensureCommandLine();
  rmSync(out, { recursive: true, force: true });
  cpSync(join(root, 'dist'), join(out, 'app'), {
    recursive: true,
    filter: (file) => !/\.map$|\.built$/.test(file),
  });
  cpSync(join(root, 'docs/pictures'), join(out, 'docs/pictures'), { recursive: true });
  // Cards are named by whole addresses, which nobody knows without one.
  const browser = url === undefined ? undefined : findChromium();
  if (url !== undefined && browser === undefined)
    process.stderr.write('No Chromium is on this machine: all examples are shared with one picture.\n');
  const pages = [...(await documentation()), ...(await examples(out, browser)), searchPage];
  for (const page of pages) {
    mkdirSync(join(out, dirname(page.path)), { recursive: true });
    writeFileSync(join(out, page.path), whole(page, url));
  }
  const css = ['src/ui/widgets/colours.css', 'scripts/site/site.css'];
  writeFileSync(join(out, 'site.css'), css.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));
  writeFileSync(join(out, 'search-index.json'), searchIndex(pages));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: out,
      emptyOutDir: false,
      rolldownOptions: {
        input: { search: join(root, 'scripts/site/search.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  // Else GitHub Pages would take the folder for the source of another generator.
  writeFileSync(join(out, '.nojekyll'), '');
  if (url === undefined) return;
  const addresses = ['app/', ...pages.map(({ path }) => path.replace(/(^|\/)index\.html$/, '$1'))];
  const entries = addresses.map((path) => `<url><loc>${escaped(url + path)}</loc></url>`);
  writeFileSync(
    join(out, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
  );
  writeFileSync(join(out, 'robots.txt'), `User-agent: *\nAllow: /\nSitemap: ${url}sitemap.xml\n`);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, url: { type: 'string' } } });
  const out = values.out ?? join(root, 'site');
  await buildSite(out, values.url?.replace(/\/?$/, '/'));
  process.stdout.write(`The site is in ${out}: any static host will do.\n`);
}
