import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScenario } from '../../../core/scenario/read-scenario.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import {
  isCrowded,
  joinByBus,
  mayBeExplored,
  missingBuses,
  moveStage,
  placedStages,
} from './mapping-moves.ts';

function example(name: string): Scenario {
  const text = readFileSync(new URL(`../../../public/examples/${name}.json`, import.meta.url), 'utf8');
  const read = parseScenario(JSON.parse(text));
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
}
const trade = example('tick-to-trade');
const placeIn = ({ nodes }: Scenario, id: string) => nodes.find((node) => node.id === id)!.position!;

test('a crossing that comes has room in the line, and one that goes leaves no gap', () => {
  const moved = moveStage(trade, 'book', 'fpga');
  const line = ['parse', 'book', 'book to decide', 'decide', 'risk'].map((id) => placeIn(moved, id));
  for (const [i, { x, y }] of line.entries()) {
    if (i === 0) continue;
    expect(y).toBeCloseTo(line[0]!.y, -1.5);
    expect(x - line[i - 1]!.x).toBeGreaterThanOrEqual(270);
    expect(x - line[i - 1]!.x).toBeLessThan(420);
  }
  expect(isCrowded(moved)).toBe(false);
  const back = moveStage(moved, 'book', 'cpu');
  expect(back.nodes.map(({ id }) => id).sort()).toEqual(trade.nodes.map(({ id }) => id).sort());
  expect(moveStage(trade, 'book', 'cpu')).toBe(trade);
});

test('crossings are not moved by themselves, and links without a bus are named until they have one', () => {
  expect(placedStages(trade).map(({ id }) => id)).toEqual(['parse', 'book', 'decide', 'risk']);
  expect([mayBeExplored(trade), missingBuses(trade)]).toEqual([true, []]);
  const web = example('web-service');
  expect(mayBeExplored(web)).toBe(false);
  const moved = moveStage(web, 'database', 'gpu');
  expect([mayBeExplored(moved), missingBuses(moved)]).toEqual([true, [['cpu', 'gpu']]]);
  const joined = joinByBus(moved, ['cpu', 'gpu']);
  expect(missingBuses(joined)).toEqual([]);
  expect(joined.nodes.filter((node) => node.kind === 'stage' && node.bus !== undefined)).toHaveLength(2);
});
