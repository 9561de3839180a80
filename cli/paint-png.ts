/** Pictures of pixels, painted by a Chromium that is on the machine: drawings need fonts, and a browser has them. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { BadInput } from '../lib/bad-input.ts';
import BROWSERS from './browsers.json';

/** ms until a browser that paints nothing is given up. */
const PATIENCE = 60_000;
/** Pixels of a side, beyond which browsers leave out parts. */
const MOST_PIXELS = 16_000;

export interface Picture {
  /** Text of an SVG file. */
  readonly svg: string;
  /** Size of the drawing, px. */
  readonly width: number;
  readonly height: number;
  /** Pixels for each of them; less where the picture would be too large. */
  readonly scale: number;
}

/** The whole file. Refuses where there is no browser, and where it paints nothing. */
export async function paintPng({ svg, width, height, scale }: Picture): Promise<Uint8Array> {
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
