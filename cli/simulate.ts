/** `stagegraph simulate`: replications of an event simulation, with 95 % intervals. */

import { type Command, InvalidArgumentError } from 'commander';
import { counted } from '../core/base/plural.ts';
import { refusalText } from '../core/measures/refusals.ts';
import { aboutText, verdictText } from '../core/measures/verdicts.ts';
import { formatNumber, formatPercent } from '../core/quantities/quantity.ts';
import type { Column } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { simulateInThreads } from '../lib/simulators.ts';
import { type TripRow, tripRows } from '../src/features/results/latency-rows.ts';
import {
  type EstimateRow,
  estimateColumns,
  estimateRows,
  tripColumns,
  wholeColumns,
  wholeRows,
} from '../src/features/results/simulated-tables.ts';
import type { SimulationEvents } from '../src/run/simulator-pool.ts';
import type { SimulationRequest, SimulationResult } from '../workers/simulate/contract.ts';
import { missingOf, replicationsNeeded } from '../workers/simulate/stopping.ts';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../workers/solve/exact-part/contract.ts';
import { readSoundScenario } from './input.ts';
import { precision, refuseWithout, replications, seed, threads, time } from './option-values.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

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
    .option('--seed <n>', 'same seed, same run', seed)
    .option('--replications <n>', 'independent repeats', replications)
    .option('--horizon <seconds>', 'end of each replication', time({ above: 0 }))
    .option('--warmup <seconds>', 'dropped start of each replication', time({ from: 0 }))
    .option(
      '--precision <share>',
      'go on until the measures of every stage are known to this share',
      precision,
    )
    .option('--measures <names>', 'with --precision, of what: names with commas (meanOccupancy)', measures)
    .option('--frame <seconds>', 'length of the frames of means over time', time({ above: 0 }))
    .option('--threads <n>', 'threads that share the replications (as many as cores)', threads)
    .option('--json', 'print one JSON document')
    .action(
      async (file: string, { json, frame, threads, measures: precisionMeasures, ...asked }: Options) => {
        if (asked.precision === undefined) refuseWithout('--precision', { measures: precisionMeasures });
        const scenario = await readSoundScenario(file);
        const request: SimulationRequest = {
          ...asked,
          ...(precisionMeasures && { precisionMeasures }),
          ...(frame !== undefined && { frameLength: frame }),
        };
        const outcome = await simulateInThreads(scenario, request, progressLine(), threads);
        if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
        if (outcome.kind === 'noAnswer') {
          // A default run is as long as the model needs; one that was asked for may be too short for anything to happen.
          if (outcome.code === 'nothingCompleted' && asked.horizon !== undefined)
            throw new BadInput([`--horizon: ${refusalText(outcome)}`]);
          return endWithoutAnswer(outcome, json === true);
        }
        if (json) printJson(jsonOf(outcome));
        else process.stdout.write(`${resultText(scenario, outcome)}\n`);
      },
    );
}

function jsonOf({ plan, ...result }: SimulationResult): unknown {
  return { ...result, seed: plan.seed, warmup: plan.warmup, horizon: plan.horizon };
}

/** Told on a terminal: the replication that was heard of last, and what is missing for a precision. */
function progressLine(): Partial<SimulationEvents> {
  let missing = '';
  let asked = '';
  return {
    onProgress({ replication, fraction, events }) {
      const percent = Math.round(100 * fraction);
      tellReached(
        () => `replication ${replication + 1}: ${percent} %, ${events.toLocaleString('en')} events`,
      );
      if (!process.stderr.isTTY) return;
      process.stderr.write(
        `\rreplication ${replication + 1}: ${percent} %, ${events.toLocaleString('en')} events${missing}${asked}\x1b[K`,
      );
    },
    onExactPart(stages) {
      asked = stages.length > 0 ? `; asking the exact chain of ${stages.join(', ')}` : '';
    },
    onPartial(result) {
      const [worst] = missingOf(result.plan, result);
      if (!worst) return;
      const missed = missedOf(result);
      const needed = missed ? missed.needed : replicationsNeeded(result.plan, result);
      const wanted =
        needed === undefined
          ? 'no number of replications helps'
          : `about ${aboutText(needed)} replications wanted`;
      missing = `; ${worst.measure} of ${worst.stage} ± ${formatPercent(worst.share, 2)}, ${wanted}`;
    },
  };
}

function measures(text: string): readonly PrecisionMeasure[] {
  return text.split(',').map((name) => {
    const known = PRECISION_MEASURES.find((measure) => measure === name.trim());
    if (!known)
      throw new InvalidArgumentError(`Expected names of ${PRECISION_MEASURES.join(', ')}, got "${name}".`);
    return known;
  });
}

/** As many as a terminal has room for; the JSON document has all. */
const SHOWN = [
  'arrivalRate',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'lossProbability',
  'meanSojournTime',
] as const;

/** All of them are in the JSON document. */
const MOST_TRIPS = 24;

/** A simulation as text: tables of means with half of their 95 % intervals, and what to know before believing them. */
export function resultText(scenario: Scenario, result: SimulationResult): string {
  const rows = estimateRows(scenario, result);
  const whole = wholeRows(scenario, result);
  const trips = tripRows(scenario, result);
  return [
    `${scenario.name}: ${result.replications} replications, ${counted(result.events, 'event')} in ${formatNumber(result.elapsedSeconds)} s, seed ${result.plan.seed}`,
    ...columnsText([nodeColumn, ...unitColumns(rows), ...estimateColumns(SHOWN, rows, scenario)], rows),
    ...(whole.length > 0 ? [''] : []),
    ...columnsText(wholeColumns(whole), whole),
    ...(trips.length > 0 ? [''] : []),
    ...columnsText([tripColumn, ...tripColumns(trips, scenario)], trips.slice(0, MOST_TRIPS)),
    ...result.verdicts.map((verdict) => `${verdict.severity}: ${verdictText(verdict)}`),
    ...missingTime(result),
  ].join('\n');
}

const nodeColumn: Column<EstimateRow> = {
  id: 'stage',
  header: 'Stage',
  value: ({ stageTitle, title, jobClass }) => (jobClass === undefined ? title : `${stageTitle}, ${title}`),
};

/** What the rates and lengths of a stage count, where that has a name. */
const unitColumns = (rows: readonly EstimateRow[]): readonly Column<EstimateRow>[] =>
  rows.some(({ unit }) => unit !== undefined)
    ? [{ id: 'unit', header: 'Unit', value: ({ unit = '' }) => unit }]
    : [];

const tripColumn: Column<TripRow> = { id: 'trips', header: 'Path', value: ({ name }) => name };

/** What the missing replications would take at the pace so far, where a run stopped before its precision. */
function missingTime(result: SimulationResult): string[] {
  const { needed } = missedOf(result) ?? {};
  if (needed === undefined) return [];
  const more = needed / result.replications - 1;
  const seconds = formatNumber(more * result.elapsedSeconds, 2);
  return [`At the speed of this run, on as many threads, the precision takes about ${seconds} s more.`];
}

/** What the run says of the precision that it has not reached. */
const missedOf = ({ verdicts }: SimulationResult) =>
  verdicts.find((verdict) => verdict.code === 'precision-missed')?.facts;
