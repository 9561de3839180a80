import {
  type ArrivalDistribution,
  knowledgeOf,
  parameterOf,
  withParameter,
} from '../../../core/distributions/index.ts';
import type { ParameterRow, TableText } from '../../../core/distributions/knowledge.ts';
import { FieldRow } from '../../ui/widgets/FieldRow.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { type QuantityRules, quantityProps, type Reading } from './quantity-props.ts';

export interface DistributionShapeFieldsProps {
  readonly distribution: ArrivalDistribution;
  readonly reading: Reading;
  readonly onChange: (distribution: ArrivalDistribution, gesture?: string) => void;
}

/** The parameters of a distribution beside its rate: its numbers one by one, or its table. */
export function DistributionShapeFields(props: DistributionShapeFieldsProps) {
  const { parameters, table } = knowledgeOf(props.distribution);
  return (
    <>
      {parameters.map((row) => (
        <DistributionNumber key={row.key} row={row} {...props} />
      ))}
      {table && <DistributionTable table={table} {...props} />}
    </>
  );
}

/** What the row and the other numbers of the distribution allow. */
function rulesOf(row: ParameterRow, distribution: ArrivalDistribution): QuantityRules {
  const { least, isOpen } = row.domain;
  const bound = (key: string | undefined) =>
    key === undefined ? undefined : parameterOf(distribution, { key });
  return {
    optional: row.whenAbsent !== undefined,
    above: bound(row.above) ?? (isOpen ? least : undefined),
    min: bound(row.atLeast) ?? (isOpen ? undefined : least),
    below: bound(row.below),
    max: bound(row.atMost),
  };
}

/** One number of a distribution. */
function DistributionNumber({
  row,
  distribution,
  reading,
  onChange,
}: DistributionShapeFieldsProps & { readonly row: ParameterRow }) {
  const { label, help, dimension, whenAbsent } = row;
  const rules = rulesOf(row, distribution);
  return (
    <QuantityField
      label={label}
      field={row.key}
      help={help}
      value={parameterOf(distribution, row)}
      placeholder={whenAbsent === undefined ? undefined : String(whenAbsent)}
      logScrub={dimension === 'rate' || dimension === 'time'}
      onChange={(next, gesture) => {
        if (next !== undefined || rules.optional) onChange(withParameter(distribution, row, next), gesture);
      }}
      {...quantityProps(dimension, reading, rules)}
      {...(dimension === 'number' ? { coarsestStep: 0.1 } : {})}
    />
  );
}

/** Beyond this a person reads no list; it stays as it was loaded. */
const LONGEST_LIST = 3000;

/** A distribution that is a table, as text. */
function DistributionTable({
  table: { label, help, lines, format, parse },
  distribution,
  onChange,
}: DistributionShapeFieldsProps & { readonly table: TableText<ArrivalDistribution> }) {
  const size = lines(distribution);
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
