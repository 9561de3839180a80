/** R-hat and effective sample size of everything that was looked at, the worst first. */
import type { Convergence, PosteriorReport } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { MOST_R_HAT } from './posterior-run.ts';
import { rHatText } from './posterior-text.ts';

const COLUMNS: readonly Column<Convergence>[] = [
  { id: 'what', header: 'Of', rowHeader: true, cell: ({ what }) => what, text: ({ what }) => what },
  {
    id: 'rHat',
    header: 'R-hat',
    kind: 'number',
    cell: ({ rHat }) => (
      <span data-agrees={rHat <= MOST_R_HAT}>
        {rHat <= MOST_R_HAT ? '' : '✕ '}
        {rHatText(rHat)}
      </span>
    ),
    text: ({ rHat }) => String(rHat),
  },
  {
    id: 'effective',
    header: 'Effective draws',
    kind: 'number',
    cell: ({ effectiveSize }) => Math.round(effectiveSize).toLocaleString('en'),
    text: ({ effectiveSize }) => String(effectiveSize),
  },
];

export function ConvergenceTable({ report }: { readonly report: PosteriorReport }) {
  const { name } = useScenario();
  return (
    <DataTable
      caption={`Agreement of ${report.chains} chains after ${report.sweeps.toLocaleString('en')} sweeps`}
      showCaption
      columns={COLUMNS}
      rows={report.convergence}
      rowKey={({ what }) => what}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${name} convergence.csv`, text, 'text/csv')}
    />
  );
}
