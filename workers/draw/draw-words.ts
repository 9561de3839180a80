/** What was drawn from a measurement, in columns. */
import { labelOf } from '../../core/distributions/index.ts';
import { formatNumber, formatQuantity } from '../../core/quantities/quantity-format.ts';
import type { Column } from '../../core/quantities/table.ts';
import type { PartKind, ProposedPart } from './contract.ts';

const IS_TIME: Readonly<Record<PartKind, boolean>> = {
  arrivals: true,
  batch: false,
  service: true,
  servers: false,
  capacity: false,
  pass: false,
  factor: false,
  share: false,
};

export const partValue = ({ kind, value }: Pick<ProposedPart, 'kind' | 'value'>): string =>
  IS_TIME[kind] ? formatQuantity(value, 'time') : formatNumber(value);

function partInterval({ kind, low, high }: ProposedPart): string {
  if (low === undefined) return '';
  const of = (value: number): string => partValue({ kind, value });
  return high === undefined ? `≥ ${of(low)}` : `${of(low)} … ${of(high)}`;
}

export const partColumns = (): readonly Column<ProposedPart>[] => [
  { id: 'part', header: 'Number', value: ({ id }) => id },
  { id: 'value', header: 'Value', value: partValue },
  { id: 'interval', header: '95 % interval', value: partInterval },
  {
    id: 'distribution',
    header: 'Distribution',
    value: ({ distribution }) => (distribution ? labelOf(distribution.distribution) : ''),
  },
  {
    id: 'from',
    header: 'From',
    value: ({ from, isAccepted }) => (isAccepted ? from : `not accepted: ${from}`),
  },
];
