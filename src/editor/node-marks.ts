/** Still pictures of nodes. */

import type { StageAnswer } from '../../workers/contract/solving.ts';
import type { Position, ScenarioNode } from '../model/scenario.ts';
import { levelText, nodeName, percentText, rateText, unitOf } from './figure-text.ts';
import { type Gauge, gaugeOf } from './gauge.ts';
import { LAW_NAMES } from './law-names.ts';
import type { NodeView } from './node-data.ts';
import type { Box } from './node-size.ts';
import { type Ink, type Mark, rect, type TextStyle, text } from './picture-marks.ts';
import type { StageFigures } from './stage-figures.ts';

/** The outline of a node kind in its box. */
function outline({ node, bottleneck }: NodeView, box: Box, heavy: number): Mark[] {
  const { x, y, width, height } = box;
  const strokeWidth = bottleneck ? heavy * 3 : heavy;
  const stroke: Ink = bottleneck ? 'text' : 'border-strong';
  const shape: Mark =
    node.kind === 'router'
      ? {
          tag: 'path',
          fill: 'surface',
          stroke,
          attributes: {
            d: `M${x + width / 2},${y} l${width / 2},${height / 2} l${-width / 2},${height / 2} l${-width / 2},${-height / 2} Z`,
            strokeWidth,
          },
        }
      : { tag: 'path', fill: 'surface', stroke, attributes: { d: rounded(node.kind, box), strokeWidth } };
  const platform = node.kind === 'stage' ? node.platform : undefined;
  const edge: Mark = {
    tag: 'rect',
    fill: platform ? `platform-${platform}` : 'border-strong',
    attributes: { x, y: y + 1, width: 5 * heavy, height: height - 2, rx: 2 },
  };
  return node.kind === 'stage' ? [shape, edge] : [shape];
}

/** A box whose left or right side is round, where elements only leave or only arrive. */
function rounded(kind: ScenarioNode['kind'], { x, y, width, height }: Box): string {
  const left = kind === 'sink' ? height / 2 : 6;
  const right = kind === 'source' ? height / 2 : 6;
  return (
    `M${x + left},${y} H${x + width - right} A${right},${right} 0 0 1 ${x + width},${y + right} V${y + height - right} ` +
    `A${right},${right} 0 0 1 ${x + width - right},${y + height} H${x + left} A${left},${left} 0 0 1 ${x},${y + height - left} ` +
    `V${y + left} A${left},${left} 0 0 1 ${x + left},${y} Z`
  );
}

/** Outline and load only. */
export function compactMarks(view: NodeView, box: Box): Mark[] {
  const load = view.figures?.utilization;
  if (load === undefined) return outline(view, box, 4);
  const bar = { x: box.x + 30, y: box.y + 36, height: 40, rx: 6 };
  const width = box.width - 44;
  return [
    ...outline(view, box, 4),
    rect('surface-sunken', { ...bar, width }),
    rect('accent', { ...bar, width: width * Math.min(1, load) }),
  ];
}

/** The node with its words and numbers. */
export function nodeMarks(view: NodeView, box: Box, answer: StageAnswer | undefined): Mark[] {
  return [...outline(view, box, 1), ...words(view, box), ...stageMarks(view, box, answer)];
}

/** Longest name that fits, in letters; a stage shares the line with its unit. */
const NAME_LENGTH = { source: 20, stage: 25, router: 20, sink: 13 } as const;

function words({ node, rate }: NodeView, box: Box): Mark[] {
  const name = clipped(
    nodeName(node),
    NAME_LENGTH[node.kind] - (node.kind === 'stage' ? (node.unit?.length ?? 0) : 0),
  );
  if (node.kind === 'router') {
    const below = { x: box.x + box.width / 2, y: box.y + box.height + 14 };
    return [text(name, below, { anchor: 'middle', strong: true })];
  }
  const x = box.x + (node.kind === 'sink' ? 24 : 14);
  const lines = [
    rate === undefined ? '' : rateText(rate, unitOf(node)),
    node.kind === 'source' ? LAW_NAMES[node.interarrival.law] : '',
  ];
  return [
    text(name, { x, y: box.y + 21 }, { size: 13, strong: true }),
    ...lines.map((line, index) => text(line, { x, y: box.y + 43 + 19 * index }, { ink: 'text-muted' })),
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
    rightward(figures.utilization === undefined ? '' : `ρ ${percentText(figures.utilization)}`, 66),
    text(`${servers}${answer?.model ?? ''}`, { x: left, y: box.y + 92 }, { size: 11, ink: 'text-muted' }),
    rightward(bottleneck ? 'bottleneck' : '', 92, { size: 11, strong: true }),
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
