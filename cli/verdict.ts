/** `stagegraph verdict`: the occupancy of a queue between two platforms, and whether to believe it. */
import { type Command, Option } from 'commander';
import { assertionsOf } from '../lib/assertions.ts';
import { BadInput } from '../lib/bad-input.ts';
import { plain } from '../lib/plain.ts';
import { judgeQueues, type VerdictEvents, type VerdictOptions } from '../lib/verdict.ts';
import type { ReducedMeasurement, TraceFile } from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import {
  SERVICE_EVIDENCE,
  USUAL_PERCENTILES,
  type VirtualQueueReport,
} from '../workers/virtual-queue/contract.ts';
import { LEAST_REPLICATIONS } from '../workers/virtual-queue/find-queue.ts';
import { checkedJudgement } from '../workers/virtual-queue/judged-queries.ts';
import {
  answerSentences,
  evidenceSentence,
  namedReplays,
  orderNote,
  partColumns,
  partRows,
  repairSentences,
} from '../workers/virtual-queue/verdict-words.ts';
import { assertionExit, assertionRows, assertionsText } from './assertion-text.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { appended, rate, seed, time, wholeNumber } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { progressLine } from './replay.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions, VerdictOptions {
  readonly json?: boolean;
  readonly assert?: readonly string[];
}

export function addVerdict(program: Command): void {
  const command = program
    .command('verdict')
    .description(
      'occupancy of queues between two platforms, replayed from their ends, and whether the model is accepted',
    )
    .argument('<measurements>', 'measurement file or -')
    .option('--queue <id>', 'only this queue; else every virtual one, or every one with gaps of both ends')
    .option('--tail <id>', 'its measured tail, where the file does not say')
    .option('--head <id>', 'its measured head')
    .option('--bulk <n>', 'elements of one transfer of the bus', wholeNumber({ from: 1 }))
    .option('--transfer <seconds>', 'time of one transfer', time({ from: 0 }))
    .option(
      '--latency <seconds>',
      'from the end of a transfer until its elements can be read',
      time({ from: 0 }),
    )
    .option('--tail-capacity <n>', 'most elements in the tail', wholeNumber({ from: 1 }))
    .option('--head-capacity <n>', 'most elements in the head', wholeNumber({ from: 1 }))
    .option(
      '--flush',
      'at the end of the run what is left is sent; taken so where more came over than whole bulks',
    )
    .option('--no-flush', 'what is left stays, whatever came over')
    .addOption(
      new Option('--gaps <kind>', 'departure gaps that drive the server').choices([...SERVICE_EVIDENCE]),
    )
    .option(
      '--service-rate <rate>',
      'rate of an exponential server, instead of measured gaps, 1/s',
      rate({ above: 0 }),
    )
    .option('--align', 'put the clock of the head onto that of the tail first, by their transfers')
    .option('--running', 'the measurement began in the middle of a run')
    .option(
      '--assert <text>',
      'what must hold of the queue, such as "p99 latency of bus < 5 ms"; repeatable',
      appended,
    )
    .option('--replications <n>', 'default 99', wholeNumber({ from: LEAST_REPLICATIONS, to: 100_000 }))
    .option('--seed <n>', 'default 1', seed)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (file: string, options: Options) => {
    const measurement = await readReduced(file, options);
    const queries = assertionsOf({}, options.assert ?? [], '--assert');
    const asked = queries.flatMap(({ percentile }) => (percentile === undefined ? [] : [percentile]));
    const percentiles = [...new Set([...USUAL_PERCENTILES, ...asked])].sort((a, b) => a - b);
    const lines = new Map<string, ReturnType<typeof progressLine>>();
    const reports = await judgeQueues(
      measurement,
      { ...options, percentiles },
      await traceOf(file, options),
      {
        onFlush: tellFlush,
        onProgress: (queue, progress) => {
          if (!lines.has(queue)) lines.set(queue, progressLine(`verdict on ${queue}`));
          lines.get(queue)!(progress);
        },
      },
    );
    const checked = queries.map((query) => {
      const report = reports.find(({ queue }) => queue === query.at);
      if (report) return checkedJudgement(query, report);
      throw new BadInput([
        `--assert "${query.id}": there is no verdict on "${query.at}", but on ${reports.map(({ queue }) => queue).join(', ')}`,
      ]);
    });
    if (options.json)
      printJson(queries.length > 0 ? plain({ reports, assertions: assertionRows(checked) }) : plain(reports));
    else
      process.stdout.write(
        `${[...reports.map(verdictText), ...(checked.length > 0 ? [assertionsText(checked)] : [])].join('\n\n')}\n`,
      );
    // Assertions decide where there are any: what is asked may hold although the model does not.
    if (queries.length > 0) process.exitCode = assertionExit(checked);
    else if (reports.some(isNotToBeTrusted)) process.exitCode = EXIT.noAnswer;
  });
}

async function readReduced(file: string, options: Options): Promise<ReducedMeasurement> {
  const reduced = await reduceMeasurement(await byteSource(file), {
    ...{ fileName: nameOf(file), options: reduceOptionsOf(options) },
  });
  if (!reduced.ok) throw refusedFile(reduced.error);
  for (const fault of reduced.value.faults.shown)
    process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  return reduced.value;
}

function tellFlush(queue: string, seen: Parameters<NonNullable<VerdictEvents['onFlush']>>[1]): void {
  const [moved, whole, size] = [seen.moved, seen.whole, seen.bulkSize].map((count) =>
    count.toLocaleString('en'),
  );
  process.stderr.write(
    `note: ${queue} is tested as flushed at the end of the run, since ${moved} elements came over the bus, and whole bulks of ${size} hold ${seen.whole > 0 ? whole : 'none'} of them; --no-flush tests it as retained\n`,
  );
}

/** Events are read again from a file; of standard input they are gone. */
const traceOf = async (file: string, options: Options): Promise<TraceFile | undefined> =>
  file === '-'
    ? undefined
    : { file: await byteSource(file), name: nameOf(file), options: reduceOptionsOf(options) };

/** The best model that there is decides: an ideal queue that is refused is no news where there is a bus. */
const isNotToBeTrusted = (report: VirtualQueueReport): boolean =>
  report.kind === 'refused' || report.replays.at(-1)!.verdict.outcome === 'inconsistent';

function verdictText(report: VirtualQueueReport): string {
  if (report.kind === 'refused') return `${report.reason}.${report.mayAlign ? ' --align aligns them.' : ''}`;
  const order = orderNote(report);
  return [
    ...answerSentences(report),
    '',
    `${report.queue}. ${evidenceSentence(report)}`,
    ...columnsText(partColumns(report), partRows(report)),
    '',
    ...namedReplays(report).flatMap(({ name, replay }) =>
      replay.verdict.sentences.map((sentence) => `${name}: ${sentence}`),
    ),
    ...(order === undefined ? [] : [order]),
    ...repairSentences(report),
    '',
    ...report.checks.map(({ sentence, assumption, status }) =>
      assumption === 'clocks' && status !== 'holds' ? `${sentence} --align does it.` : sentence,
    ),
    ...report.warnings.map((warning) => `warning: ${warning}.`),
  ].join('\n');
}
