/** What is pointed at is shown on the graph, with its numbers, until the pointer leaves. */

import { useEffect } from 'react';
import { METHOD_NAMES, type MethodName } from '../../../core/measures/methods.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { DesignValue } from '../../../workers/explore/contract.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import type { ExploredPoints } from './explore-points.ts';
import { useExplore } from './explore-store.ts';
import { designOf, designScenario } from './load-point.ts';
import { lookAt, stopLooking } from './previewing.ts';

/** The point that a picture's pointer is at; none when undefined. */
export function useLookAtPoint(points: ExploredPoints, point: number | undefined): void {
  useEffect(() => {
    const design = point === undefined ? undefined : designOf(points, point);
    if (design) lookAtDesign(design, `design ${point! + 1}`);
    else stopLooking();
  }, [points, point]);
  useEffect(() => stopLooking, []);
}

export function lookAtDesign(design: readonly DesignValue[], title: string): void {
  const scenario = designScenario(design);
  if (scenario) lookAtScenario(scenario, title);
}

/** A design that was put into the editor is there to the letter, and needs no preview. */
const isDrawn = (scenario: Scenario): boolean =>
  JSON.stringify(scenario) === JSON.stringify(selectScenario(useDocument.getState()));

/** ms that the pointer rests before a row is looked at: those that are scrolled past under it are not. */
const REST = 60;
let resting: ReturnType<typeof setTimeout> | undefined;

/** For a row or a button: under the pointer, or with the keyboard's focus. */
export const lookingAt = (look: () => void) => ({
  onPointerEnter: () => {
    clearTimeout(resting);
    resting = setTimeout(look, REST);
  },
  onPointerLeave: leave,
  onFocus: look,
  onBlur: leave,
});

function leave(): void {
  clearTimeout(resting);
  stopLooking();
}

export function lookAtScenario(scenario: Scenario, title: string): void {
  if (isDrawn(scenario)) stopLooking();
  else lookAt({ title, scenario, method: methodOfStudy() });
}

/** As the points are solved; simulated ones are solved by the best method. */
function methodOfStudy(): MethodName {
  const { answer } = useExplore.getState().study ?? {};
  const wanted = answer?.by === 'solve' ? answer.method : undefined;
  return METHOD_NAMES.find((name) => name === wanted) ?? 'auto';
}
