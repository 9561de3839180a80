import type { Result } from '../../../core/base/result.ts';
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { FieldRow } from '../../ui/widgets/FieldRow.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';

export interface DistributionTableProps<L extends ArrivalDistribution> {
  readonly distribution: L;
  readonly label: string;
  readonly help: string;
  /** Lines that `format` gives. */
  readonly size: number;
  readonly format: (distribution: L) => string;
  readonly parse: (text: string) => Result<L, string>;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

/** Beyond this a person reads no list; it stays as it was loaded. */
const LONGEST_LIST = 3000;

/** A distribution that is a table, as text. */
export function DistributionTable<L extends ArrivalDistribution>({
  distribution,
  label,
  help,
  size,
  format,
  parse,
  onChange,
}: DistributionTableProps<L>) {
  if (size > LONGEST_LIST) {
    return (
      <FieldRow label={label} id={`list-${label}`} group help={help}>
        <span className="i-long-list">{size.toLocaleString('en')} values, too many to edit here</span>
      </FieldRow>
    );
  }
  return (
    <TextArea
      label={label}
      help={help}
      value={distribution}
      format={format}
      parse={parse}
      onChange={onChange}
      rows={Math.min(Math.max(size, 2), 8)}
      monospace
    />
  );
}
