/** Pictures for those who share an example: title, drawing and trust on 1200 by 630 pixels, as PNG, since sites show no SVG. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { escaped } from '../../src/ui/editor/graph-svg.ts';
import { root } from '../setup.mjs';

/** What most sites cut their cards to, px. */
const WIDTH = 1200;
const HEIGHT = 630;

export interface Card {
  /** Where it is written. */
  readonly file: string;
  readonly title: string;
  readonly teaches: string;
  /** How far to trust the numbers. */
  readonly trust: string;
  /** Text of an SVG file. */
  readonly svg: string;
}

/** `browser`: path of a Chromium. */
export async function paintCards(browser: string, cards: readonly Card[]): Promise<void> {
  // The superuser has no sandbox; what is shown was drawn here, and loads nothing.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const chromium = await launch({ executablePath: browser, args });
  try {
    const page = await chromium.newPage();
    await page.setViewport({ width: WIDTH, height: HEIGHT });
    for (const card of cards) {
      await page.setContent(html(card));
      writeFileSync(card.file, await page.screenshot());
    }
  } finally {
    await chromium.close();
  }
}

const style = `${readFileSync(join(root, 'src/ui/widgets/colours.css'), 'utf8')}
body { display: flex; flex-direction: column; gap: 24px; box-sizing: border-box; width: ${WIDTH}px; height: ${HEIGHT}px; margin: 0; padding: 56px; color-scheme: light; color: var(--text); background: var(--surface-page); font-family: system-ui, 'DejaVu Sans', sans-serif }
h1 { margin: 0; font-size: 46px; line-height: 1.15 }
p { margin: 0; font-size: 25px; line-height: 1.35; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.drawing { flex: 1; min-height: 0 }
.drawing svg { width: 100%; height: 100% }
footer { display: flex; justify-content: space-between; gap: 40px; font-size: 22px; color: var(--text-muted) }
footer strong { color: var(--text) }`;

const html = ({ title, teaches, trust, svg }: Card): string =>
  `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${escaped(title)}</h1><p>${escaped(teaches)}</p><div class="drawing">${svg}</div><footer><span>${escaped(trust)}</span><strong>Stagegraph</strong></footer>`;
