/** Who gets the next free unit of a shared resource. Meaning: docs/models.md. */
import type { KindWords } from '../base/kinds.ts';

export type Arbitration = 'FCFS' | 'roundRobin';

interface ArbitrationRule extends KindWords {
  readonly inTurn: boolean;
}

export const ARBITRATION = {
  FCFS: { label: 'FCFS', hint: 'the service that has waited longest gets it next', inTurn: false },
  roundRobin: { label: 'Round robin', hint: 'the stages get it one after the other', inTurn: true },
} as const satisfies Record<Arbitration, ArbitrationRule>;

export const DEFAULT_ARBITRATION: Arbitration = 'FCFS';

export const arbitrationOf = ({
  arbitration = DEFAULT_ARBITRATION,
}: {
  readonly arbitration?: Arbitration;
}): Arbitration => arbitration;

/** The stages get it one after the other. */
export const givesInTurn = (resource: { readonly arbitration?: Arbitration }): boolean =>
  ARBITRATION[arbitrationOf(resource)].inTurn;
