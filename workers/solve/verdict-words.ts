/** Names and numbers inside the sentences of verdicts. */
import type { SharedResource } from '../../core/scenario/scenario.ts';

/** What a shared resource is called. */
export const resourceName = (id: string, resources: readonly SharedResource[]): string =>
  resources.find((resource) => resource.id === id)?.name ?? id;

/** `2 times`, `0.5 times`. */
export const times = (x: number): string => `${Number(x.toPrecision(2))} times`;

/** `, about 0.5 times the one shown (by up to 1.2)`: a mean queue that is so many times as long or short. */
export function offBy(factor: number, meanQueueLength: number | undefined): string {
  if (!Number.isFinite(factor)) return '';
  const size =
    meanQueueLength === undefined ? '' : ` (by up to ${digits(Math.abs(factor - 1) * meanQueueLength)})`;
  return factor === 0 ? `, as good as none${size}` : `, about ${times(factor)} the one shown${size}`;
}

/** `92 %`; small shares keep one digit. */
export const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(share < 0.1 ? 1 : 2))} %`;

/** Three digits, more where three would read 1. */
export const factor = (x: number): string => String(Number(x.toPrecision(Math.abs(x - 1) < 0.005 ? 6 : 3)));

/** Three digits. */
export const digits = (x: number): string => String(Number(x.toPrecision(3)));
