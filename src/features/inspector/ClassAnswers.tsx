import type { ClassMeasures } from '../../../core/measures/measures.ts';
import type { JobClass, Scenario } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure, MEASURES } from '../results/measures.ts';

export interface ClassAnswersProps {
  readonly scenario: Scenario;
  /** Of each class that comes to the node. */
  readonly byClass: Readonly<Record<string, ClassMeasures<number>>>;
  readonly unit: string | undefined;
}

interface Row {
  readonly jobClass: JobClass;
  readonly measures: ClassMeasures<number>;
}

/** What tells classes apart, as far as a narrow table has room. */
const SHOWN = ['throughput', 'meanOccupancy', 'meanSojournTime'] as const;

/** What each class does at a node. */
export function ClassAnswers({ scenario, byClass, unit }: ClassAnswersProps) {
  const rows = (scenario.classes ?? []).flatMap((jobClass): Row[] => {
    const measures = byClass[jobClass.id];
    return measures ? [{ jobClass, measures }] : [];
  });
  if (rows.length === 0) return null;
  const known = MEASURES.filter(({ key }) => SHOWN.some((shown) => shown === key));
  const columns = known.map(({ key, symbol, dimension }): Column<Row> => {
    const readOff = ({ measures }: Row) => measures[key as (typeof SHOWN)[number]];
    return {
      id: key,
      header: symbol,
      kind: 'number',
      cell: (row) => {
        const value = readOff(row);
        if (value === undefined) return '–';
        const text = formatMeasure(value, dimension, { unit, timeUnit: scenario.timeUnit });
        return <span title={String(value)}>{text}</span>;
      },
      text: (row) => String(readOff(row) ?? ''),
    };
  });
  const name: Column<Row> = {
    id: 'class',
    header: 'Class',
    rowHeader: true,
    cell: ({ jobClass }) => nameOf(jobClass),
    text: ({ jobClass }) => nameOf(jobClass),
  };
  return (
    <DataTable
      caption="By class"
      columns={[name, ...columns]}
      rows={rows}
      rowKey={({ jobClass }) => jobClass.id}
    />
  );
}
