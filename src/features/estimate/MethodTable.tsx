/** The estimates of all methods side by side: intervals, what each assumes, how it errs. A row chosen is the method. */
import type { RateOutcome, RatePicture } from '../../../workers/estimate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { setEstimate } from './estimating.ts';
import { METHOD_WORDS } from './method-words.ts';
import { differenceText, intervalDigits, intervalText, rateText } from './rate-text.ts';
import { type ReferenceRate, referenceRate } from './reference-rate.ts';

export function MethodTable({ picture }: { readonly picture: RatePicture }) {
  const scenario = useScenario();
  const { all, chosen } = picture.report;
  return (
    <DataTable
      caption="Estimates by method"
      showCaption
      columns={columnsFor(referenceRate(picture, scenario))}
      rows={all}
      rowKey={({ method }) => method}
      selectedKeys={new Set([chosen.method])}
      onSelectRow={(key) => setEstimate({ method: all.find(({ method }) => method === key)!.method })}
      fileName={`${scenario.name} rates`}
    />
  );
}

function columnsFor(reference: ReferenceRate | undefined): readonly PageColumn<RateOutcome>[] {
  const title = ({ method }: RateOutcome): string => METHOD_WORDS[method].title;
  return [
    { id: 'method', header: 'Method', rowHeader: true, value: title },
    {
      id: 'rate',
      header: 'Rate',
      unit: 'items',
      kind: 'number',
      cell: (row) => <RateCell row={row} />,
      value: (row) => ('refused' in row ? '' : String(row.rate)),
    },
    {
      id: 'interval',
      header: '95 % interval',
      kind: 'number',
      cell: (row) => ('refused' in row ? '–' : intervalText(row)),
      value: (row) => ('refused' in row ? '' : intervalDigits(row)),
    },
    ...(reference ? [againstColumn(reference)] : []),
    {
      id: 'assumes',
      header: 'Assumes',
      cell: (row) => <Wrapped text={METHOD_WORDS[row.method].assumes} />,
      value: (row) => METHOD_WORDS[row.method].assumes,
    },
    {
      id: 'bias',
      header: 'Errs by',
      cell: (row) => <Wrapped text={'refused' in row ? `${row.refused}.` : METHOD_WORDS[row.method].bias} />,
      value: (row) => ('refused' in row ? row.refused : METHOD_WORDS[row.method].bias),
    },
  ];
}

const againstColumn = ({ name, rate }: ReferenceRate): PageColumn<RateOutcome> => ({
  id: 'against',
  header: `Against ${name}`,
  unit: rateText(rate),
  kind: 'number',
  cell: (row) => ('refused' in row ? '–' : differenceText(row.rate, rate)),
  value: (row) => ('refused' in row ? '' : String(row.rate / rate - 1)),
});

function RateCell({ row }: { readonly row: RateOutcome }) {
  if ('refused' in row) return 'none';
  return (
    <span title={String(row.rate)}>
      {rateText(row.rate)}
      {row.provisional && <small className="rates__provisional"> provisional</small>}
    </span>
  );
}

const Wrapped = ({ text }: { readonly text: string }) => <span className="rates__words">{text}</span>;
