/** Still pictures of nodes. */

import { arrivalName } from '../../../core/distributions/index.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeKind, Position } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../../../workers/solve/contract.ts';
import { countText, flowText, levelText, shareText, stayText, unitOf, waitingText } from './figure-text.ts';
import { type Gauge, gaugeOf } from './gauge.ts';
import type { NodeView } from './node-data.ts';
import { CLOCK_AT, CLOCK_SIGN, FORK_SIGN, JOIN_SIGN, outlinePath } from './node-outline.ts';
import type { Box } from './node-size.ts';
import { line, type Mark, rect, type TextStyle, text } from './picture-marks.ts';
import type { StageFigures } from './stage-figures.ts';

/** Outline and load only. */
export function compactMarks(view: NodeView, box: Box): Mark[] {
  const load = view.figures?.utilization;
  if (load === undefined) return outlineMarks(view, box, 4);
  const bar = { x: box.x + 30, y: box.y + 36, height: 40, rx: 6 };
  const width = box.width - 44;
  return [
    ...outlineMarks(view, box, 4),
    rect('surface-sunken', { ...bar, width }),
    rect('accent', { ...bar, width: width * Math.min(1, load) }),
  ];
}

/** The node with its words and numbers. */
export function nodeMarks(view: NodeView, box: Box, answer: StageAnswer | undefined): Mark[] {
  return [
    ...outlineMarks(view, box, 1),
    ...signMarks(view.node.kind, box),
    ...words(view, box),
    ...tabs(view, box),
    ...stageMarks(view, box, answer),
  ];
}

/** Longest name that fits, in letters; a stage shares the line with its unit. */
const NAME_LENGTH: Readonly<Record<NodeKind, number>> = {
  source: 20,
  stage: 25,
  delay: 16,
  router: 20,
  fork: 20,
  join: 20,
  sink: 13,
};

/** Where the words of a box begin. */
const INDENT: Partial<Record<NodeKind, number>> = { sink: 24, delay: 58 };

function words(view: NodeView, box: Box): Mark[] {
  const { node } = view;
  const beside = node.kind === 'stage' ? (node.unit?.length ?? 0) : (view.jobClass?.length ?? 0);
  const name = clipped(nameOf(node), NAME_LENGTH[node.kind] - beside);
  if (node.kind === 'router' || node.kind === 'fork' || node.kind === 'join') {
    const below = { x: box.x + box.width / 2, y: box.y + box.height + 14 };
    const waiting = view.held === undefined ? '' : waitingText(view.held);
    return [
      text(name, below, { anchor: 'middle', strong: true }),
      text(waiting, { x: below.x, y: below.y + 15 }, { anchor: 'middle', size: 11, ink: 'text-muted' }),
    ];
  }
  const x = box.x + (INDENT[node.kind] ?? 14);
  return [
    text(name, { x, y: box.y + 21 }, { size: 13, strong: true }),
    text(view.jobClass ?? '', { x: box.x + box.width - 24, y: box.y + 21 }, { size: 11, anchor: 'end' }),
    ...figures(view).map((line, index) =>
      text(line, { x, y: box.y + 43 + 19 * index }, { ink: 'text-muted' }),
    ),
  ];
}

function figures({ node, rate, rateHalfWidth, held }: NodeView): readonly string[] {
  if (node.kind === 'delay')
    return [held === undefined ? '' : `N ${countText(held, node.unit)}`, stayText(node.service)];
  const flow = rate === undefined ? '' : flowText(rate, rateHalfWidth, unitOf(node));
  return node.kind === 'source' ? [flow, arrivalName(node.interarrival)] : [flow];
}

/** What hangs outside: jobs that start here, and the shared resource. */
function tabs({ starts, resource }: NodeView, box: Box): Mark[] {
  const right = { x: box.x + box.width - 16, y: box.y - 5 };
  const left = { x: box.x + 14, y: box.y + box.height + 14 };
  return [
    text(starts ? `↻ ${starts}` : '', right, { size: 11, anchor: 'end', ink: 'text-muted' }),
    text(resource ? `◆ ${resource}` : '', left, { size: 11, ink: 'text-muted' }),
  ];
}

