/** Nodes, classes and links as other tools' examples have them. */

import { expect } from 'vitest';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Link, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveScenario } from '../solve-scenario.ts';

type Means = Readonly<Record<string, number>>;

const servicesOf = (times: Means) =>
  Object.fromEntries(
    Object.entries(times).map(([id, mean]) => [
      id,
      { service: { distribution: 'exponential', mean } as const },
    ]),
  );

/** Processor sharing among the classes, each with its mean service. */
export const shared = (id: string, times: Means, serverCount = 1): ScenarioNode =>
  stage(id, 1, { discipline: 'PS', serverCount, byClass: servicesOf(times) });

/** A time of its own for each class. */
export const delay = (id: string, times: Means): ScenarioNode => ({
  id,
  kind: 'delay',
  service: { distribution: 'exponential', mean: 1 },
  byClass: servicesOf(times),
});

export const closed = (id: string, population: number, start: string): JobClass => ({
  id,
  closed: { population, start },
});

export const drawn = (
  nodes: readonly ScenarioNode[],
  classes: readonly JobClass[],
  links: readonly Link[],
): Scenario => ({ ...drawing(nodes, []), classes, links });

/** From each to the next, and from the last to the first. */
export const ring = (...ids: readonly string[]): readonly Link[] =>
  ids.map((from, i) => ({ from, to: ids[(i + 1) % ids.length]! }));

export function solved(scenario: Scenario, method: MethodName): SolveAnswer {
  const outcome = solveScenario(scenario, method, false);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  expect(outcome.exact).toBe(true);
  return outcome;
}

/** Equal to so much of the printed number. */
export function near(ours: number | undefined, printed: number, tolerance = 1e-9): void {
  expect(ours).toBeDefined();
  expect(Math.abs(ours! - printed), `${ours} for ${printed}`).toBeLessThanOrEqual(
    tolerance * Math.abs(printed),
  );
}
