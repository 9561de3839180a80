/** Fill and drain times, in numbers: of the page, the terminal and files. */
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { type Column, numberColumn } from '../../../core/quantities/table.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { PassageTime, TransientAnswer } from '../../../workers/transient/contract.ts';
import { nodeTitle } from '../results/node-title.ts';

export function passageColumns(
  { timeUnit }: Pick<Scenario, 'timeUnit'>,
  { times }: TransientAnswer,
): readonly Column<Passage>[] {
  const end = times.at(-1)!;
  const time = (value: number): string => formatMeasure(value, 'time', { timeUnit });
  const column = (
    id: string,
    header: string,
    value: (passage: Passage) => number | undefined,
  ): Column<Passage> => ({
    ...{ id, header, kind: 'number', value },
    write: (passage) => {
      const found = value(passage);
      if (found === undefined) return `after ${time(end)}`;
      return found === Number.POSITIVE_INFINITY ? 'perhaps never' : time(found);
    },
  });
  return [
    { id: 'what', header: 'First time that', value: ({ what }) => what },
    column('mean', 'Mean', (passage) => passage.time.mean),
    column('half', 'Half of runs by', (passage) => quantileOf(passage.time.distribution, times, 0.5)),
    column('most', '90 % by', (passage) => quantileOf(passage.time.distribution, times, 0.9)),
    numberColumn(
      'byEnd',
      `By ${time(end)}`,
      (passage) => passage.time.distribution.at(-1),
      (value) => formatMeasure(value, 'fraction'),
    ),
  ];
}

/** Times until something happens for the first time, and by when it has in half and in nine of ten runs. */

export interface Passage {
  readonly id: string;
  readonly what: string;
  readonly time: PassageTime;
}

export function passagesOf(scenario: Scenario, { fill, drain }: TransientAnswer): readonly Passage[] {
  return [
    ...nodesInFlowOrder(scenario).flatMap(({ id }) => {
      const time = fill[id];
      return time ? [{ id, what: `${nodeTitle(scenario, id)} full`, time }] : [];
    }),
    ...(drain ? [{ id: '', what: 'All empty, sources off', time: drain }] : []),
  ];
}

/** The time by which it has happened with this probability, between two times of the answer; undefined beyond the last. */
export function quantileOf(
  distribution: readonly number[],
  times: readonly number[],
  probability: number,
): number | undefined {
  const i = distribution.findIndex((p) => p >= probability);
  if (i < 0) return undefined;
  if (i === 0) return times[0];
  const [before, after] = [distribution[i - 1]!, distribution[i]!];
  return times[i - 1]! + ((probability - before) / (after - before)) * (times[i]! - times[i - 1]!);
}
