/** Whether two answers to one question agree, in words. */
import type { Estimate } from '../../../core/measures/measures.ts';

export interface Agreement {
  /** Undefined: nothing is contradicted, and nothing confirmed. */
  readonly agrees: boolean | undefined;
  readonly words: string;
}

/** Answers to one question. */
export interface Answers {
  readonly own: number | undefined;
  readonly isExact?: boolean;
  /** What the typed digits leave open of `own`. */
  readonly span?: readonly [number, number] | undefined;
  /** A mean and its 95 % interval. */
  readonly simulated?: Estimate | undefined;
  /** By the next best method. */
  readonly other?: number | undefined;
  readonly isOtherExact?: boolean;
}

/** Closer than this is the same to three digits. */
const SAME = 0.005;

/** An interval of more than this share of its mean agrees with nearly anything. */
const WIDE = 0.25;

/** `own` against the simulation where there is one, else against the other method's number. */
export function agreementOf({ own, simulated, span, ...beside }: Answers): Agreement | undefined {
  if (own === undefined) return undefined;
  if (simulated) return withinInterval(own, simulated, span);
  return beside.other === undefined ? undefined : besideOther(own, beside.other, { span, ...beside });
}

function besideOther(
  own: number,
  other: number,
  { isExact = false, isOtherExact = false, span }: Omit<Answers, 'own' | 'other'>,
): Agreement {
  if (isInside(other, span)) return { agrees: true, words: 'within what the digits leave open' };
  const off = relative(own, other);
  if (Math.abs(off) <= SAME) return { agrees: true, words: 'the same' };
  // What is exact is not contradicted by an approximation; the distance tells how good that is.
  if (isExact && !isOtherExact)
    return { agrees: undefined, words: `exact; the next best is ${percent(relative(other, own))} off` };
  return { agrees: false, words: `${percent(off)} from the next best` };
}

function withinInterval(
  value: number,
  { mean, halfWidth }: Estimate,
  span: readonly [number, number] | undefined,
): Agreement {
  if (Math.abs(value - mean) <= halfWidth) {
    const isWide = halfWidth > WIDE * Math.abs(mean);
    return isWide
      ? { agrees: undefined, words: 'the interval is too wide to tell' }
      : { agrees: true, words: 'within the interval' };
  }
  if (isInside(mean, span)) return { agrees: true, words: 'within what the digits leave open' };
  const off = relative(value, mean);
  return Math.abs(off) <= SAME
    ? { agrees: true, words: 'the same to three digits' }
    : { agrees: false, words: `${percent(off)} from the simulation` };
}

const isInside = (value: number, span: readonly [number, number] | undefined): boolean =>
  span !== undefined && value >= span[0] && value <= span[1];

const relative = (value: number, reference: number): number =>
  value === reference ? 0 : reference === 0 ? Number.POSITIVE_INFINITY : value / reference - 1;

function percent(off: number): string {
  if (!Number.isFinite(off) || off > 10) return 'far';
  const share = 100 * off;
  const digits = Math.abs(share) >= 10 ? Math.round(share) : Number(share.toPrecision(2));
  return `${share > 0 ? '+' : '−'}${Math.abs(digits)} %`;
}
