/** The drawing of a scenario with its numbers, as a file for papers and pages, without a browser. */
import { capitalized } from '../core/base/plural.ts';
import type { MethodName } from '../core/measures/methods.ts';
import { refusalText } from '../core/measures/refusals.ts';
import { TRUST } from '../core/measures/trust.ts';
import { verdictText } from '../core/measures/verdicts.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { stageCells } from '../src/features/results/solved-tables.ts';
import { answerTrust } from '../src/features/solve/trust-of.ts';
import { graphLayout } from '../src/ui/editor/graph-layout.ts';
import { graphPicture } from '../src/ui/editor/graph-picture.ts';
import { type Colours, escaped, pictureSvg } from '../src/ui/editor/graph-svg.ts';
import { linkWays } from '../src/ui/editor/link-ways.ts';
import { INKS } from '../src/ui/editor/picture-marks.ts';
import theme from '../src/ui/widgets/colours.css?raw';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';

export const RENDER_FORMATS = ['svg', 'html'] as const;
export const RENDER_THEMES = ['light', 'dark'] as const;

export interface RenderOptions {
  /** svg: the drawing. html: a page with title, drawing, stage table and remarks, which loads nothing. Default svg. */
  readonly format?: (typeof RENDER_FORMATS)[number];
  /** Colours of the page; default light. */
  readonly theme?: (typeof RENDER_THEMES)[number];
  /** Whose numbers are drawn; default `auto`. */
  readonly method?: MethodName;
}

export interface Rendered {
  readonly format: (typeof RENDER_FORMATS)[number];
  /** The whole file. */
  readonly content: string;
  /** Size of the drawing, px. */
  readonly width: number;
  readonly height: number;
  /** How far the numbers can be trusted, or why there are none. */
  readonly trust: string;
}

/** Nodes without positions are laid out from left to right. A scenario without an answer is drawn without numbers. */
export async function render(
  scenario: Scenario,
  { format = 'svg', theme: shade = 'light', method = 'auto' }: RenderOptions = {},
): Promise<Rendered> {
  const placed = await laidOut(scenario);
  const outcome = solveScenario(scenario, method, true);
  const answer = outcome.kind === 'noAnswer' ? undefined : outcome;
  const trust = outcome.kind === 'noAnswer' ? refusalText(outcome) : trustText(outcome);
  const colours = coloursOf(shade);
  const picture = graphPicture(placed, answer, { around: linkWays });
  const { width, height } = picture.box;
  const svg = pictureSvg(placed, picture, colours);
  const content = format === 'svg' ? `${svg}\n` : page({ scenario, answer, trust, svg, colours });
  return { format, content, width, height, trust };
}

/** What is placed by hand stays. */
async function laidOut(scenario: Scenario): Promise<Scenario> {
  if (scenario.nodes.some(({ position }) => position)) return scenario;
  const positions = await graphLayout(scenario);
  return { ...scenario, nodes: scenario.nodes.map((node) => ({ ...node, position: positions[node.id]! })) };
}

const trustText = (answer: SolveAnswer): string => {
  if (answer.kind === 'unstable') return 'No steady state.';
  const { word, sentence } = TRUST[answerTrust(answer)];
  return `${capitalized(word)}. ${sentence}`;
};

/** The colours of the page's theme, which is their one place. */
function coloursOf(shade: (typeof RENDER_THEMES)[number]): Colours {
  const entries = INKS.map((ink) => {
    const [, light, dark] = new RegExp(`--${ink}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(theme) ?? [];
    const colour = shade === 'light' ? light : dark;
    if (colour === undefined) throw new Error(`The theme has no colour ${ink}.`);
    return [ink, colour] as const;
  });
  // One entry per ink, by construction.
  return Object.fromEntries(entries) as Colours;
}

interface Page {
  readonly scenario: Scenario;
  readonly answer: SolveAnswer | undefined;
  readonly trust: string;
  readonly svg: string;
  readonly colours: Colours;
}

function page({ scenario, answer, trust, svg, colours }: Page): string {
  const style = [
    `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:${colours.text};background:${colours['surface-page']}}`,
    'svg{max-width:100%;height:auto}',
    'table{border-collapse:collapse;font-variant-numeric:tabular-nums}',
    `th,td{padding:.2rem .8rem;text-align:right;border-bottom:1px solid ${colours.border}}`,
    'th:first-child,td:first-child{text-align:left}',
  ].join('');
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escaped(scenario.name)}</title><style>${style}</style></head><body>`,
    `<h1>${escaped(scenario.name)}</h1>`,
    `<p>${escaped(trust)}</p>`,
    svg,
    ...(answer ? [stageTable(scenario, answer), remarks(answer)] : []),
    '</body></html>',
    '',
  ].join('\n');
}

function stageTable(scenario: Scenario, answer: SolveAnswer): string {
  const row = (tag: 'td' | 'th', cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const { head, rows } = stageCells(scenario, answer);
  const body = rows.map((cells) => row('td', cells));
  return `<table><thead>${row('th', head)}</thead><tbody>${body.join('\n')}</tbody></table>`;
}

const remarks = ({ verdicts }: SolveAnswer): string =>
  verdicts.length === 0
    ? ''
    : `<ul>${verdicts.map((verdict) => `<li>${escaped(verdictText(verdict))}</li>`).join('\n')}</ul>`;
