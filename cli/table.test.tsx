/** The page and the terminal say the same words and digits: cells of one answer, drawn and printed. */
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../core/measures/refusals.ts';
import type { Column } from '../core/quantities/table.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { isStage } from '../core/scenario/scenario.ts';
import {
  ESTIMATE_VIEWS,
  estimateColumns,
  estimateRows,
  wholeColumns,
  wholeRows,
} from '../src/features/results/simulated-tables.ts';
import { modelColumn, solvedColumns } from '../src/features/results/solved-tables.ts';
import { DataTable } from '../src/ui/widgets/DataTable.tsx';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { columnsText } from './table.ts';

const file = new URL('../public/examples/mercury-run-2.json', import.meta.url);
const read = readScenarioText(readFileSync(file, 'utf8'));
if (!read.ok) throw new Error('the example cannot be read');
const scenario = read.value;

/** Cells of the body, blanks left out: the page breaks lines where the terminal has blanks. */
function drawnCells<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const keys = new Map(rows.map((row, i) => [row, String(i)]));
  const page = renderToStaticMarkup(
    <DataTable caption="" columns={columns} rows={rows} rowKey={(row) => keys.get(row)!} />,
  );
  const body = page.slice(page.indexOf('<tbody'));
  return [...body.matchAll(/<(td|th)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , cell]) =>
    cell!
      .replaceAll(/<[^>]+>|\s/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>'),
  );
}

function printedCells<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  // Column by column, since only then the end of a cell is known.
  const byColumn = columns.map((column) => columnsText([column], rows)[0]!.split('\n').slice(-rows.length));
  return rows.flatMap((_, i) => byColumn.map((lines) => lines[i]!.replaceAll(/\s/g, '')));
}

function expectAlike<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const drawn = drawnCells(columns, rows);
  expect(drawn).toHaveLength(columns.length * rows.length);
  expect(drawn).toEqual(printedCells(columns, rows));
}

describe('a cell on the page is the cell on the terminal', () => {
  it('of an answer, where some numbers are not determined', () => {
    const answer = solveScenario(scenario, 'auto', true);
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    const stages = scenario.nodes.filter(isStage);
    const columns = [modelColumn(answer), ...solvedColumns(scenario, answer, stages)];
    expect(printedCells(columns, stages)).toContain('◌231…597');
    expectAlike(columns, stages);
  });

  it('of a simulation', () => {
    const result = simulateNow(scenario, { replications: 2, horizon: 2e-4, warmup: 1e-5 });
    if (result.kind === 'noAnswer') throw new Error(refusalText(result));
    const rows = estimateRows(scenario, result);
    expectAlike(estimateColumns(ESTIMATE_VIEWS.levels, rows, scenario), rows);
    const whole = wholeRows(scenario, result);
    expectAlike(wholeColumns(whole), whole);
  });
});
