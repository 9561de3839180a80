/** Points and answers to goals for people who read the terminal. */
import type { GoalAnswer, GoalNeighbour, StudyTable } from '../workers/explore/contract.ts';
import { columnsOf } from '../workers/explore/point-rows.ts';
import { formatTable } from './table.ts';

/** Rows on a terminal; all of them are in files. */
const MOST_ROWS = 100;

export function pointsText(table: StudyTable, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = columnsOf(table).filter(
    (name) => name !== 'reason' || rows.some((row) => row.reason !== undefined),
  );
  const shown = rows.slice(0, MOST_ROWS).map((row) => columns.map((name) => cell(row[name])));
  const rest = rows.length - shown.length;
  return [
    formatTable(columns, shown),
    ...(rest > 0 ? [`… and ${rest.toLocaleString('en')} more points; write all with --out FILE`] : []),
  ].join('\n');
}

const cell = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'number' ? digits(value) : String(value);

const digits = (value: number): string => String(Number(value.toPrecision(5)));

export function goalText(answer: GoalAnswer): string {
  const { goal, found, design, value, measures, method, proven, neighbours, looks, remark } = answer;
  const designText = design.map(({ path, value: each }) => `${path} = ${exact(each)}`).join(', ');
  const sought =
    design.length === 1 && design[0]!.path === goal.of
      ? ''
      : ` (${goal.of} = ${value === undefined ? '–' : digits(value)})`;
  const constraints = goal.subjectTo.map(
    ({ measure, is, value: bound }, i) =>
      `  ${measure} = ${cell(measures[i])}, wanted ${is} ${digits(bound)}`,
  );
  const head = found
    ? `${goal.find} ${goal.of}: ${designText}${sought}`
    : `${goal.find} ${goal.of}: nothing in the range meets all constraints; nearest: ${designText}${sought}`;
  return [
    head,
    ...constraints,
    ...neighbours.map((neighbour) => `  ${neighbourText(neighbour)}`),
    `  ${method}, ${looks} designs answered${proven ? '' : ', not proven'}`,
    ...(remark === undefined ? [] : [`  note: ${remark}`]),
  ].join('\n');
}

function neighbourText({ design, fails, isOutside }: GoalNeighbour): string {
  const text = design.map(({ path, value }) => `${path} = ${exact(value)}`).join(', ');
  if (fails) return `beside it ${text} fails: ${fails.measure} = ${foundText(fails)}`;
  return isOutside ? `it is the end of the range that was searched` : `beside it ${text} holds as well`;
}

/** A near miss is told from the bound. */
const foundText = ({ found, value }: NonNullable<GoalNeighbour['fails']>): string =>
  found !== undefined && digits(found) === digits(value) ? exact(found) : cell(found);

const exact = (value: number | string): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(10))) : value;
