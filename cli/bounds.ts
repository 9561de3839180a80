/** `stagegraph bounds`: what holds whatever happens. */
import type { Command } from 'commander';
import { formatQuantity } from '../core/quantities/quantity.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { WorstCaseAnswer } from '../workers/bounds/contract.ts';
import { solveWorstCase } from '../workers/bounds/solve-bounds.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

export function addWorstCase(program: Command): void {
  program
    .command('bounds')
    .description('bound queues and times for certain (network calculus)')
    .argument('<file>', 'scenario file, - or share link')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const scenario = await readSoundScenario(file);
      const outcome = solveWorstCase(scenario);
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${boundsText(scenario, outcome)}\n`);
    });
}

function boundsText(scenario: Scenario, { stages, sources, verdicts }: WorstCaseAnswer): string {
  const time = (value: number | undefined): string =>
    value === undefined ? 'no bound' : formatQuantity(value, 'time');
  const rows = Object.entries(stages).map(([id, { arrivals, service, backlog, delay }]) => [
    id,
    arrivals.map(({ rate, burst }) => `${round(burst)} + ${formatQuantity(rate, 'rate')}`).join(', '),
    service ? `${formatQuantity(service.rate, 'rate')} after ${time(service.latency)}` : '–',
    String(backlog),
    time(delay),
  ]);
  return [
    `${scenario.name}: for certain`,
    formatTable(['stage', 'at most', 'served at least', 'most inside', 'longest stay'], rows),
    ...sources.map(({ source, delay }) => `from ${source} to any sink: ${time(delay)}`),
    ...verdicts.map(({ severity, message }) => `${severity}: ${message}`),
  ].join('\n');
}

const round = (value: number): string => String(Number(value.toPrecision(4)));
