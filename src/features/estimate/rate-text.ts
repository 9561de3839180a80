/** Rates and their intervals as people read them. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { RateEstimate } from '../../../workers/estimate/contract.ts';

export const rateText = (rate: number, digits = 4): string => formatQuantity(rate, 'rate', { digits });

export const intervalText = ({ low, high }: Pick<RateEstimate, 'low' | 'high'>): string =>
  low === undefined || high === undefined ? 'no interval' : `${rateText(low)} … ${rateText(high)}`;

/** Every digit, for copies. */
export const intervalDigits = ({ low, high }: Pick<RateEstimate, 'low' | 'high'>): string =>
  low === undefined || high === undefined ? '' : `${low} ${high}`;

export const percentText = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

export const differenceText = (rate: number, reference: number): string => {
  const share = rate / reference - 1;
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${Number((100 * Math.abs(share)).toPrecision(2))} %`;
};
