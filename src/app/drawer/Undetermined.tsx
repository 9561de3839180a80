/** A number that the inputs, as well as they are known, leave open: the interval, not a value that could as well be another. */
import type { DominantInput } from '../../../workers/contract/solving.ts';

interface UndeterminedProps {
  readonly value: number;
  readonly span: readonly [number, number];
  readonly dominatedBy: DominantInput | undefined;
  readonly format: (value: number) => string;
}

export function Undetermined({ value, span: [low, high], dominatedBy, format }: UndeterminedProps) {
  const by = dominatedBy ? `, mostly by ${dominatedBy.words}` : '';
  const title = `${value}; not determined: between ${low} and ${high} for inputs that read the same${by}`;
  return (
    <span className="undetermined" title={title}>
      ◌ {format(low)} … {format(high)}
    </span>
  );
}
