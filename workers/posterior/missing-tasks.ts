/**
 * Whether tasks are missing from a file that counts none. With all of them in it, what comes out as a service behind a wait does not depend on
 * how long ago the visit before came; with some missing the longer gaps have services of those in them.
 */
import { standardRanks } from '../numeric/standard-ranks.ts';

/** Standard errors, and the least rank correlation that is worth a refusal. */
const SURE = 4;
const WORTH_REFUSING = 0.1;

/** The visits of one server, first come, first served: the rank correlation, where it is no chance. */
export function missingTasks(
  visits: readonly (readonly [arrival: number, departure: number])[],
): number | undefined {
  const sorted = [...visits].sort(([a], [b]) => a - b);
  const waited = sorted.flatMap(([arrival, departure], i) => {
    const [before, free] = sorted[i - 1] ?? [arrival, arrival];
    return arrival < free ? [[arrival - before, departure - free] as const] : [];
  });
  const [gaps, services] = [0, 1].map((i) => standardRanks(Float64Array.from(waited, (pair) => pair[i]!)));
  const correlation =
    gaps!.reduce((sum, gap, i) => sum + gap * services![i]!, 0) / Math.max(1, waited.length);
  return correlation > Math.max(WORTH_REFUSING, SURE / Math.sqrt(waited.length)) ? correlation : undefined;
}
