import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../core/scenario/faults.ts';
import { isSource, isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import { scenarioText } from '../../../core/scenario/scenario-text.ts';
import { boxOf, GRID, overlap } from '../../ui/editor/node-size.ts';
import {
  exampleFileNames,
  exampleText,
  flowRates,
  givenPerFiring,
  isActor,
  meanOf,
  readExampleFile,
  takenPerFiring,
} from './example-files.test-support.ts';
import { BLANK_EXAMPLE, EXAMPLES } from './examples.ts';

const ALL = [...EXAMPLES, BLANK_EXAMPLE];

describe('the list of examples', () => {
  it('names every file in public/examples, and no other', () => {
    expect(ALL.map((example) => `${example.slug}.json`).sort()).toEqual(exampleFileNames());
    for (const example of ALL) expect(example.file).toBe(`examples/${example.slug}.json`);
  });

  it('says what each one teaches and where it comes from, each once', () => {
    for (const example of ALL) {
      expect(example.teaches).toMatch(/^[A-Z].{20,110}\.$/);
      expect(example.source.length).toBeGreaterThan(5);
    }
    expect(new Set(ALL.map((example) => example.title)).size).toBe(ALL.length);
  });
});

describe.each(ALL)('example $slug', ({ slug }) => {
  const scenario = readExampleFile(slug);

  // Else a file that is saved after one edit would differ from it in every line.
  it('is written as a scenario is saved', () => {
    expect(scenarioText(scenario)).toBe(exampleText(slug));
  });

  it('has no faults', () => {
    expect(findFaults(scenario).filter((fault) => fault.severity === 'error')).toEqual([]);
  });

  // A closed population fills no stage above saturation, and no source feeds it.
  it.skipIf(isClosed(scenario))('keeps every stage below saturation', () => {
    for (const stage of scenario.nodes.filter(isStage)) {
      const utilization = workPerSecond(scenario, stage) / (servers(stage) * batch(stage));
      expect(utilization, stage.id).toBeGreaterThan(0);
      expect(utilization, stage.id).toBeLessThan(1);
    }
  });

  it.skipIf(isClosed(scenario))('neither makes nor loses elements, but for filters and conversions', () => {
    const { entered, left } = totals(scenario);
    expect(left / entered).toBeCloseTo(1, 9);
  });

  it('is drawn on the grid, from left to right, without overlaps', () => {
    const boxes = scenario.nodes.map((node) => boxOf(node.kind, node.position!));
    for (const box of boxes) expect([box.x % GRID, box.y % GRID]).toEqual([0, 0]);
    const touching = boxes.filter((box, index) =>
      boxes.slice(index + 1).some((other) => overlap(box, other)),
    );
    expect(touching).toEqual([]);
    const [first] = isClosed(scenario) ? scenario.nodes : scenario.nodes.filter(isSource);
    expect(Math.min(...boxes.map((box) => box.x))).toBe(first!.position!.x);
  });

  it('explains itself', () => {
    expect(scenario.notes!.length).toBeGreaterThan(100);
    if (slug === BLANK_EXAMPLE.slug) return;
    for (const heading of ['Purpose.', 'Numbers', 'Our assumptions.'])
      expect(scenario.notes).toContain(heading);
  });
});

const isClosed = ({ classes = [] }: Scenario) => classes.some(({ closed }) => closed);

/** Seconds of service that arrive in a second. */
function workPerSecond(scenario: Scenario, stage: StageNode): number {
  if (!stage.byClass) return flowRates(scenario).get(stage.id)! * meanOf(stage.service);
  return scenario.classes!.reduce((work, { id }) => {
    const service = stage.byClass?.[id]?.service ?? stage.service;
    return work + flowRates(scenario, id).get(stage.id)! * meanOf(service);
  }, 0);
}

const servers = (stage: StageNode) => stage.serverCount ?? 1;
const batch = ({ bulk }: StageNode) => (bulk ? (bulk.rule === 'full' ? bulk.size : bulk.max) : 1);

/** Elements per second that begin (at sources, and where a conversion or a firing adds) and that end (in sinks and filters, and taken by firings). */
function totals(scenario: Scenario) {
  const rates = flowRates(scenario);
  let entered = 0;
  let left = 0;
  for (const node of scenario.nodes) {
    const rate = rates.get(node.id)!;
    if (node.kind === 'source') entered += rate;
    if (node.kind === 'sink') left += rate;
    if (isActor(node)) {
      for (const link of scenario.links) {
        if (link.from === node.id) entered += rate * givenPerFiring(link);
        if (link.to === node.id) left += rate * takenPerFiring(link);
      }
    } else if (node.kind === 'stage') {
      entered += rate - rate / (node.conversionFactor ?? 1);
      left += rate * (1 - (node.passProbability ?? 1));
    }
    if (node.kind === 'fork')
      entered += rate * (scenario.links.filter(({ from }) => from === node.id).length - 1);
    if (node.kind === 'join')
      left += rate * (1 - 1 / scenario.links.filter(({ to }) => to === node.id).length);
  }
  return { entered, left };
}
