/** `stagegraph render`: the drawing with its numbers as a file. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { BadInput } from '../lib/bad-input.ts';
import { RENDER_THEMES, type RenderOptions, render } from '../lib/render.ts';
import BROWSERS from './browsers.json';
import { writeWhole } from './disk-words.ts';
import { readSoundScenario } from './input.ts';
import { fileToWrite, number, refuseWithout } from './option-values.ts';
import { printJson } from './outcome.ts';
import { sizeText, tellReached } from './within.ts';

interface Options extends Omit<RenderOptions, 'format'> {
  readonly svg?: boolean;
  readonly html?: boolean;
  readonly png?: boolean;
  readonly scale?: number;
  readonly out?: string;
  readonly json?: boolean;
}

export function addRender(program: Command): void {
  program
    .command('render')
    .description('draw a scenario with its numbers, as a file for papers and pages')
    .argument('<file>', 'scenario file, - or share link')
    .option('--svg', 'the drawing (default, unless the name of the file says another)')
    .addOption(
      new Option('--html', 'a page with drawing, stage table and remarks, which loads nothing').conflicts(
        'svg',
      ),
    )
    .addOption(
      new Option('--png', 'the drawing in pixels, painted by a Chromium on this machine').conflicts([
        'svg',
        'html',
      ]),
    )
    .option('--scale <n>', 'with --png: pixels for each of the drawing (2)', number({ from: 0.1, to: 10 }))
    .addOption(new Option('--theme <name>', 'colours').choices(RENDER_THEMES).default('light'))
    .addOption(new Option('--method <name>', 'whose numbers').choices(METHOD_NAMES).default('auto'))
    .option('--out <file>', 'write it there instead of to standard output', fileToWrite)
    .option('--json', 'print one JSON document')
    .action(async (file: string, { out, json, theme, method, scale: pixels, ...wanted }: Options) => {
      const { html, png } = formatOf(wanted, out);
      if (!png) refuseWithout('--png', { scale: pixels });
      if (png && out === undefined && (json || process.stdout.isTTY))
        throw new BadInput(['render: --png: expected --out FILE: a picture of pixels is no text']);
      const scenario = await readSoundScenario(file);
      tellReached(() => `the drawing of ${sizeText(scenario)}`);
      const { width, height, ...rendered } = await render(scenario, {
        ...{ format: html ? 'html' : 'svg' },
        ...(theme && { theme }),
        ...(method && { method }),
      });
      const content = png
        ? await paintPng({ svg: rendered.content, width, height, scale: pixels ?? 2 })
        : rendered.content;
      if (out !== undefined) await writeWhole(out, content);
      if (json)
        printJson(
          out === undefined
            ? rendered
            : { ...rendered, ...(png && { format: 'png' }), content: undefined, file: out },
        );
      else {
        if (out === undefined) process.stdout.write(content);
        process.stderr.write(`${out ?? scenario.name}: ${rendered.trust}\n`);
      }
    });
}

const ENDINGS = {
  '.svg': { svg: true },
  '.png': { png: true },
  '.html': { html: true },
  '.htm': { html: true },
};

/** What is written: as an option says, else as the name of the file does. */
function formatOf(wanted: Pick<Options, 'svg' | 'html' | 'png'>, out: string | undefined): typeof wanted {
  if (wanted.svg || wanted.html || wanted.png || out === undefined) return wanted;
  const ending = extname(out).toLowerCase();
  if (ending === '') return wanted;
  const named = Object.entries(ENDINGS).find(([known]) => known === ending);
  if (named) return named[1];
  throw new BadInput([
    `render: --out: ${out}: expected a name that ends with ${Object.keys(ENDINGS).join(', ')}, or one of --svg, --html, --png beside it`,
  ]);
}

/** Pictures of pixels, painted by a Chromium that is on the machine: drawings need fonts, and a browser has them. */

/** ms until a browser that paints nothing is given up. */
const PATIENCE = 60_000;
/** Pixels of a side, beyond which browsers leave out parts. */
const MOST_PIXELS = 16_000;

interface Picture {
  /** Text of an SVG file. */
  readonly svg: string;
  /** Size of the drawing, px. */
  readonly width: number;
  readonly height: number;
  /** Pixels for each of them; less where the picture would be too large. */
  readonly scale: number;
}

/** The whole file. Refuses where there is no browser, and where it paints nothing. */
async function paintPng({ svg, width, height, scale }: Picture): Promise<Uint8Array> {
  const browser = chromium();
  const folder = await mkdtemp(join(tmpdir(), 'stagegraph-picture-'));
  try {
    const [page, png] = [join(folder, 'page.html'), join(folder, 'drawing.png')];
    await writeFile(
      page,
      `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;overflow:hidden}svg{display:block}</style>${svg}`,
    );
    const factor = Math.min(scale, MOST_PIXELS / Math.max(width, height));
    const flags = [
      ...['--headless', '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-extensions'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // The superuser has no sandbox; what is shown was drawn here, and loads nothing.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${join(folder, 'profile')}`,
      `--force-device-scale-factor=${factor}`,
      `--window-size=${Math.ceil(width)},${Math.ceil(height)}`,
      `--screenshot=${png}`,
    ];
    const run = promisify(execFile)(browser, [...flags, `file://${page}`], { timeout: PATIENCE });
    await run.catch((reason: unknown) => {
      if (!existsSync(png)) throw notPainted(browser, reason);
    });
    if (!existsSync(png)) throw notPainted(browser, 'it ended without a picture');
    return await readFile(png);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function chromium(): string {
  const set = process.env.CHROMIUM;
  if (set) {
    if (existsSync(set)) return set;
    throw new BadInput([`render: --png: CHROMIUM is ${set}, and no such file is there`]);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (found !== undefined) return found;
  throw new BadInput([
    `render: --png: expected a browser that paints it, ${BROWSERS.join(', ')} on the search path or one named by CHROMIUM; without one write --svg and turn it into PNG by "rsvg-convert -z 2 drawing.svg -o drawing.png" (or Inkscape, or ImageMagick)`,
  ]);
}

const notPainted = (browser: string, reason: unknown): BadInput =>
  new BadInput([
    `render: --png: ${browser} painted nothing: ${String(reason instanceof Error ? reason.message : reason)
      .trim()
      .split('\n')
      .at(-1)}`,
  ]);
