/** `stagegraph render`: the drawing with its numbers as a file. */
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { BadInput } from '../lib/bad-input.ts';
import { RENDER_THEMES, type RenderOptions, render } from '../lib/render.ts';
import { writeText } from './disk-words.ts';
import { readSoundScenario } from './input.ts';
import { printJson } from './outcome.ts';
import { sizeText, tellReached } from './within.ts';

interface Options extends Omit<RenderOptions, 'format'> {
  readonly svg?: boolean;
  readonly html?: boolean;
  readonly png?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export function addRender(program: Command): void {
  program
    .command('render')
    .description('draw a scenario with its numbers, as a file for papers and pages')
    .argument('<file>', 'scenario file, - or share link')
    .option('--svg', 'the drawing (default)')
    .addOption(
      new Option('--html', 'a page with drawing, stage table and remarks, which loads nothing').conflicts(
        'svg',
      ),
    )
    .addOption(new Option('--png', 'refused; says how to get one').conflicts(['svg', 'html']))
    .addOption(new Option('--theme <name>', 'colours').choices(RENDER_THEMES).default('light'))
    .addOption(new Option('--method <name>', 'whose numbers').choices(METHOD_NAMES).default('auto'))
    .option('--out <file>', 'write it there instead of to standard output')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { html, png, out, json, theme, method }: Options) => {
      if (png) throw noPixels();
      const scenario = await readSoundScenario(file);
      tellReached(() => `the drawing of ${sizeText(scenario)}`);
      const rendered = await render(scenario, {
        ...{ format: html ? 'html' : 'svg' },
        ...(theme && { theme }),
        ...(method && { method }),
      });
      if (out !== undefined) await writeText(out, rendered.content);
      if (json) printJson(out === undefined ? rendered : { ...rendered, content: undefined, file: out });
      else {
        if (out === undefined) process.stdout.write(rendered.content);
        process.stderr.write(`${out ?? scenario.name}: ${rendered.trust}\n`);
      }
    });
}

/** Why pictures of pixels are not made here, and how to get them. */
const noPixels = (): BadInput =>
  new BadInput([
    'render: --png: expected --svg or --html; a picture of pixels needs a program that paints: write --svg and turn it into PNG by "rsvg-convert -z 2 drawing.svg -o drawing.png" (or Inkscape, or ImageMagick), or export it from the page',
  ]);
