/** A batch of points as lines of text. Written out cell by cell: for points by formulas it is a third of the time. */
import { POINT_STATUSES, type PointBatch, type StudyTable } from './contract.ts';

type Columns = Pick<StudyTable, 'inputs' | 'measures'>;

/** One line for each point, ended. */
export function linesOf(table: Columns, batch: PointBatch): string {
  const { from, to, statuses, reasons } = batch;
  const [inputsOf, valuesOf] = [inputWriter(table, batch), valueWriter(table, batch)];
  let lines = '';
  for (let row = 0; row < to - from; row++) {
    const reason = reasons[from + row];
    const why = reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`;
    lines += `{"point":${from + row}${inputsOf(row)}${STATUSES[statuses[row]!]}${why}${valuesOf(row)}}\n`;
  }
  return lines;
}

/** The cells of a row with their names. */
type CellWriter = (row: number) => string;

const STATUSES = POINT_STATUSES.map((status) => `,"status":"${status}"`);

const nameOf = (name: string): string => `,${JSON.stringify(name)}:`;

function inputWriter({ inputs }: Columns, batch: PointBatch): CellWriter {
  const columns = inputs.map(({ path, choices }) => ({
    name: nameOf(path),
    words: choices?.map((word) => JSON.stringify(word)),
  }));
  return (row) => {
    let cells = '';
    for (let i = 0; i < columns.length; i++) {
      const { name, words } = columns[i]!;
      const value = batch.inputs[row * columns.length + i]!;
      cells += name + (words ? (words[value] ?? '"none of these"') : written(value));
    }
    return cells;
  };
}

/** A measure that the point does not have is left out. */
function valueWriter({ measures }: Columns, { values, halfWidths }: PointBatch): CellWriter {
  const columns = measures.map(({ name }) => ({ name: nameOf(name), width: nameOf(`${name} ±`) }));
  return (row) => {
    let cells = '';
    for (let i = 0; i < columns.length; i++) {
      const { name, width } = columns[i]!;
      const at = row * columns.length + i;
      if (!Number.isNaN(values[at])) cells += name + written(values[at]!);
      if (halfWidths && !Number.isNaN(halfWidths[at])) cells += width + written(halfWidths[at]!);
    }
    return cells;
  };
}

/** An unbounded capacity and the like are words. */
function written(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return value === Number.POSITIVE_INFINITY ? '"unbounded"' : 'null';
}
