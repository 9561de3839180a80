/** A reduced measurement as a part of a link, where a link can hold it. */

import { LONGEST_LINK } from '../../../core/scenario/link-layer.ts';
import { measuredPart } from '../../../core/scenario/link-measured.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { measuredClient } from './measured-keeping.ts';

export interface SharedMeasured {
  readonly name: string;
  /** Absent when it is too large for a link. */
  readonly part?: string;
  readonly characters: number;
}

/** Undefined where there are no frames: means without them are in the scenario already. */
export async function sharedMeasured(reduced: ReducedMeasurement): Promise<SharedMeasured | undefined> {
  if (reduced.frames.start.length === 0) return undefined;
  const part = await measuredPart(await measuredClient.encode(undefined, reduced));
  const fits = part.length <= LONGEST_LINK;
  return { name: reduced.name, characters: part.length, ...(fits && { part }) };
}
