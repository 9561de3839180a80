/**
 * Whether departures come from one server. What it takes from one departure to the next, while it has work, depends neither on how
 * much is inside nor on whether it was idle before; where several serve at once departures follow each other sooner the more is inside.
 */
import { standardRanks } from '../numeric/standard-ranks.ts';
import { sum } from './columns.ts';
import type { RateColumns, ServedTogether } from './contract.ts';

/** Standard errors of ranks: a difference that is larger is no chance. */
const SURE = 4;
/** Gaps where little is left are longer than the others by this share, or the difference is not worth a refusal. */
const WORTH_REFUSING = 0.1;
/** Two kinds of services differ by this share, or nothing is lost by taking them for one. */
const WORTH_LEAVING = 0.02;
const FEWEST = 20;

export class GapSigns {
  private readonly left: number[] = [];
  private readonly gaps: number[] = [];
  private readonly afterIdle: number[] = [];

  /** From a departure that left so many items to the next one, while there was work for all servers. */
  addBusy(left: number, gap: number): void {
    this.left.push(left);
    this.gaps.push(gap);
  }

  /** The time of an item that came to an empty stage. */
  addAfterIdle(time: number): void {
    this.afterIdle.push(time);
  }

  together(servers: number): ServedTogether | undefined {
    const { gaps } = this;
    const sorted = Float64Array.from(this.left).sort();
    // The lowest level, and those above it until a fifth of the gaps is among the few.
    const left = sorted[Math.floor(sorted.length / 5)];
    if (left === undefined) return undefined;
    const [few, many] = [(level: number) => level <= left, (level: number) => level > left].map((is) =>
      gaps.filter((_, i) => is(this.left[i]!)),
    );
    const found = { servers, left, few: meanOf(few!), many: meanOf(many!) };
    const isSo = ranksApart(few!, many!) > SURE && found.few > (1 + WORTH_REFUSING) * found.many;
    return isSo ? found : undefined;
  }

  /** Where items that came to an empty stage took another time than others. */
  unlikeEnd(): RateColumns['unlikeEnd'] {
    const { afterIdle, gaps } = this;
    const found = { idle: meanOf(afterIdle), busy: meanOf(gaps) };
    const isSo =
      Math.abs(ranksApart(afterIdle, gaps)) > SURE &&
      Math.abs(found.idle - found.busy) > WORTH_LEAVING * found.busy;
    return isSo ? found : undefined;
  }
}

/** Standard errors by which the ranks of one kind are above those of the other (Mann and Whitney); 0 where either has too few. */
function ranksApart(some: readonly number[], others: readonly number[]): number {
  if (Math.min(some.length, others.length) < FEWEST) return 0;
  const ranks = standardRanks(Float64Array.from([...some, ...others]));
  // With variance 1 over all, that of the mean of n1 among n is (1 / n1) (1 - n1 / n).
  const error = Math.sqrt((1 / some.length) * (others.length / ranks.length));
  return meanOf(ranks.subarray(0, some.length)) / error;
}

const meanOf = (values: ArrayLike<number>): number => sum(values) / values.length;
