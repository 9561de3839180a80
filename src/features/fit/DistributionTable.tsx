/** The distributions that fit, best first, with their numbers; a row chosen is drawn. */
import type { DistributionFit } from '../../../workers/fit/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { FAMILY_TITLES, numbersDigits, numbersText, short } from './distribution-words.ts';
import { drawnFamilies, toggled } from './drawn-families.ts';
import { drawDistributions, useFits } from './fit-store.ts';
import type { DistributionAnswer } from './fitting.ts';
import { usePutDistribution } from './use-put-distribution.ts';

interface DistributionTableProps {
  readonly answer: DistributionAnswer;
  readonly disabled: boolean;
  readonly fileName: string;
}

export function DistributionTable({ answer: { report, times }, disabled, fileName }: DistributionTableProps) {
  const chosen = useFits((fits) => fits.drawn);
  const { target, refusal, put } = usePutDistribution(times);
  const drawn = drawnFamilies(report, chosen);
  const least = report.fits[0]!.bic;
  const title = ({ family }: DistributionFit): string => FAMILY_TITLES[family];
  const columns: readonly PageColumn<DistributionFit>[] = [
    { id: 'distribution', header: 'Distribution', value: title },
    {
      id: 'bic',
      header: 'BIC',
      unit: 'above the best',
      kind: 'number',
      cell: ({ bic }) => short(bic - least),
      value: ({ bic }) => bic,
    },
    {
      id: 'ks',
      header: 'KS',
      kind: 'number',
      cell: ({ kolmogorovSmirnov }) => short(kolmogorovSmirnov),
      value: ({ kolmogorovSmirnov }) => kolmogorovSmirnov,
    },
    {
      id: 'p',
      header: 'p',
      kind: 'number',
      cell: ({ p }) => (p === undefined ? '–' : <Chance p={p} />),
      value: ({ p }) => p,
    },
    {
      id: 'numbers',
      header: 'Numbers',
      unit: '95 %',
      cell: (fit) => <span className="fits__words">{numbersText(fit)}</span>,
      value: numbersDigits,
    },
    ...(target && refusal === undefined && !disabled ? [putColumn(put)] : []),
  ];
  return (
    <DataTable
      caption="Distributions, best first"
      showCaption
      columns={columns}
      rows={report.fits}
      rowKey={({ family }) => family}
      selectedKeys={new Set(drawn)}
      onSelectRow={(key) => {
        const fit = report.fits.find(({ family }) => family === key);
        if (fit) drawDistributions(toggled(chosen.length > 0 ? chosen : drawn, fit.family));
      }}
      fileName={fileName}
    />
  );
}

const REJECTED = 0.05;

const Chance = ({ p }: { readonly p: number }) =>
  p < REJECTED ? (
    <span className="fits__rejected" title="The data contradict this distribution.">
      ✕ {short(p)}
    </span>
  ) : (
    short(p)
  );

const putColumn = (put: (fit: DistributionFit) => void): PageColumn<DistributionFit> => ({
  id: 'put',
  header: 'Model',
  cell: (fit) => (
    <Button
      size="small"
      variant="quiet"
      aria-label={`Use ${FAMILY_TITLES[fit.family]}`}
      // The row would take them for its own.
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      }}
      onClick={(event) => {
        event.stopPropagation();
        put(fit);
      }}
    >
      Use
    </Button>
  ),
  value: () => '',
});
