/** Which distributions are drawn over the data: few, so that lines are told apart. */
import type { DistributionReport, FittedFamily } from '../../../workers/fit/contract.ts';

const MOST = 3;
const AT_FIRST = 2;

/** Those that were chosen, in the order of the ranking; the best ones while none is. */
export function drawnFamilies(
  { fits }: Pick<DistributionReport, 'fits'>,
  chosen: readonly FittedFamily[],
): readonly FittedFamily[] {
  const ranked = fits.map(({ family }) => family);
  const wanted = ranked.filter((family) => chosen.includes(family));
  return wanted.length > 0 ? wanted : ranked.slice(0, AT_FIRST);
}

/** With one more or one less; a fourth takes the place of the one that was chosen first. */
export function toggled(drawn: readonly FittedFamily[], family: FittedFamily): readonly FittedFamily[] {
  if (drawn.includes(family)) return drawn.filter((one) => one !== family);
  return [...drawn, family].slice(-MOST);
}
