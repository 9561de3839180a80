/** Virtual queues: how many elements some stages hold together, as a histogram over time. */
import { forgetLevels, Measures, MEASURES_BYTES, openLevels, spend } from './measures';
import { takeAligned } from './memory';
import { now } from './state';

@unmanaged
export class Group {
  levels: Measures = changetype<Measures>(0);
  level: i32 = 0;
}

export function openGroup(): Group {
  const group = new Group();
  group.levels = openLevels(takeAligned(MEASURES_BYTES));
  return group;
}

function observeGroup(group: Group): void {
  spend(group.levels, now, group.level);
}

/** The warm-up is over. */
export function restartGroup(group: Group): void {
  observeGroup(group);
  forgetLevels(group.levels);
}

/** Time at each level until now. */
export function levelsOfGroup(group: Group): Measures {
  observeGroup(group);
  return group.levels;
}
