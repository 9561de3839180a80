/** `stagegraph verdict`: the occupancy of a queue between two platforms, and whether to believe it. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import type { ReducedMeasurement } from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import {
  type Channel,
  SERVICE_EVIDENCE,
  type ServiceEvidence,
  type VirtualQueueQuestion,
  type VirtualQueueReport,
} from '../workers/virtual-queue/contract.ts';
import { judgeVirtualQueue } from '../workers/virtual-queue/judge-virtual-queue.ts';
import { seenFlush } from '../workers/virtual-queue/seen-flush.ts';
import {
  evidenceSentence,
  namedReplays,
  orderNote,
  partColumns,
  partRows,
} from '../workers/virtual-queue/verdict-words.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { EXIT, printJson } from './outcome.ts';
import { progressLine } from './replay.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions {
  readonly queue?: string;
  readonly tail?: string;
  readonly head?: string;
  readonly bulk?: number;
  readonly transfer?: number;
  readonly latency?: number;
  readonly tailCapacity?: number;
  readonly headCapacity?: number;
  readonly flush?: boolean;
  readonly gaps?: ServiceEvidence;
  readonly serviceRate?: number;
  readonly align?: boolean;
  readonly running?: boolean;
  readonly replications?: number;
  readonly seed?: number;
  readonly json?: boolean;
}

export function addVerdict(program: Command): void {
  const command = program
    .command('verdict')
    .description(
      'occupancy of queues between two platforms, replayed from their ends, and whether to believe it',
    )
    .argument('<measurements>', 'measurement file or -')
    .option('--queue <id>', 'only this queue; else every virtual one, or every one with gaps of both ends')
    .option('--tail <id>', 'its measured tail, where the file does not say')
    .option('--head <id>', 'its measured head')
    .option('--bulk <n>', 'elements of one transfer of the bus', number)
    .option('--transfer <seconds>', 'time of one transfer', number)
    .option('--latency <seconds>', 'from the end of a transfer until its elements can be read', number)
    .option('--tail-capacity <n>', 'most elements in the tail', number)
    .option('--head-capacity <n>', 'most elements in the head', number)
    .option(
      '--flush',
      'at the end of the run what is left is sent; taken so where more came over than whole bulks',
    )
    .option('--no-flush', 'what is left stays, whatever came over')
    .addOption(
      new Option('--gaps <kind>', 'departure gaps that drive the server').choices([...SERVICE_EVIDENCE]),
    )
    .option('--service-rate <rate>', 'rate of an exponential server, instead of measured gaps, 1/s', number)
    .option('--align', 'put the clock of the head onto that of the tail first, by their transfers')
    .option('--running', 'the measurement began in the middle of a run')
    .option('--replications <n>', 'at least 39; default 99', number)
    .option('--seed <n>', 'default 1', number)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (file: string, options: Options) => {
    const measurement = await readReduced(file, options);
    const reports: VirtualQueueReport[] = [];
    for (const queue of queuesOf(measurement, options.queue)) {
      const flush = options.flush ?? isSeenFlushed(measurement, queue, options.bulk);
      reports.push(
        await judgeVirtualQueue(
          measurement,
          {
            ...questionOf(queue, { ...options, ...(flush && { flush }) }),
            ...(await traceOf(file, options)),
          },
          { onProgress: progressLine(`verdict on ${queue}`) },
        ),
      );
    }
    if (options.json) printJson(plainJson(reports));
    else process.stdout.write(`${reports.map(verdictText).join('\n\n')}\n`);
    if (reports.some(isNotToBeTrusted)) process.exitCode = EXIT.noAnswer;
  });
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number');
}

async function readReduced(file: string, options: Options): Promise<ReducedMeasurement> {
  const reduced = await reduceMeasurement(await byteSource(file), {
    ...{ fileName: nameOf(file), options: await reduceOptionsOf(options) },
  });
  if (!reduced.ok) throw refusedFile(reduced.error);
  for (const fault of reduced.value.faults.shown)
    process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  return reduced.value;
}

/** No file says it; what came over the bus may. */
function isSeenFlushed(measured: ReducedMeasurement, queue: string, bulk: number | undefined): boolean {
  const seen = seenFlush(measured, queue, bulk);
  if (!seen) return false;
  const [moved, whole, size] = [seen.moved, seen.whole, seen.bulkSize].map((count) =>
    count.toLocaleString('en'),
  );
  process.stderr.write(
    `note: ${queue} is judged as flushed at the end of the run, since ${moved} elements came over the bus, and whole bulks of ${size} hold ${seen.whole > 0 ? whole : 'none'} of them; --no-flush judges it as kept\n`,
  );
  return true;
}

/** Events are read again from a file; of standard input they are gone. */
const traceOf = async (file: string, options: Options): Promise<Pick<VirtualQueueQuestion, 'trace'>> =>
  file === '-'
    ? {}
    : {
        trace: { file: await byteSource(file), name: nameOf(file), options: await reduceOptionsOf(options) },
      };

function queuesOf({ queues }: ReducedMeasurement, asked: string | undefined): readonly string[] {
  if (asked !== undefined) return [asked];
  const virtual = queues.filter(({ kind }) => kind === 'virtual');
  const measured = queues.filter(
    ({ interInsertion, interDeparture, service }) => interInsertion && (interDeparture ?? service),
  );
  const chosen = (virtual.length > 0 ? virtual : measured).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  throw new BadInput([
    'the file has no virtual queue, and no queue with times between insertions and between departures',
  ]);
}

function questionOf(queue: string, options: Options): VirtualQueueQuestion {
  const { tail, head, gaps, serviceRate, running, align, replications, seed } = options;
  const channel: Partial<Channel> = defined({
    ...{ bulkSize: options.bulk, transferTime: options.transfer, latency: options.latency },
    ...{ tailCapacity: options.tailCapacity, headCapacity: options.headCapacity, flush: options.flush },
  });
  if (serviceRate !== undefined && !(serviceRate > 0))
    throw new BadInput(['--service-rate: expected a rate > 0']);
  return {
    queue,
    ...defined({ tail, head, evidence: gaps, align, replications, seed }),
    ...(Object.keys(channel).length > 0 && { channel }),
    ...(serviceRate !== undefined && {
      service: { distribution: 'exponential', rate: serviceRate } as const,
    }),
    ...(running && { startsEmpty: false }),
  };
}

/** Without the keys that have no value. */
function defined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** The best model that there is decides: an ideal queue that is refused is no news where there is a bus. */
const isNotToBeTrusted = (report: VirtualQueueReport): boolean =>
  report.kind === 'refused' || report.replays.at(-1)!.verdict.outcome === 'inconsistent';

/** Typed arrays as lists. */
const plainJson = (document: unknown): unknown =>
  JSON.parse(
    JSON.stringify(document, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    ),
  );

function verdictText(report: VirtualQueueReport): string {
  if (report.kind === 'refused') return `${report.reason}.`;
  const order = orderNote(report);
  return [
    `${report.queue}. ${evidenceSentence(report)}`,
    ...columnsText(partColumns(report), partRows(report)),
    '',
    ...namedReplays(report).flatMap(({ name, replay }) =>
      replay.verdict.sentences.map((sentence) => `${name}: ${sentence}`),
    ),
    ...(order === undefined ? [] : [order]),
    '',
    ...report.checks.map(({ sentence }) => sentence),
    ...report.warnings.map((warning) => `warning: ${warning}.`),
  ].join('\n');
}
