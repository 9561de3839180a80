/** Baselines that stay pinned to be compared with. */
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { MOST_BASELINES } from '../../../core/study/study.ts';
import { useDocument } from '../../state/document-store.ts';
import type { PinnedScenario } from './explore-library.ts';
import { useExplore } from './explore-store.ts';
import { keepStudy, whenFollowing } from './exploring.ts';

export function setPins(pins: readonly PinnedScenario[]): void {
  useExplore.setState({ pins });
  keepStudy();
}

/** False where as many are pinned as can be. What is pinned already is not pinned twice. */
export async function pinScenario(scenario: Scenario, name = 'Baseline 1'): Promise<boolean> {
  const { id, history } = useDocument.getState();
  if (id === undefined || !history) return false;
  await whenFollowing(id, history.present);
  const { pins } = useExplore.getState();
  if (pins.some((pin) => pin.scenario === scenario)) return true;
  if (pins.length >= MOST_BASELINES) return false;
  setPins([...pins, { name: freshName(name, pins), scenario }]);
  return true;
}

/** The name, or the next one that is free: `Baseline 1`, `Baseline 2`. */
function freshName(name: string, pins: readonly PinnedScenario[]): string {
  const stem = name.replace(/ \d+$/u, '');
  const taken = new Set(pins.map((pin) => pin.name));
  if (!taken.has(name)) return name;
  for (let i = 2; ; i++) if (!taken.has(`${stem} ${i}`)) return `${stem} ${i}`;
}
