/** Where the time of all tasks went, and that of the slowest hundredth of them. */
import type { Interval, PosteriorAnswer } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { rangeDigits, rangeText, shareText } from './posterior-text.ts';
import { SHARE_PARTS, type SharePart } from './share-areas.ts';
import { TRUE_WHOLE } from './web-experiment.ts';

interface SlowestTableProps {
  readonly answer: PosteriorAnswer;
  /** The tasks are those of the shipped example. */
  readonly isExample: boolean;
}

interface Row {
  readonly state: string;
  readonly part: SharePart;
  readonly all: Interval;
  readonly slowest: Interval;
}

export function SlowestTable({ answer, isExample }: SlowestTableProps) {
  const { name } = useScenario();
  const rows = answer.whole.states.flatMap((shares, i) =>
    SHARE_PARTS.map((part) => ({
      state: shares.name,
      part,
      all: shares[part],
      slowest: answer.slowest[i]![part],
    })),
  );
  return (
    <DataTable
      caption="Shares of the time of a task: of all, and of the slowest 1 %"
      showCaption
      columns={isExample ? [...NAMES, ...ALL, TRUE, ...SLOWEST] : [...NAMES, ...ALL, ...SLOWEST]}
      rows={rows}
      rowKey={({ state, part }) => `${state} ${part}`}
      fileName={`${name} slowest tasks`}
    />
  );
}

const NAMES: readonly PageColumn<Row>[] = [
  {
    id: 'of',
    header: 'Time in',

    value: ({ state, part }) => `${state} ${part}`,
  },
];

const shareColumns = (header: string, of: (row: Row) => Interval): readonly PageColumn<Row>[] => [
  {
    id: header,
    header,
    kind: 'number',
    cell: (row) => shareText(of(row).mean),
    value: (row) => of(row).mean,
  },
  {
    id: `${header} interval`,
    header: '95 %',
    kind: 'number',
    cell: (row) => rangeText(of(row), shareText),
    value: (row) => rangeDigits(of(row)),
  },
];

const ALL = shareColumns('All', ({ all }) => all);
const SLOWEST = shareColumns('Slowest 1 %', ({ slowest }) => slowest);

const trueShare = ({ state, part }: Row): number | undefined => TRUE_WHOLE[state]?.[part];
const TRUE: PageColumn<Row> = {
  id: 'true',
  header: 'True, of all',
  kind: 'number',
  cell: (row) => shareText(trueShare(row) ?? Number.NaN),
  value: (row) => trueShare(row),
};
