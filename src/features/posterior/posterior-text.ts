/** Numbers of a posterior as people read them. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Interval } from '../../../workers/posterior/contract.ts';
import { formatPercent } from '../../ui/charts/number-label.ts';

export const timeText = (seconds: number): string => formatQuantity(seconds, 'time');

/** A share with its interval: one decimal, which is as much as an interval is worth. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.0005 ? formatPercent(share) : `${Number((100 * share).toFixed(1))} %`;

export const rangeText = ({ low, high }: Interval, write: (value: number) => string): string =>
  `${write(low)} … ${write(high)}`;

/** Every digit, for copies. */
export const rangeDigits = ({ low, high }: Interval): string => `${low} ${high}`;

/** Two digits behind the point, as R-hat is read. */
export const rHatText = (rHat: number): string =>
  Number.isFinite(rHat) ? rHat.toFixed(rHat < 10 ? 3 : 0) : 'no agreement at all';
