/** What kinds of numbers people type. */

/** What a field holds. */
export type Dimension =
  /** 1/s, >= 0. */
  | 'rate'
  /** s, >= 0. */
  | 'time'
  /** Whole number >= 0. */
  | 'count'
  /** Whole number >= 1, or Infinity for unbounded. */
  | 'capacity'
  /** Any finite number. */
  | 'number'
  /** 0..1. */
  | 'probability'
  /** Hz, >= 0. */
  | 'frequency'
  /** Bytes, >= 0. */
  | 'bytes';

/** What the field's surroundings know. */
export interface QuantityContext {
  /** Name of the element, such as `seed`: tells a prefix from the first letter of a name (`kmer/s`). */
  readonly unit?: string;
  /** Bytes of one element: lets rates be typed in B/s, and capacities in B. */
  readonly unitBytes?: number;
}
