/**
 * Times of a file on one axis: ns from an origin, as plain numbers. Time stamps since 1970 in ns need 61 bits, more than a
 * number holds, so whole seconds are taken off them first: exact for a run of up to 104 days.
 */

/** Digits that a number holds exactly. */
export const EXACT_DIGITS = 15;
/** No clock has more: a longer time is a mistake in the file. */
export const MOST_TIME_DIGITS = 19;
const NS_PER_SECOND = 1_000_000_000n;
/** From here on, in ns, time stamps count from a day long ago and not from the start of a run: 11.5 days. */
const FAR = 10n ** 15n;

export class TimeBase {
  private seconds: bigint | undefined;

  /** Whole seconds that are taken off every time. */
  get origin(): string {
    return String(this.seconds ?? 0n);
  }

  /** The first time of a file decides. */
  decide(ns: bigint): bigint {
    this.seconds ??= ns >= FAR ? ns / NS_PER_SECOND : 0n;
    return this.seconds * NS_PER_SECOND;
  }
}

/** The times of one table: whole numbers of a unit, in digits. */
export class TimeScale {
  private readonly nsPerUnit: number;
  private originHigh = 0;
  private originLow = 0;
  private decided = false;

  constructor(
    private readonly base: TimeBase,
    private readonly unitsPerSecond: number,
  ) {
    this.nsPerUnit = 1e9 / unitsPerSecond;
  }

  /** A duration in the unit, to ns. */
  duration(units: number): number {
    return units * this.nsPerUnit;
  }

  /** Time of high * 1e9 + low units, ns from the origin. `fraction` of a unit is added. */
  at(high: number, low: number, fraction = 0): number {
    if (!this.decided) this.decide(BigInt(high) * NS_PER_SECOND + BigInt(low));
    return ((high - this.originHigh) * 1e9 + (low - this.originLow) + fraction) * this.nsPerUnit;
  }

  /** Number from digits, with or without decimals; undefined when it is neither. */
  parse(text: string, decimals: boolean): number | undefined {
    const match = /^\+?(\d+)(\.\d*)?$/.exec(text);
    if (!match || (match[2] !== undefined && !decimals)) return undefined;
    const digits = match[1]!;
    if (digits.length > MOST_TIME_DIGITS) return undefined;
    const high = Number(digits.slice(0, -9) || '0');
    return this.at(high, Number(digits.slice(-9)), match[2] === undefined ? 0 : Number(`0${match[2]}`));
  }

  private decide(units: bigint): void {
    const perSecond = BigInt(Math.round(this.unitsPerSecond));
    const originNs = this.base.decide((units * NS_PER_SECOND) / perSecond);
    const origin = (originNs / NS_PER_SECOND) * perSecond;
    this.originHigh = Number(origin / NS_PER_SECOND);
    this.originLow = Number(origin % NS_PER_SECOND);
    this.decided = true;
  }
}
