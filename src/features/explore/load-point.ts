/** Puts a point of the study into the editor, as one step that can be undone. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ParameterValue } from '../../../core/study/parameter.ts';
import { findParameter, type Setting, writeParameters } from '../../../core/study/parameters.ts';
import type { DesignValue } from '../../../workers/explore/contract.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { type ExploredPoints, inputOf } from './explore-points.ts';
import { useExplore } from './explore-store.ts';
import { markLoaded } from './exploring.ts';
import { withRoom } from './mapping-moves.ts';
import { stopLooking } from './previewing.ts';
import { showAllOf } from './show-all.ts';

export function loadPoint(points: ExploredPoints, point: number): void {
  const design = designOf(points, point);
  if (design) loadDesign(design, `Load design ${point + 1}`);
}

/** Undefined while the point is not made. */
export function designOf(points: ExploredPoints, point: number): readonly DesignValue[] | undefined {
  const design = points.table.inputs.map(({ path, choices }, i): DesignValue => {
    const number = inputOf(points, point, i);
    return { path, value: choices?.[number] ?? number };
  });
  return design.some(({ value }) => Number.isNaN(value)) ? undefined : design;
}

/** The study stays as it is: the scenario that comes out is one of its points. */
export function loadDesign(design: readonly DesignValue[], label: string): void {
  const scenario = designScenario(design);
  if (!scenario) return;
  stopLooking();
  markLoaded(scenario);
  const before = selectScenario(useDocument.getState());
  editDocument(label, () => scenario);
  if (before) showAllOf(before, scenario);
  showToast({ title: `${label}: in the editor. Ctrl Z takes it back.`, tone: 'good' });
}

/** The scenario of a design of the study, with the names and places of what is drawn. */
export function designScenario(design: readonly DesignValue[]): Scenario | undefined {
  const { study } = useExplore.getState();
  const drawn = selectScenario(useDocument.getState());
  if (!study || !drawn) return undefined;
  const settings = design.flatMap(({ path, value }) => settingOf(study.scenario, path, value));
  return withRoom(drawn, drawnAs(writeParameters(study.scenario, settings), drawn));
}

function settingOf(scenario: Scenario, path: string, value: ParameterValue): readonly Setting[] {
  const handle = findParameter(scenario, path);
  return handle.ok ? [{ handle: handle.value, value }] : [];
}

/** Names and places may have changed since the study took the scenario. */
function drawnAs(scenario: Scenario, drawn: Scenario): Scenario {
  const places = new Map(drawn.nodes.map(({ id, position }) => [id, position]));
  return {
    ...scenario,
    name: drawn.name,
    nodes: scenario.nodes.map((node) => {
      const position = places.get(node.id);
      return position ? { ...node, position } : node;
    }),
  };
}
