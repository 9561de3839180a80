/** `stagegraph depths`: a traced run of FIFOs under other depths, and the least depths that keep its time. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../core/base/plural.ts';
import {
  type LeastTraceDepths,
  type TraceDepthsAnswer,
  type TraceDepthsOptions,
  type TracedRun,
  traceDepths,
  type VariedTraceDepths,
} from '../lib/trace-depths.ts';
import { depthPragmas, depthsCsv } from '../workers/explore/depth-words.ts';
import type { FifoFacts } from '../workers/trace-depths/contract.ts';
import { boundsText, lockWords, runTimeText, tracedLinks } from '../workers/trace-depths/trace-words.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { entry, refuseWithout, time, wholeNumber } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { tellReached } from './within.ts';

interface Options {
  readonly depth: Readonly<Record<string, number>>;
  readonly traced: Readonly<Record<string, number>>;
  readonly ends: Readonly<Record<string, FifoFacts>>;
  readonly vary: Readonly<Record<string, readonly [number, number]>>;
  readonly least?: boolean;
  readonly total?: number;
  readonly latency?: number;
  readonly roomLatency?: number;
  readonly sequential?: boolean;
  readonly format: 'table' | 'csv' | 'pragma';
  readonly json?: boolean;
}

export function addDepths(program: Command): void {
  program
    .command('depths')
    .description('a traced run of FIFOs under other depths: its time, fills, waits and deadlock')
    .argument('<trace>', 'measurement file with insertions and departures, such as CSV or VCD, or -')
    .option(
      '--depth <fifo=n>',
      'depth of a FIFO; as in the traced run when not given; may be repeated',
      addTo,
      {},
    )
    .option(
      '--traced <fifo=n>',
      'its depth in the traced run, where the file does not tell; may be repeated',
      addTo,
      {},
    )
    .option(
      '--ends <fifo=from:to>',
      'processes that write and read it, where the file does not tell; may be repeated',
      addEnds,
      {},
    )
    .option('--least', 'least depths that keep the time of the run with room for everything')
    .option(
      '--total <time>',
      'with --least: the time that the run may take instead, such as 2 ms',
      time({ from: 0 }),
    )
    .option(
      '--vary <fifo=from:to>',
      'total time of every combination, as CSV; may be repeated',
      addVaried,
      {},
    )
    .option(
      '--latency <time>',
      'from a write until the element can be read; estimated from the trace when not given',
      time({ from: 0 }),
    )
    .option(
      '--room-latency <time>',
      'from a read until its slot can be filled; estimated from the trace when not given',
      time({ from: 0 }),
    )
    .option('--sequential', 'operations of a process at one instant come one after the other, not together')
    .addOption(
      new Option('--format <name>', 'a table, or depths as CSV or as HLS pragmas')
        .choices(['table', 'csv', 'pragma'])
        .default('table'),
    )
    .option('--json', 'print one JSON document')
    .action(run);
}

async function run(file: string, options: Options): Promise<void> {
  if (!options.least) refuseWithout('--least', { total: options.total });
  const answer = await traceDepths(await byteSource(file), nameOf(file), questionOf(options), (progress) =>
    tellReached(() =>
      'rows' in progress
        ? `row ${progress.rows.toLocaleString('en')} of the trace`
        : `the least depths of ${progress.sized} of ${progress.fifos} FIFOs`,
    ),
  );
  if (answer.kind === 'run' && answer.lock) process.exitCode = EXIT.noAnswer;
  if (options.json) printJson(answer);
  else process.stdout.write(`${textOf(answer, options.format)}\n`);
}

function questionOf(options: Options): TraceDepthsOptions {
  const { depth, traced, ends, vary, least, total, latency, roomLatency, sequential } = options;
  const fifos: Record<string, FifoFacts> = { ...ends };
  for (const [id, known] of Object.entries(traced)) fifos[id] = { ...fifos[id], depth: known };
  return {
    fifos,
    ...(Object.keys(depth).length > 0 && { depths: depth }),
    ...(Object.keys(vary).length > 0 && { vary }),
    ...(least && { least }),
    ...(total !== undefined && { total }),
    ...(latency !== undefined && { latency }),
    ...(roomLatency !== undefined && { roomLatency }),
    ...(sequential && { sequential }),
  };
}

function textOf(answer: TraceDepthsAnswer, format: Options['format']): string {
  switch (answer.kind) {
    case 'varied':
      return variedText(answer);
    case 'least':
      return format === 'table' ? leastText(answer) : depthsText(answer.fifos, answer.depths, format);
    case 'run': {
      const depths = answer.fifos.map(({ depth }) => depth);
      return format === 'table' ? runText(answer) : depthsText(answer.fifos, depths, format);
    }
  }
}

function runText({ fifos, total, lock, traced, fastest, exact, notes }: TracedRun): string {
  return [
    lock
      ? lockWords(lock)
      : `${boundsText(total!)} in all; the traced run took ${runTimeText(traced)}, with room for everything ${boundsText(fastest)}`,
    ...fifos.map(
      ({ id, source, dest, depth, highest, fullFor, emptyFor }) =>
        `  ${id} (${source} > ${dest}): depth ${depth}, at most ${highest} inside; full ${boundsText(fullFor)}, empty ${boundsText(emptyFor)}`,
    ),
    exact,
    ...notes,
  ].join('\n');
}

function leastText(answer: LeastTraceDepths): string {
  const { fifos, depths, slots, total, smaller, evaluated, exact, notes } = answer;
  return [
    `${counted(slots, 'slot')}, ${boundsText(total)}; none can be one less (${counted(evaluated, 'setting')})`,
    ...depths.map((depth, q) => {
      const { id, source, dest } = fifos[q]!;
      const less = smaller.find(({ fifo }) => fifo === id);
      const words = less ? `, with ${less.depth}: ${boundsText(less.total)}` : '';
      return `  ${id} (${source} > ${dest}): ${depth}${words}`;
    }),
    exact,
    ...notes,
  ].join('\n');
}

const variedText = ({ fifos, settings }: VariedTraceDepths): string =>
  [
    [...fifos, 'total_s'].join(),
    ...settings.map(({ depths, total }) => [...depths, Number.isFinite(total) ? total : 'deadlock'].join()),
  ].join('\n');

function depthsText(
  fifos: Parameters<typeof tracedLinks>[0]['fifos'],
  depths: readonly number[],
  format: 'csv' | 'pragma',
): string {
  const links = tracedLinks({ fifos });
  return format === 'csv' ? depthsCsv(links, depths) : depthPragmas(links, depths);
}

const depth = wholeNumber({ from: 1, to: 2 ** 31 - 1 });

function addTo(text: string, before: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const [id, value] = entry(text, 'FIFO=DEPTH', 'q=4');
  return { ...before, [id]: depth(value) };
}

function addEnds(
  text: string,
  before: Readonly<Record<string, FifoFacts>>,
): Readonly<Record<string, FifoFacts>> {
  const [id, ends] = entry(text, 'FIFO=FROM:TO', 'q=load:compute');
  const [source, dest, ...more] = ends.split(':');
  if (source && dest && more.length === 0) return { ...before, [id]: { source, dest } };
  throw new InvalidArgumentError('Expected a FIFO and its two processes, such as q=load:compute.');
}

function addVaried(text: string, before: Options['vary']): Options['vary'] {
  const [fifo, range] = entry(text, 'FIFO=FROM:TO', 'q=1:64');
  const [from, to = from, ...more] = range.split(':').map(depth);
  if (from! <= to! && more.length === 0) return { ...before, [fifo]: [from!, to!] };
  throw new InvalidArgumentError('Expected a FIFO and its depths, the least first, such as q=1:64.');
}
