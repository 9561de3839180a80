/** What is said beside the answer of a closed network: what stands against its product form, or how near a ring that is followed is to the truth. */
import { note, type Verdict, warning } from '../../../core/measures/verdicts.ts';
import { RING_ERRORS } from './blocking-ring.ts';
import type { ClosedNetwork } from './closed-network.ts';

export function closedRemarks({ against }: ClosedNetwork, exact: boolean): readonly Verdict[] {
  if (exact) return [];
  const objections = against.map(({ stage, because }) => warning('no-product-form', { because }, stage));
  return [...objections, note('approximate-mean-values', {})];
}

export const ringRemarks = (): readonly Verdict[] => [note('ring-followed', RING_ERRORS)];
