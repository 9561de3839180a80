/** Numbers of a scenario that a calibration may look for, and where it looks. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { NumberParameter } from '../../../core/study/parameters.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { Unknown } from '../../../workers/fit/contract.ts';

const REACH = 1000;
const LEAST_SHARE = 1e-4;

/** Whole numbers are not fitted; a mean is the same number as the rate beside it. */
export function unknownChoices(scenario: Scenario): readonly NumberParameter[] {
  const numbers = parametersOf(scenario).flatMap((one) =>
    one.kind === 'number' && !one.domain.integer && Number.isFinite(one.value) ? [one] : [],
  );
  const paths = new Set(numbers.map(({ path }) => path));
  return numbers.filter((one) => !isTheRate(one, paths) && (one.value > 0 || one.domain.most === 1));
}

const isTheRate = ({ path }: NumberParameter, paths: ReadonlySet<string>): boolean =>
  path.endsWith('.mean') && paths.has(path.replace(/mean$/, 'rate'));

/** A thousandth to a thousand times what it is now; of shares all. */
export function boundsOf({ path, value, domain }: NumberParameter): Required<Unknown> {
  if (domain.most === 1) return { path, low: LEAST_SHARE, high: 1 };
  return { path, low: Math.max(domain.least, value / REACH), high: Math.min(domain.most, value * REACH) };
}

/** All words of the search are in its words or its path, in any order. */
export function matches({ words, path }: NumberParameter, search: string): boolean {
  const text = `${words} ${path}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
