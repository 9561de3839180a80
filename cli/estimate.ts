/** `stagegraph estimate`: the rates of servers from what was measured at their queues; or the posterior from tasks. */
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Scenario } from '../core/scenario/scenario.ts';
import { RATE_METHODS, type RateMethod } from '../workers/estimate/contract.ts';
import { estimateRate } from '../workers/estimate/estimate-rate.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { applyRates } from './apply-rates.ts';
import { type EstimatedEnd, estimateText, modelledRate, readerStage } from './estimate-text.ts';
import { readScenario } from './input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';
import {
  addPosteriorOptions,
  type PosteriorOptions,
  refusePosteriorOptions,
  runPosterior,
} from './posterior.ts';
import { readSampledEnds, type SampledEnd } from './rate-input.ts';

interface Options extends MeasurementOptions, PosteriorOptions {
  readonly scenario?: string;
  readonly method: RateMethod | 'auto';
  readonly queue?: string;
  readonly posterior?: boolean;
}

export function addEstimate(program: Command): void {
  const command = program
    .command('estimate')
    .description('service rates from samples, events or counters of queues; with --posterior from tasks')
    .argument('<measurements>', 'measurement file or -')
    .option('--scenario <file>', 'the model, whose rates are put beside')
    .addOption(
      new Option('--method <name>', 'how; docs/estimation.md')
        .choices(['auto', ...RATE_METHODS])
        .default('auto')
        .conflicts('posterior'),
    )
    .addOption(new Option('--queue <id>', 'only this queue').conflicts('posterior'))
    .option('--apply <file>', 'write the scenario with the estimated rates of its stages')
    .option('--json', 'print one JSON document');
  addMeasurementOptions(addPosteriorOptions(command)).action(async (file: string, options: Options) => {
    const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario);
    if (options.apply !== undefined && !scenario)
      throw new BadInput(['--apply needs a scenario to write the rates into: give --scenario FILE']);
    if (options.posterior) return runPosterior(file, options, scenario);
    refusePosteriorOptions(options);
    const read = await readSampledEnds(file, await reduceOptionsOf(options));
    for (const warning of read.warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
    const ends = chosenEnds(read.ends, options.queue).map((end) => estimated(end, options.method, scenario));
    if (scenario && options.apply === undefined) warnOfStrangers(ends);
    if (options.json) printJson({ origin: read.origin, queues: ends.map(jsonOf) });
    else process.stdout.write(`${estimateText(ends)}\n`);
    if (ends.every(({ report }) => 'refused' in report.chosen)) process.exitCode = EXIT.noAnswer;
    if (options.apply !== undefined && scenario) await apply(scenario, ends, options.apply);
  });
}

function chosenEnds(ends: readonly SampledEnd[], queue: string | undefined): readonly SampledEnd[] {
  if (queue === undefined) return ends;
  const chosen = ends.filter((end) => end.queue === queue || end.facts?.name === queue);
  if (chosen.length > 0) return chosen;
  const known = [...new Set(ends.map((end) => end.queue))].join(', ');
  throw new BadInput([`--queue: there is no queue "${queue}" with samples; expected one of ${known}`]);
}

function estimated(
  end: SampledEnd,
  method: RateMethod | 'auto',
  scenario: Scenario | undefined,
): EstimatedEnd {
  const report = estimateRate(end.columns, method === 'auto' ? undefined : method);
  const stage = scenario && readerStage(end, scenario);
  const itemBytes = end.itemBytes ?? stage?.unitBytes;
  return { ...end, report, ...(itemBytes !== undefined && { itemBytes }), ...(stage && { stage }) };
}

/** Of applied rates the same is said there. */
function warnOfStrangers(ends: readonly EstimatedEnd[]): void {
  for (const { queue, end, stage } of ends) {
    if (end === 'tail' || stage) continue;
    process.stderr.write(
      `warning: queue ${queue}: no stage of the scenario has its dest, name or id; no modelled rate stands beside\n`,
    );
  }
}

function jsonOf({ queue, end, from, itemBytes, stage, report }: EstimatedEnd) {
  const { chosen } = report;
  const bytes =
    itemBytes === undefined || 'refused' in chosen ? {} : { bytesPerSecond: chosen.rate * itemBytes };
  return {
    queue,
    end,
    from,
    ...bytes,
    ...(stage && { stage: stage.id, modelled: modelledRate(stage) }),
    ...report,
  };
}

async function apply(scenario: Scenario, ends: readonly EstimatedEnd[], file: string): Promise<void> {
  const { scenario: changed, applied, left } = applyRates(scenario, ends);
  for (const line of left) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no stage of the scenario got a rate; nothing is written']);
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  process.stderr.write(
    `${file}: ${applied.join(', ')} ${applied.length === 1 ? 'has' : 'have'} the estimated rate\n`,
  );
}
