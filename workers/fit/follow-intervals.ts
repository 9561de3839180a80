/** Intervals of a calibration that slopes do not tell, followed along the profile of the sum of squares instead. */

import type { CalibrationProblem } from './calibration-problem.ts';
import type { CalibratedParameter } from './contract.ts';
import type { Identified } from './identify.ts';
import type { LeastSquares } from './least-squares.ts';
import { type Asking, isBent, profileInterval } from './profile.ts';

/** A simulated model is too slow for that, and its sum of squares too rough: there they stay as the slopes have them. */
export function* followed(
  { knobs, box, model }: CalibrationProblem,
  { at, cost }: LeastSquares,
  { parameters, directions, rise }: Identified,
): Asking<readonly CalibratedParameter[]> {
  if (model.simulated) return parameters;
  const profiled = { box, at, cost, rise };
  const all: CalibratedParameter[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const direction = directions[i];
    if (!direction || !(yield* isBent(profiled, direction))) {
      all.push(parameter);
      continue;
    }
    const [low, high] = (yield* profileInterval(profiled, i, direction[i]!)).map(Math.exp) as [
      number,
      number,
    ];
    const { most } = knobs[i]!.parameter.domain;
    all.push({ ...parameter, low, high: Math.min(most, high), profiled: true });
  }
  return all;
}
