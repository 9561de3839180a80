/** The graph as a picture that nobody edits: a list of marks, drawn as React elements or written as an SVG file. */

import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { type GroupHull, groupHulls } from './group-hulls.ts';
import { drawnPositions } from './layered-positions.ts';
import { buildLinkData, type LinkView } from './link-data.ts';
import {
  arrowHead,
  drawnBox,
  type LinkEnds,
  linkEnds,
  linkPath,
  overSender,
  wordHeight,
} from './link-path.ts';
import type { linkWays } from './link-ways.ts';
import { buildNodeData } from './node-data.ts';
import { compactMarks, nodeMarks } from './node-marks.ts';
import { type Box, boxAround, boxOf } from './node-size.ts';
import { line, type Mark, text } from './picture-marks.ts';
import { linkKey } from './selection.ts';

export interface Picture {
  /** What is drawn lies inside. */
  readonly box: Box;
  /** Where each node stands. */
  readonly boxes: ReadonlyMap<NodeId, Box>;
  readonly marks: readonly Mark[];
}

interface PictureOptions {
  /** Shapes and loads only, with heavier lines: for pictures too small for words. */
  readonly compact?: boolean;
  /** Takes links around nodes; small pictures, which the first visit fetches, are drawn without. */
  readonly around?: typeof linkWays;
}

const MARGIN = 36;

export function graphPicture(
  scenario: Scenario,
  answer?: SolveAnswer,
  { compact = false, around }: PictureOptions = {},
): Picture {
  const boxes = compact ? compactBoxes(scenario) : plainBoxes(scenario);
  const views = [...buildNodeData({ scenario, answer, answerIsStale: false, faults: [] }).values()];
  const links = [...buildLinkData({ scenario, answer, answerIsStale: false, faults: [] }).values()];
  const ways = around?.(scenario.links, boxes);
  const lines = links.map((link) => {
    const way = ways?.get(linkKey(link));
    return { link, ...linkEnds(boxes.get(link.from)!, boxes.get(link.to)!), ...(way && { way }) };
  });
  const hulls = groupHulls(scenario, boxes, answer);
  const marks = [
    ...hulls.flatMap((hull) => hullMarks(hull, compact)),
    ...lines.flatMap((line) => linkMarks(line.link, line, compact)),
    ...views.flatMap((view) => {
      const box = boxes.get(view.node.id)!;
      return compact ? compactMarks(view, box) : nodeMarks(view, box, answer?.stages[view.node.id]);
    }),
  ];
  const box = withMargin(drawnBox([...boxes.values(), ...hulls.map((hull) => hull.box)], lines));
  return { marks, boxes, box: compact ? widened(box) : box };
}

type Boxes = ReadonlyMap<NodeId, Box>;

function plainBoxes(scenario: Scenario): Boxes {
  const positions = drawnPositions(scenario);
  return new Map(scenario.nodes.map(({ id, kind }) => [id, boxOf(kind, positions.get(id)!)]));
}

/** A drawing this many times wider than high is pressed together in small pictures. */
const WIDE = 3;

/** A long line of stages is drawn half as wide, nodes and gaps alike, so that it still fills a small picture. */
function compactBoxes(scenario: Scenario): Boxes {
  const boxes = plainBoxes(scenario);
  const { width, height } = boxAround([...boxes.values()]);
  if (width < WIDE * height) return boxes;
  return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x / 2, width: box.width / 2 }]));
}

/** A small picture shows at least this much, so that two or three nodes are not blown up. */
const LEAST_WIDTH = 760;

function widened(box: Box): Box {
  const missing = Math.max(0, LEAST_WIDTH - box.width);
  return { ...box, x: box.x - missing / 2, width: box.width + missing };
}

function withMargin(box: Box): Box {
  return {
    x: box.x - MARGIN,
    y: box.y - MARGIN,
    width: box.width + 2 * MARGIN,
    height: box.height + 2 * MARGIN,
  };
}

function hullMarks({ path, label, words }: GroupHull, compact: boolean): Mark[] {
  const shape: Mark = {
    tag: 'path',
    fill: 'series-baseline',
    stroke: 'series-baseline',
    attributes: { d: path, fillOpacity: 0.09, strokeOpacity: 0.45, strokeDasharray: '2 4', strokeWidth: 1.5 },
  };
  const at = { x: label.x + 8, y: label.y - 6 };
  return compact ? [shape] : [shape, text(words, at, { strong: true, ink: 'series-baseline' })];
}

function linkMarks(link: LinkView, { start, end, way }: LinkEnds, compact: boolean): Mark[] {
  const course = linkPath(start, end, way);
  const { path, label } = course;
  const width = compact ? link.width + 3 : link.width;
  const strokeDasharray = link.crossing ? '7 5' : 'none';
  const critical = link.critical && `⟳ ${link.critical}`;
  const words = compact
    ? []
    : [link.choice, link.rate, link.fill, critical].filter((word) => word !== undefined);
  const ofAll = compact ? undefined : link.choiceOfAll;
  const casing = link.critical
    ? [line(path, 'text', { strokeWidth: width + 8 }), line(path, 'surface-page', { strokeWidth: width + 5 })]
    : [];
  return [
    ...casing,
    line(path, 'border-strong', { strokeWidth: width, strokeDasharray }),
    { tag: 'path', fill: 'border-strong', attributes: { d: arrowHead(end, width) } },
    ...(ofAll ? [text(ofAll, overSender(start), { size: 11, anchor: 'end' })] : []),
    ...words.map((word, index) =>
      text(
        word,
        {
          x: label.x,
          y: wordHeight(word, course, [-8, 18, 32, 46][index]!, link.choice),
        },
        { size: 11, anchor: 'middle' },
      ),
    ),
  ];
}
