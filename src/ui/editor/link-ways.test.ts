import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { scenarioOf } from './drawn.test-support.ts';
import { graphLayout } from './graph-layout.ts';
import { layeredPositions } from './layered-positions.ts';
import { drawnBox, linkEnds, linkPath } from './link-path.ts';
import { linkWays } from './link-ways.ts';
import { type Box, boxOf } from './node-size.ts';
import { linkKey } from './selection.ts';

const EXAMPLES = 'public/examples';
const examples = readdirSync(EXAMPLES).map(
  (name): Scenario => JSON.parse(readFileSync(`${EXAMPLES}/${name}`, 'utf8')),
);

type Boxes = ReadonlyMap<string, Box>;
const boxesAt = (
  scenario: Scenario,
  positions: Boxes | ReadonlyMap<string, { x: number; y: number }>,
): Boxes => new Map(scenario.nodes.map(({ id, kind }) => [id, boxOf(kind, positions.get(id)!)]));
const laidOut = async (scenario: Scenario): Promise<Boxes> =>
  boxesAt(scenario, new Map(Object.entries(await graphLayout(scenario))));

/** Points along what is drawn, read from the drawn path itself. */
function pointsOf(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const [, command, numbers] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const at = numbers!.trim().split(/[ ,]+/).map(Number);
    expect(at.every(Number.isFinite), path).toBe(true);
    const from = points.at(-1);
    const bends = command === 'C' ? [at[0]!, at[1]!, at[2]!, at[3]!] : undefined;
    const [x, y] = [at.at(-2)!, at.at(-1)!];
    if (!from) points.push({ x, y });
    else
      for (let step = 1; step <= 200; step++) {
        const t = step / 200;
        const along = (a: number, b: number, c: number, d: number) =>
          a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3;
        points.push(
          bends
            ? { x: along(from.x, bends[0]!, bends[2]!, x), y: along(from.y, bends[1]!, bends[3]!, y) }
            : { x: from.x + (x - from.x) * t, y: from.y + (y - from.y) * t },
        );
      }
  }
  return points;
}

/** Each link that runs behind a node, and behind which. */
function hidden(links: readonly Link[], boxes: Boxes, ways = linkWays(links, boxes)): string[] {
  return links.flatMap((link) => {
    const { start, end } = linkEnds(boxes.get(link.from)!, boxes.get(link.to)!);
    const points = pointsOf(linkPath(start, end, ways.get(linkKey(link))).path);
    return [...boxes].flatMap(([id, { x, y, width, height }]) => {
      // It may touch the sides of its own ends, where it begins and stops.
      const isEnd = id === link.from || id === link.to;
      const air = isEnd ? 2 : 0;
      const isBehind = points.some(
        (at) => at.x > x + air && at.x < x + width - air && at.y > y + air && at.y < y + height - air,
      );
      return isBehind ? [`${link.from} to ${link.to} behind ${id}`] : [];
    });
  });
}

const BYPASS = scenarioOf(
  [source('in', 2), stage('a', 4), stage('b', 4), sink('out')],
  [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
    { from: 'in', to: 'out' },
    { from: 'b', to: 'a' },
  ],
);

describe('linkWays', () => {
  it('takes a link around the stages that it would run behind, and leaves the others', async () => {
    const boxes = boxesAt(BYPASS, layeredPositions(BYPASS));
    expect(hidden(BYPASS.links, boxes, new Map())).toEqual(['in to out behind a', 'in to out behind b']);
    expect(hidden(BYPASS.links, boxes)).toEqual([]);
    expect([...linkWays(BYPASS.links, boxes).keys()]).toEqual(['["in","out"]']);
  });

  it('hides no link of an example, as it is drawn and after auto layout', async () => {
    for (const example of examples) {
      const drawn = new Map(example.nodes.map(({ id, position }) => [id, position!]));
      expect(hidden(example.links, boxesAt(example, drawn)), example.name).toEqual([]);
      expect(hidden(example.links, await laidOut(example)), `${example.name}, laid out`).toEqual([]);
    }
  });

  it('hides no link after auto layout, for any graph', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const kinds = fc.array(fc.constantFrom('stage', 'router', 'fork', 'source', 'sink', 'delay'), {
      minLength: names.length,
      maxLength: names.length,
    });
    const link = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names) });
    const links = fc.uniqueArray(link, { maxLength: 16, selector: ({ from, to }) => from + to });
    await fc.assert(
      fc.asyncProperty(kinds, links, async (chosen, ends) => {
        const scenario = scenarioOf(
          names.map((id, index) => ({ ...stage(id, 4), kind: chosen[index]! }) as Scenario['nodes'][number]),
          ends,
        );
        expect(hidden(ends, await laidOut(scenario))).toEqual([]);
        expect(hidden(ends, boxesAt(scenario, layeredPositions(scenario)))).toEqual([]);
      }),
    );
  });

  it('is inside the box that is shown at once', async () => {
    const boxes = boxesAt(BYPASS, layeredPositions(BYPASS));
    const ways = linkWays(BYPASS.links, boxes);
    const lines = BYPASS.links.map((link) => {
      const way = ways.get(linkKey(link));
      return { ...linkEnds(boxes.get(link.from)!, boxes.get(link.to)!), ...(way && { way }) };
    });
    const box = drawnBox([...boxes.values()], lines);
    for (const { start, end, way } of lines)
      for (const { x, y } of pointsOf(linkPath(start, end, way).path)) {
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x).toBeLessThanOrEqual(box.x + box.width);
        expect(y).toBeGreaterThanOrEqual(box.y);
        expect(y).toBeLessThanOrEqual(box.y + box.height);
      }
  });
});
