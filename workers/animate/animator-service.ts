/** The animator as a worker offers it: one animation at a time. */

import { refuse } from '../simulate/refuse.ts';
import { Animation } from './animation.ts';
import type { AnimatorService } from './contract.ts';

/** Events of the short run that tells how much moves per second. */
const PACE_EVENTS = 4_000;

export function animatorService(): AnimatorService {
  let current: Animation | undefined;
  const opened = (): Animation => {
    if (!current) throw new Error('No animation is open.');
    return current;
  };
  return {
    open(scenario, seed) {
      current = undefined;
      const refusal = refuse(scenario);
      if (refusal) return refusal;
      const trial = new Animation(scenario, seed);
      trial.rush(PACE_EVENTS);
      current = new Animation(scenario, seed);
      const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
      return { kind: 'opened', places: current.placeIds, sinks, ...trial.pace() };
    },
    advance: (toTime, mostEvents) => opened().advance(toTime, mostEvents),
    step: () => opened().step(),
    close() {
      current = undefined;
    },
  };
}
