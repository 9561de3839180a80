/** The distributions that fit, best first, with their numbers; a row chosen is drawn. */
import { labelOf } from '../../../core/distributions/index.ts';
import type { DistributionFit } from '../../../workers/fit/contract.ts';
import { distributionColumns, furtherColumns } from '../../../workers/fit/fit-words.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
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
  const columns: readonly PageColumn<DistributionFit>[] = [
    ...distributionColumns(report.fits),
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
      fileColumns={furtherColumns(report.fits)}
    />
  );
}

const putColumn = (put: (fit: DistributionFit) => void): PageColumn<DistributionFit> => ({
  id: 'put',
  header: 'Model',
  cell: (fit) => (
    <Button
      size="small"
      variant="quiet"
      aria-label={`Use ${labelOf(fit.family)}`}
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
