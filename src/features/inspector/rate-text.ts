/** Flows in words: elements per second, and bytes where an element has a size. */
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Reading } from './quantity-props.ts';

/** '31.9 M seeds/s · 255 MB/s'; undefined stays undefined. */
export function rateText(rate: number | undefined, { unit, unitBytes }: Reading): string | undefined {
  if (rate === undefined) return undefined;
  const elements = formatQuantity(rate, 'rate', { unit });
  return unitBytes === undefined ? elements : `${elements} · ${formatQuantity(rate, 'rate', { unitBytes })}`;
}
