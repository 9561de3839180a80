/** `stagegraph fit`: distributions of times, and models of stations, from what was measured at queues. */
import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scenario } from '../core/scenario/scenario.ts';
import { FITTED_FAMILIES, type FittedFamily, type StageFitRequest } from '../workers/fit/contract.ts';
import { fitDistributions } from '../workers/fit/fit-distributions.ts';
import { fitStage } from '../workers/fit/fit-stage.ts';
import { matchMoments } from '../workers/fit/match-moments.ts';
import { applyFits } from './apply-fits.ts';
import { FIT_KINDS, type FitInput, type FitKind, readFitInputs } from './fit-input.ts';
import { type FittedQueue, fitText } from './fit-text.ts';
import { readScenario } from './input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';

interface Options extends MeasurementOptions {
  readonly queue?: string;
  readonly of?: FitKind;
  readonly distribution?: FittedFamily;
  readonly bootstraps: number;
  readonly scenario?: string;
  readonly apply?: string;
  readonly json?: boolean;
  readonly moments?: readonly number[];
}

export function addFit(program: Command): void {
  const command = program
    .command('fit')
    .description('distributions of times, ranked, from histograms, traces or a list of numbers')
    .argument('[measurements]', 'measurement file, or one time in s on each line, or -')
    .option('--queue <id>', 'only this queue')
    .addOption(
      new Option('--of <kind>', 'what is fitted; default: what says most of the stage').choices(FIT_KINDS),
    )
    .addOption(new Option('--distribution <name>', 'only this distribution').choices(FITTED_FAMILIES))
    .option(
      '--moments <list>',
      'no file: a phase-type distribution with E X,E X^2 or E X,E X^2,E X^3, such as 2,6',
      moments,
    )
    .option('--bootstraps <count>', 'samples that are drawn to judge each distribution; 0: no p', count, 99)
    .option('--scenario <file>', 'the model')
    .option('--apply <file>', 'write the scenario with the best distributions')
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (file: string | undefined, options: Options) => {
    if (options.moments) return matched(options.moments);
    if (file === undefined) throw new BadInput(['Give a file of measurements or times, or --moments.']);
    const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario);
    if (options.apply !== undefined && !scenario)
      throw new BadInput(['--apply needs a scenario to write the distributions into: give --scenario FILE']);
    const { inputs, left, warnings } = await readFitInputs(file, await reduceOptionsOf(options), {
      ...{ of: options.of, queue: options.queue },
    });
    for (const line of [...warnings, ...left]) process.stderr.write(`warning: ${line}\n`);
    const queues = inputs.map((input) => fitted(input, options));
    if (options.json) printJson({ queues: queues.map(jsonOf) });
    else process.stdout.write(`${fitText(queues)}\n`);
    if (queues.every(({ kind }) => kind === 'refused')) process.exitCode = EXIT.noAnswer;
    if (options.apply !== undefined && scenario) await apply(scenario, queues, options.apply);
  });
}

/** As JSON, to be pasted as the distribution of a stage. */
function matched(given: readonly number[]): void {
  const match = matchMoments(given);
  if (!match.ok) throw new BadInput([`--moments: ${match.error}`]);
  if (match.value.moments < given.length)
    process.stderr.write(
      'warning: no such distribution is so little skewed; only the first two moments are met\n',
    );
  printJson(match.value);
}

function fitted(input: FitInput, { distribution, bootstraps }: Options): FittedQueue {
  if (!('kind' in input.data)) {
    const report = fitStage(input.data satisfies StageFitRequest);
    return report.ok
      ? { input, kind: 'stage', report: report.value }
      : { input, kind: 'refused', reason: report.error };
  }
  const report = fitDistributions(input.data, {
    bootstraps,
    ...(distribution && { families: [distribution] }),
  });
  return report.ok
    ? { input, kind: 'distribution', report: report.value }
    : { input, kind: 'refused', reason: report.error };
}

/** Typed arrays as lists. */
function jsonOf(queue: FittedQueue) {
  const head = { queue: queue.input.name, of: queue.input.of };
  if (queue.kind === 'refused') return { ...head, refused: queue.reason };
  if (queue.kind === 'stage') return { ...head, ...queue.report };
  const { autocorrelation, correlated, ...report } = queue.report;
  return {
    ...head,
    ...report,
    ...(autocorrelation && { autocorrelation: [...autocorrelation] }),
    correlated: correlated.map((fit) => ({ ...fit, autocorrelation: [...fit.autocorrelation] })),
  };
}

async function apply(scenario: Scenario, queues: readonly FittedQueue[], file: string): Promise<void> {
  const { scenario: changed, applied, left } = applyFits(scenario, queues);
  for (const line of left) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no node of the scenario got a distribution; nothing is written']);
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  process.stderr.write(
    `${file}: ${applied.join(', ')} ${applied.length === 1 ? 'has' : 'have'} the fitted distribution\n`,
  );
}

const moments = (text: string): readonly number[] => text.split(',').map(Number);

function count(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 10_000) return value;
  throw new InvalidArgumentError('expected an integer from 0 to 10000');
}
