/** A simulated number in words: three digits, and how well it is known. */
import type { Estimate } from '../../../core/measures/measures.ts';

/** Half width as a share of the mean: how well it is known. */
export function relativeText({ mean, halfWidth }: Estimate): string {
  if (halfWidth === 0) return '± 0';
  if (mean === 0) return `± ${halfWidth.toPrecision(2)}`;
  const percent = (100 * halfWidth) / Math.abs(mean);
  return `± ${percent < 0.01 ? '<0.01' : Number(percent.toPrecision(2))} %`;
}

/** All digits, for hovering, copies and files. */
export const fullText = ({ mean, halfWidth }: Estimate): string => `${mean} ± ${halfWidth}`;

/** The same of a mean that an exact chain tells, beside what was simulated. */
export const exactText = ({ mean }: Estimate, simulated: Estimate): string =>
  `${mean} exact, simulated ${fullText(simulated)}`;

/** Ends of the interval; none of the measures is ever below 0. */
export const intervalOf = ({ mean, halfWidth }: Estimate) => ({
  low: Math.max(0, mean - halfWidth),
  high: mean + halfWidth,
});
