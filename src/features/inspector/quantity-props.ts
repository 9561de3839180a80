/** Joins the text of quantities to the number field: how a number is shown, edited and refused. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import {
  type Dimension,
  formatFull,
  formatQuantity,
  parseQuantity,
} from '../../../core/quantities/quantity.ts';
import { type TimeUnit, withUnit } from '../../../core/quantities/quantity-format.ts';
import type { QuantityFieldProps } from '../../ui/widgets/QuantityField.tsx';

/** What the surroundings of a number know about it. */
export interface Reading {
  /** Name of the element. */
  readonly unit?: string;
  readonly unitBytes?: number;
  readonly timeUnit?: TimeUnit;
}

export interface QuantityRules {
  /** Empty text is the default instead of an error. */
  readonly optional?: boolean;
  /** Smallest value allowed. */
  readonly min?: number;
  /** Largest value allowed. */
  readonly max?: number;
  /** The value must be larger than this. */
  readonly above?: number;
  /** The value must be smaller than this. */
  readonly below?: number;
}

type TextProps = Pick<QuantityFieldProps, 'format' | 'formatFull' | 'withUnit' | 'parse' | 'coarsestStep'>;

/** Largest step of an arrow key. */
const COARSEST: Partial<Record<Dimension, number>> = { probability: 0.01, count: 1, capacity: 1 };

export function quantityProps(dimension: Dimension, reading: Reading, rules: QuantityRules = {}): TextProps {
  const context = { unit: reading.unit, unitBytes: reading.unitBytes };
  const named = dimension === 'rate' || dimension === 'capacity' ? reading.unit : undefined;
  return {
    format: (value) => formatQuantity(value, dimension, { unit: named, timeUnit: reading.timeUnit }),
    formatFull: (value) => formatFull(value, dimension),
    withUnit: (text) => withUnit(text, dimension, named),
    parse: (text) => {
      if (text.trim() === '' && rules.optional) return ok(undefined);
      const parsed = parseQuantity(text, dimension, context);
      return parsed.ok
        ? withinRules(parsed.value, rules, (bound) => boundText(bound, dimension, named))
        : parsed;
    },
    coarsestStep: COARSEST[dimension],
  };
}

function withinRules(
  value: number,
  { min, max, above, below, optional }: QuantityRules,
  text: (bound: number) => string,
): Result<number | undefined, string> {
  // An unbounded capacity is an absent one.
  if (value === Number.POSITIVE_INFINITY && optional) return ok(undefined);
  if (above !== undefined && value <= above)
    return err(`Expected more than ${text(above)}, got ${text(value)}.`);
  if (below !== undefined && value >= below)
    return err(`Expected less than ${text(below)}, got ${text(value)}.`);
  if (min !== undefined && value < min) return err(`Expected at least ${text(min)}, got ${text(value)}.`);
  if (max !== undefined && value > max) return err(`Expected at most ${text(max)}, got ${text(value)}.`);
  return ok(value);
}

/** With its unit, and with enough digits to tell it from one beside it. */
const boundText = (value: number, dimension: Dimension, unit: string | undefined): string =>
  value === 0 ? '0' : formatQuantity(value, dimension, { unit, digits: 12 });
