import type { RunState } from '../../run/create-run.ts';

/** It ended without having been answered or refused: it is worth being asked once more. */
export const mayTryAgain = ({
  status,
  lost,
}: {
  readonly status: RunState<unknown>['status'];
  readonly lost?: true;
}): boolean => status === 'stopped' || (status === 'failed' && lost === true);
