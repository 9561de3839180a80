/** `stagegraph simulate`: replications of an event simulation, with 95 % intervals. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Estimate } from '../workers/contract/measures.ts';
import type {
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
} from '../workers/contract/simulating.ts';
import { simulateScenario } from '../workers/simulate/simulate-scenario.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

interface Options extends SimulationRequest {
  readonly json?: boolean;
}

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('simulate a scenario')
    .argument('<file>', 'scenario file, - or share link')
    .option('--seed <n>', 'same seed, same run', integerBetween(0, 2 ** 32 - 1))
    .option('--replications <n>', 'independent repeats', integerBetween(2, 100_000))
    .option('--horizon <seconds>', 'end of each replication', positive)
    .option('--warmup <seconds>', 'dropped start of each replication', nonNegative)
    .option('--precision <share>', 'go on until every mean occupancy is known to this share', positive)
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json, ...request }: Options) => {
      const scenario = await readSoundScenario(file);
      const outcome = await simulateScenario(scenario, request, { onProgress: progressLine });
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      if (outcome.kind === 'noAnswer') return endWithoutAnswer(outcome, json === true);
      if (json) printJson(jsonOf(outcome));
      else process.stdout.write(`${resultText(scenario.name, outcome)}\n`);
    });
}

function jsonOf({ plan, ...result }: SimulationResult): unknown {
  return { ...result, seed: plan.seed, warmup: plan.warmup, horizon: plan.horizon };
}

function resultText(name: string, result: SimulationResult): string {
  const cell = (estimate: Estimate | undefined): string =>
    estimate === undefined
      ? '–'
      : `${Number(estimate.mean.toPrecision(4))} ± ${Number(estimate.halfWidth.toPrecision(2))}`;
  const rows = Object.entries(result.stages).map(([id, stage]) => [
    id,
    cell(stage.arrivalRate),
    cell(stage.utilization),
    cell(stage.blockedFraction),
    cell(stage.meanQueueLength),
    cell(stage.meanOccupancy),
    cell(stage.lossProbability),
    cell(stage.meanSojournTime),
  ]);
  return [
    `${name}: ${result.replications} replications, ${result.events} events in ${result.elapsedSeconds.toFixed(2)} s, seed ${result.plan.seed}`,
    formatTable(['stage', 'arrivals/s', 'rho', 'blocked', 'N_Q', 'N_G', 'loss', 'W (s)'], rows),
    ...result.verdicts.map((verdict) => `${verdict.severity}: ${verdict.message}`),
  ].join('\n');
}

function progressLine({ replication, fraction, events }: SimulationProgress): void {
  if (!process.stderr.isTTY) return;
  const percent = Math.round(100 * fraction);
  process.stderr.write(`\rreplication ${replication + 1}: ${percent} %, ${events} events\x1b[K`);
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

function positive(text: string): number {
  const value = numberOf(text);
  if (value <= 0) throw new InvalidArgumentError('Expected a number > 0.');
  return value;
}

function nonNegative(text: string): number {
  const value = numberOf(text);
  if (value < 0) throw new InvalidArgumentError('Expected a number >= 0.');
  return value;
}

function integerBetween(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = numberOf(text);
    if (!Number.isInteger(value) || value < low || value > high) {
      throw new InvalidArgumentError(`Expected an integer from ${low} to ${high}.`);
    }
    return value;
  };
}
