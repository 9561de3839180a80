/** Which times a measurement has of a queue, what they are of, and those that are chosen. */

import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { FitData } from '../../../workers/fit/contract.ts';
import {
  type GapBins,
  isFullByDesign,
  type ReducedMeasurement,
  type ReducedQueue,
} from '../../../workers/measure/contract.ts';
import type { Choice } from '../../ui/widgets/ChoiceField.tsx';
import type { Times, TimesChoice, TimesKind, TimesRole } from './fit-store.ts';

export interface TimesOption extends Choice<TimesKind> {
  readonly role: TimesRole;
  readonly fromDepartures?: true;
  readonly data: FitData;
}

/** What says most of the stage first. */
export function timesOf(queue: ReducedQueue): readonly TimesOption[] {
  const { service, latency } = queue;
  return [
    ...(service
      ? [option('service', { label: 'Service times', hint: 'as measured', role: 'service' }, service)]
      : []),
    ...GAPS.flatMap(({ of, condition, ...words }) => {
      const bins = queue[of]?.[condition];
      const series = of === 'interInsertion' ? queue.insertionSeries : queue.departureSeries;
      if (!bins) return [];
      const found = option(`${of} ${condition}`, words, bins);
      // The order is known of all gaps only.
      return condition === 'all' && series ? [{ ...found, data: { ...found.data, series } }] : [found];
    }),
    ...(latency
      ? [
          option(
            'latency',
            { label: 'Times in the stage', hint: 'from entry to exit', role: 'stay' },
            latency,
          ),
        ]
      : []),
  ];
}

type Words = Pick<TimesOption, 'label' | 'role' | 'fromDepartures'> & { readonly hint: string };

const option = (value: TimesKind, words: Words, bins: Extract<FitData, { kind: 'bins' }>['bins']) =>
  ({ value, ...words, data: { kind: 'bins', bins } }) as const;

const GAPS: readonly (Words & {
  readonly of: 'interInsertion' | 'interDeparture';
  readonly condition: keyof GapBins;
})[] = [
  {
    ...{ of: 'interDeparture', condition: 'availTime', role: 'service', fromDepartures: true },
    ...{ label: 'Service times, from departures', hint: 'the clock runs while an element is there' },
  },
  {
    ...{ of: 'interDeparture', condition: 'nonBlocked', role: 'service', fromDepartures: true },
    ...{ label: 'Service times, from departures in a row', hint: 'gaps while the server was busy' },
  },
  {
    ...{ of: 'interInsertion', condition: 'all', role: 'arrivals' },
    ...{ label: 'Times between arrivals', hint: 'all gaps between insertions' },
  },
  {
    ...{ of: 'interInsertion', condition: 'nonBlocked', role: 'arrivals' },
    ...{ label: 'Times between arrivals, not blocked', hint: 'gaps whose writer did not wait' },
  },
  {
    ...{ of: 'interInsertion', condition: 'availTime', role: 'arrivals' },
    ...{
      label: 'Times between arrivals, while there was room',
      hint: 'the clock stops while the queue is full',
    },
  },
  {
    ...{ of: 'interDeparture', condition: 'all', role: 'departures' },
    ...{ label: 'Times between departures', hint: 'they hold the times without work: no service times' },
  },
];

/** No server and no source is behind a queue that is full by design. */
export const queuesWithTimes = ({ queues }: ReducedMeasurement): readonly ReducedQueue[] =>
  queues.filter((queue) => timesOf(queue).length > 0 && !isFullByDesign(queue.kind));

/** What is behind a choice, of the measurement that is looked at; undefined where that has no times. */
export function chosenTimes(
  choice: TimesChoice,
  reduced: ReducedMeasurement | undefined,
  stageOf: Readonly<Record<string, NodeId>> = {},
): Times | undefined {
  switch (choice.kind) {
    case 'numbers':
      return {
        ...{ key: `numbers ${choice.nth}`, title: 'numbers of your own', role: 'any' },
        data: { kind: 'samples', values: Float64Array.from(choice.values) },
      };
    case 'example':
      return {
        ...{ key: `example ${choice.name} ${choice.seed}`, title: choice.name, role: choice.role },
        data: { kind: 'drawn', distribution: choice.distribution, seed: choice.seed },
      };
    case 'measured': {
      const queues = reduced ? queuesWithTimes(reduced) : [];
      const queue = queues.find(({ id }) => id === choice.queue) ?? queues[0];
      if (!reduced || !queue) return undefined;
      const options = timesOf(queue);
      const { value, label, role, fromDepartures, data } =
        options.find(({ value }) => value === choice.of) ?? options[0]!;
      const stage = stageOf[queue.id];
      return {
        ...{ key: [reduced.name, reduced.rows, queue.id, value].join(' '), role, data },
        title: `${label.toLowerCase()} of ${nameOf(queue)}`,
        ...(stage !== undefined && { stage }),
        ...(fromDepartures && { fromDepartures }),
      };
    }
  }
}
