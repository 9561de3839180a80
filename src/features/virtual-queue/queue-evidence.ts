/** Which measured times could drive the server of a queue. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { SERVICE_EVIDENCE, type ServiceEvidence } from '../../../workers/virtual-queue/contract.ts';
import type { Choice } from '../../ui/widgets/ChoiceField.tsx';
import { EVIDENCE_WORDS } from './verdict-words.ts';

export interface QueueEnds {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
  readonly head?: ReducedQueue;
}

export function endsOf({ queues }: ReducedMeasurement, queue: ReducedQueue): QueueEnds {
  const end = (kind: 'tail' | 'head') => queues.find((one) => one.kind === kind && one.parentId === queue.id);
  const [tail, head] = [end('tail'), end('head')];
  return { queue, ...(tail && { tail }), ...(head && { head }) };
}

/** The histograms that the file has, with their mean and count; raw gaps too, to be refused with the reason. */
export function evidenceChoices({ queue, head }: QueueEnds): readonly Choice<ServiceEvidence | 'auto'>[] {
  const gaps = [head, queue].find((one) => one?.interDeparture)?.interDeparture;
  const known: Readonly<Partial<Record<ServiceEvidence, Bins | undefined>>> = {
    ...gaps,
    service: head?.service ?? queue.service,
  };
  return [
    { value: 'auto', label: 'the best that there is' },
    ...SERVICE_EVIDENCE.flatMap((value) => {
      const bins = known[value];
      if (!bins) return [];
      const hint = `mean ${formatQuantity(bins.mean, 'time')}, ${formatQuantity(bins.total, 'count')} times`;
      return [{ value, label: EVIDENCE_WORDS[value], hint }];
    }),
  ];
}
