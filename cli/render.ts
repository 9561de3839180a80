/** `stagegraph render`: the drawing with its numbers as a file. */
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { BadInput } from '../lib/bad-input.ts';
import { RENDER_THEMES, type RenderOptions, render } from '../lib/render.ts';
import { writeWhole } from './disk-words.ts';
import { readSoundScenario } from './input.ts';
import { fileToWrite, number, refuseWithout } from './option-values.ts';
import { printJson } from './outcome.ts';
import { paintPng } from './paint-png.ts';
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
