/** The frames of a schedule stand in the order in which they begin, and the period ends after the last has begun. */
import { faultOf, type InputFault, inputFault, placeText } from './input-fault.ts';
import type { Scenario } from './scenario.ts';

export function disorderedSchedules(scenario: Scenario): readonly InputFault[] {
  return scenario.nodes.flatMap((node, i) =>
    (node.kind === 'source' || node.kind === 'stage') && node.schedule
      ? scheduleFaults(scenario, node.schedule, i)
      : [],
  );
}

interface Times {
  readonly frames: readonly { readonly from: number }[];
  readonly period?: number | undefined;
}

function scheduleFaults(scenario: Scenario, { frames, period }: Times, i: number): readonly InputFault[] {
  const path = ['nodes', i, 'schedule'];
  const last = frames.at(-1);
  if (last === undefined) return [inputFault(scenario, [...path, 'frames'], 'at least one frame')];
  const early = frames.findIndex((frame, k) => k > 0 && !(frame.from > frames[k - 1]!.from));
  if (early > 0) {
    const before = frames[early - 1]!.from;
    const expected = `a time after the frame before, > ${before}`;
    return [inputFault(scenario, [...path, 'frames', early, 'from'], expected)];
  }
  if (period === undefined || period > last.from) return [];
  const expected = `a time after the last frame begins, > ${last.from}`;
  return [faultOf(placeText(scenario, [...path, 'period']), expected, String(period))];
}
