/** `stagegraph bounds`: what holds whatever happens. */

import type { Command } from 'commander';
import { formatMeasure } from '../core/measures/measure-rows.ts';
import { verdictText } from '../core/measures/verdicts.ts';
import type { Column } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type BoundsRow, boundsColumns, boundsRows } from '../src/features/bounds/bounds-table.ts';
import { nodeTitle } from '../src/features/results/node-title.ts';
import type { BoundsAnswer } from '../workers/bounds/contract.ts';
import { solveBounds } from '../workers/bounds/solve-bounds.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { sizeText, tellReached } from './within.ts';

export function addBounds(program: Command): void {
  program
    .command('bounds')
    .description('bound queues and times in the worst case (network calculus)')
    .argument('<file>', 'scenario file, - or share link')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const scenario = await readSoundScenario(file);
      tellReached(() => `the curves of ${sizeText(scenario)}`);
      const outcome = solveBounds(scenario);
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${boundsText(scenario, outcome)}\n`);
    });
}

function boundsText(scenario: Scenario, answer: BoundsAnswer): string {
  const { sources, verdicts } = answer;
  const { timeUnit } = scenario;
  const delayText = (value: number | undefined): string =>
    value === undefined ? 'no bound' : formatMeasure(value, 'time', { timeUnit });
  const stage: Column<BoundsRow> = {
    id: 'stage',
    header: 'Stage',
    value: ({ node }) => nodeTitle(scenario, node.id),
  };
  const rows = boundsRows(scenario, answer);
  return [
    `${scenario.name}: worst-case bounds`,
    ...columnsText([stage, ...boundsColumns(scenario, rows)], rows),
    ...sources.map(
      ({ source, delay }) => `from ${nodeTitle(scenario, source)} to any sink: ${delayText(delay)}`,
    ),
    ...verdicts.map((verdict) => `${verdict.severity}: ${verdictText(verdict)}`),
  ].join('\n');
}
