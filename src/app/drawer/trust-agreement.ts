/** Whether two answers to one question agree, in words. */
import type { Estimate } from '../../../workers/contract/measures.ts';

export interface Agreement {
  /** Undefined: the interval is too wide to tell. */
  readonly agrees: boolean | undefined;
  readonly words: string;
}

/** Closer than this is the same to three digits. */
const SAME = 0.005;

/** An interval of more than this share of its mean agrees with nearly anything. */
const WIDE = 0.25;

/** `value` against a simulated mean and its 95 % interval, or against another method's number; `span` is what the typed digits leave open. */
export function agreementOf(
  value: number | undefined,
  simulated: Estimate | undefined,
  other: number | undefined,
  span?: readonly [number, number],
): Agreement | undefined {
  if (value === undefined) return undefined;
  if (simulated) return withinInterval(value, simulated, span);
  if (other === undefined) return undefined;
  if (isInside(other, span)) return { agrees: true, words: 'within what the digits leave open' };
  const off = relative(value, other);
  return Math.abs(off) <= SAME
    ? { agrees: true, words: 'the same' }
    : { agrees: false, words: `${percent(off)} from the next best` };
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