const BAR_WIDTH = 126;

function stageMarks(view: NodeView, box: Box, answer: StageAnswer | undefined): Mark[] {
  const { node: stage, figures, bottleneck } = view;
  if (stage.kind !== 'stage' || !figures) return [];
  const [left, right] = [box.x + 14, box.x + box.width - 10];
  const rightward = (words: string, y: number, style: TextStyle = {}) =>
    text(words, { x: right, y: box.y + y }, { anchor: 'end', ...style });
  const servers = stage.serverCount && stage.serverCount > 1 ? `×${stage.serverCount} ` : '';
  return [
    rightward(stage.unit ?? '', 21, { size: 11, ink: 'text-muted' }),
    ...queueMarks(gaugeOf(stage.capacity, figures), { x: left, y: box.y + 34 }),
    rightward(levelText(stage, figures), 44),
    ...timeMarks(figures, { x: left, y: box.y + 58 }),
    rightward(figures.utilization === undefined ? '' : `ρ ${shareText(figures.utilization)}`, 66),
    text(`${servers}${answer?.model ?? ''}`, { x: left, y: box.y + 92 }, { size: 11, ink: 'text-muted' }),
    rightward(bottleneck ?? '', 92, { size: 11, strong: true }),
  ];
}

function queueMarks(gauge: Gauge, { x, y }: Position): Mark[] {
  const filled = BAR_WIDTH * (gauge.mean ?? 0);
  return [
    rect('surface-sunken', { x, y, width: BAR_WIDTH, height: 12 }, 'border'),
    rect('accent', { x: x + BAR_WIDTH - filled, y, width: filled, height: 12 }),
  ];
}

function timeMarks({ utilization = 0, blocked = 0 }: StageFigures, { x, y }: Position): Mark[] {
  const serving = BAR_WIDTH * Math.min(1, utilization);
  const held = BAR_WIDTH * Math.min(1 - Math.min(1, utilization), blocked);
  return [
    rect('surface-sunken', { x, y, width: BAR_WIDTH, height: 8 }, 'border'),
    rect('accent', { x, y, width: serving, height: 8 }),
    rect('warn', { x: x + serving, y, width: held, height: 8 }),
  ];
}

const clipped = (words: string, most: number): string =>
  words.length <= most ? words : `${words.slice(0, most - 1)}…`;

/** The shapes of nodes in still pictures. */

/** The outline of a node kind in its box, a stage's edge in the colour of its platform. */
function outlineMarks({ node, bottleneck, critical }: NodeView, box: Box, heavy: number): Mark[] {
  const around = { x: box.x - 5, y: box.y - 5, width: box.width + 10, height: box.height + 10 };
  const ring = rect('surface-page', { ...around, strokeDasharray: '5 4', strokeWidth: 2, rx: 6 }, 'text');
  const shape: Mark = {
    tag: 'path',
    fill: 'surface',
    stroke: bottleneck ? 'text' : 'border-strong',
    attributes: { d: outlinePath(node.kind, box), strokeWidth: bottleneck ? heavy * 3 : heavy },
  };
  const outline = critical ? [ring, shape] : [shape];
  if (node.kind !== 'stage') return outline;
  const edge: Mark = {
    tag: 'rect',
    fill: node.platform ? `platform-${node.platform}` : 'border-strong',
    attributes: { x: box.x, y: box.y + 1, width: 5 * heavy, height: box.height - 2, rx: 2 },
  };
  return [...outline, edge];
}

/** What is drawn inside a node without a queue. */
const SIGNS: Partial<Record<NodeKind, { readonly path: string; readonly at?: Position }>> = {
  delay: { path: CLOCK_SIGN, at: CLOCK_AT },
  fork: { path: FORK_SIGN },
  join: { path: JOIN_SIGN },
};

function signMarks(kind: NodeKind, box: Box): Mark[] {
  const sign = SIGNS[kind];
  if (!sign) return [];
  const { x, y } = sign.at ?? { x: box.width / 2, y: box.height / 2 };
  const transform = `translate(${box.x + x} ${box.y + y})`;
  return [line(sign.path, 'text-muted', { transform, strokeWidth: 1.75 })];
}
