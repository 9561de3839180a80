/** `stagegraph simulate`: replications of an event simulation, with 95 % intervals. */
import { type Command, InvalidArgumentError } from 'commander';
import type { SimulationEvents } from '../src/engine/simulator-pool.ts';
import { formatQuantity } from '../src/model/quantity.ts';
import { isDelay, isStage, type Scenario } from '../src/model/scenario.ts';
import type { Estimate } from '../workers/contract/measures.ts';
import {
  PRECISION_MEASURES,
  type PrecisionMeasure,
  type SimulationRequest,
  type SimulationResult,
} from '../workers/contract/simulating.ts';
import { missingOf, replicationsNeeded } from '../workers/simulate/stopping.ts';
import { readSoundScenario } from './input.ts';
import { simulateInThreads } from './node-simulators.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

/** All of them are in the JSON document. */
const MOST_PATHS = 20;

interface Options extends Omit<SimulationRequest, 'precisionMeasures' | 'frameLength'> {
  readonly measures?: readonly PrecisionMeasure[];
  readonly frame?: number;
  readonly threads?: number;
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
    .option(
      '--precision <share>',
      'go on until the measures of every stage are known to this share',
      positive,
    )
    .option('--measures <names>', 'with --precision, of what: names with commas (meanOccupancy)', measures)
    .option('--frame <seconds>', 'length of the frames of means over time', positive)
    .option('--threads <n>', 'threads that share the replications (as many as cores)', threadCount)
    .option('--json', 'print one JSON document')
    .action(
      async (file: string, { json, frame, threads, measures: precisionMeasures, ...asked }: Options) => {
        const scenario = await readSoundScenario(file);
        const request: SimulationRequest = {
          ...asked,
          ...(precisionMeasures && { precisionMeasures }),
          ...(frame !== undefined && { frameLength: frame }),
        };
        const outcome = await simulateInThreads(scenario, request, progressLine(), threads);
        if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
        if (outcome.kind === 'noAnswer') return endWithoutAnswer(outcome, json === true);
        if (json) printJson(jsonOf(outcome));
        else process.stdout.write(`${resultText(scenario, outcome)}\n`);
      },
    );
}

function jsonOf({ plan, ...result }: SimulationResult): unknown {
  return { ...result, seed: plan.seed, warmup: plan.warmup, horizon: plan.horizon };
}

function resultText(scenario: Scenario, result: SimulationResult): string {
  const { classes = {}, groups = {}, paths = [], resources = {} } = result;
  return [
    `${scenario.name}: ${result.replications} replications, ${result.events} events in ${result.elapsedSeconds.toFixed(2)} s, seed ${result.plan.seed}`,
    formatTable(
      ['stage', 'arrivals', 'rho', 'blocked', 'N_Q', 'N_G', 'loss', 'W'],
      stageRows(scenario, result),
    ),
    ...table(
      ['group', 'N_G'],
      Object.entries(groups).map(([id, group]) => [id, cell(group.meanOccupancy)]),
    ),
    ...table(
      ['resource', 'rho'],
      Object.entries(resources).map(([id, { utilization }]) => [id, cell(utilization)]),
    ),
    ...table(
      ['class', 'throughput', 'time'],
      Object.entries(classes).map(([id, trips]) => [
        id,
        cell(trips.throughput, (rate) => formatQuantity(rate, 'rate')),
        cell(trips.meanRoundTime ?? trips.meanSojournTime, timeText),
      ]),
    ),
    ...table(
      ['path', 'share', 'time'],
      paths
        .slice(0, MOST_PATHS)
        .map(({ source, stages = [], share, meanSojournTime }) => [
          source === undefined ? 'other' : [source, ...stages].join(' > '),
          cell(share),
          cell(meanSojournTime, timeText),
        ]),
    ),
    ...result.verdicts.map((verdict) => `${verdict.severity}: ${verdict.message}`),
    ...missingTime(result),
  ].join('\n');
}

function stageRows(scenario: Scenario, result: SimulationResult): string[][] {
  return scenario.nodes
    .filter((node) => isStage(node) || isDelay(node))
    .map(({ id, unit }) => {
      const stage = result.stages[id] ?? {};
      return [
        id,
        cell(stage.arrivalRate, (rate) => formatQuantity(rate, 'rate', { unit })),
        cell(stage.utilization),
        cell(stage.blockedFraction),
        cell(stage.meanQueueLength),
        cell(stage.meanOccupancy),
        cell(stage.lossProbability),
        cell(stage.meanSojournTime, timeText),
      ];
    });
}

const timeText = (time: number): string => formatQuantity(time, 'time');

/** Nothing without rows. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', formatTable(head, rows)];

const share = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;

/** Mean and half of the 95 % interval, this as a share of the mean. */
function cell(
  estimate: Estimate | undefined,
  write = (value: number): string => String(Number(value.toPrecision(3))),
): string {
  if (estimate === undefined) return '–';
  const { mean, halfWidth } = estimate;
  if (halfWidth === 0) return write(mean);
  const spread = mean === 0 ? write(halfWidth) : share(halfWidth / mean);
  return `${write(mean)} ± ${spread}`;
}

/** Told on a terminal: the replication that was heard of last, and what is missing for a precision. */
function progressLine(): Partial<SimulationEvents> {
  if (!process.stderr.isTTY) return {};
  let missing = '';
  return {
    onProgress({ replication, fraction, events }) {
      const percent = Math.round(100 * fraction);
      process.stderr.write(
        `\rreplication ${replication + 1}: ${percent} %, ${events} events${missing}\x1b[K`,
      );
    },
    onPartial(result) {
      const [worst] = missingOf(result.plan, result);
      if (!worst) return;
      const needed = replicationsNeeded(result.plan, result);
      missing = `; ${worst.measure} of ${worst.stage} ± ${share(worst.share)}, about ${Number(needed.toPrecision(2))} replications wanted`;
    },
  };
}

/** Of a run for a precision that was not reached: what the rest would take, as fast as it went. */
function missingTime(result: SimulationResult): string[] {
  if (missingOf(result.plan, result).length === 0) return [];
  const more = replicationsNeeded(result.plan, result) / result.replications - 1;
  const seconds = Number((more * result.elapsedSeconds).toPrecision(2));
  return [`At the speed of this run, on as many threads, the precision takes about ${seconds} s more.`];
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

function threadCount(text: string): number {
  const value = numberOf(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected an integer >= 1.');
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

function measures(text: string): readonly PrecisionMeasure[] {
  return text.split(',').map((name) => {
    const known = PRECISION_MEASURES.find((measure) => measure === name.trim());
    if (!known)
      throw new InvalidArgumentError(`Expected names of ${PRECISION_MEASURES.join(', ')}, got "${name}".`);
    return known;
  });
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
