/** The picture of the graph as the text of an SVG file that needs nothing else. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { graphPicture, type Picture } from './graph-picture.ts';
import { linkWays } from './link-ways.ts';
import type { Ink, Mark } from './picture-marks.ts';

export type Colours = Readonly<Record<Ink, string>>;

const FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif";

export const graphSvg = (scenario: Scenario, answer: SolveAnswer | undefined, colours: Colours): string =>
  pictureSvg(scenario, graphPicture(scenario, answer, { around: linkWays }), colours);

/** A picture of the scenario that is there already. */
export function pictureSvg(scenario: Scenario, { box, marks }: Picture, colours: Colours): string {
  const { x, y, width, height } = box;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">`,
    `<title>${escaped(scenario.name)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${escaped(colours['surface-page'])}"/>`,
    ...marks.map((mark) => element(mark, colours)),
    '</svg>',
  ].join('\n');
}

function element({ tag, fill, stroke, attributes, text }: Mark, colours: Colours): string {
  const all = {
    ...attributes,
    fill: fill ? colours[fill] : 'none',
    ...(stroke && { stroke: colours[stroke] }),
  };
  const written = Object.entries(all).map(([name, value]) => `${kebab(name)}="${escaped(String(value))}"`);
  return text === undefined
    ? `<${tag} ${written.join(' ')}/>`
    : `<${tag} ${written.join(' ')}>${escaped(text)}</${tag}>`;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Text of XML and HTML; also drops the control characters that XML cannot hold. */
export const escaped = (words: string): string =>
  words.replace(CONTROL, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
