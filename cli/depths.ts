/** `stagegraph depths`: a traced run of FIFOs under other depths, and the least depths that keep its time. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatNumber } from '../core/quantities/quantity.ts';
import { parseQuantity } from '../core/quantities/quantity-parse.ts';
import { BadInput } from '../lib/bad-input.ts';
import { depthPragmas, depthsCsv } from '../workers/explore/depth-words.ts';
import type {
  FifoFacts,
  LeastDepths,
  OpenedTrace,
  RunUnderDepths,
} from '../workers/trace-depths/contract.ts';
import type { DepthTrace } from '../workers/trace-depths/depth-trace.ts';
import { openDepthTrace } from '../workers/trace-depths/trace-depths-session.ts';
import {
  boundsText,
  exactWords,
  lockWords,
  runTimeText,
  tracedLinks,
} from '../workers/trace-depths/trace-words.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { EXIT, printJson } from './outcome.ts';
import { tellReached } from './within.ts';

interface Options {
  readonly depth: Readonly<Record<string, number>>;
  readonly traced: Readonly<Record<string, number>>;
  readonly ends: Readonly<Record<string, FifoFacts>>;
  readonly vary: readonly Varied[];
  readonly least?: boolean;
  readonly total?: number;
  readonly latency?: number;
  readonly roomLatency?: number;
  readonly sequential?: boolean;
  readonly format: 'table' | 'csv' | 'pragma';
  readonly json?: boolean;
}

interface Varied {
  readonly fifo: string;
  readonly from: number;
  readonly to: number;
}

/** Settings of `--vary` in one call. */
const MOST_SETTINGS = 100_000;

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
    .option('--total <time>', 'with --least: the time that the run may take instead, such as 2 ms', time)
    .option(
      '--vary <fifo=from:to>',
      'total time of every combination, as CSV; may be repeated',
      addVaried,
      [],
    )
    .option(
      '--latency <time>',
      'from a write until the element can be read; the least in the trace when not given',
      time,
    )
    .option(
      '--room-latency <time>',
      'from a read until its place can be filled; the least in the trace when not given',
      time,
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
  const { traced, ends, latency, roomLatency, sequential } = options;
  const fifos: Record<string, FifoFacts> = { ...ends };
  for (const [id, depth] of Object.entries(traced)) fifos[id] = { ...fifos[id], depth };
  const answer = await openDepthTrace(
    await byteSource(file),
    {
      fifos,
      ...(latency !== undefined && { tokenLatency: latency }),
      ...(roomLatency !== undefined && { roomLatency }),
      ...(sequential && { sequential }),
    },
    {
      fileName: nameOf(file),
      onProgress: ({ rows }) => tellReached(() => `row ${rows.toLocaleString('en')} of the trace`),
    },
  );
  if ('kind' in answer) throw new BadInput([`depths: ${answer.reason}`]);
  const { trace, opened } = answer;
  const depths = depthsOf(trace, opened, options.depth);
  if (options.vary.length > 0) printVaried(trace, opened, depths, options);
  else if (options.least || options.total !== undefined) await printLeast(trace, opened, options);
  else printRun(opened, trace.under(depths), options);
}

function depthsOf(trace: DepthTrace, opened: OpenedTrace, asked: Options['depth']): readonly number[] {
  const depths = [...trace.tracedDepths];
  for (const [id, depth] of Object.entries(asked)) depths[placeOf(opened, id)] = depth;
  return depths;
}

function placeOf({ fifos }: OpenedTrace, id: string): number {
  const at = fifos.findIndex((fifo) => fifo.id === id);
  if (at < 0)
    throw new BadInput([
      `depths: there is no FIFO "${id}" in the trace; it has ${fifos.map((fifo) => fifo.id).join(', ')}`,
    ]);
  return at;
}

function printRun(opened: OpenedTrace, answer: RunUnderDepths, { format, json = false }: Options): void {
  if (answer.lock) process.exitCode = EXIT.noAnswer;
  if (json) {
    printJson({
      ...opened,
      ...answer,
      kind: 'run',
      fifos: fifosOf(opened, answer),
      exact: exactWords(opened),
    });
    return;
  }
  const depths = answer.fifos.map(({ depth }) => depth);
  const text = format === 'table' ? runText(opened, answer) : depthsText(opened, depths, format);
  process.stdout.write(`${text}\n`);
}

const fifosOf = ({ fifos }: OpenedTrace, answer: RunUnderDepths) =>
  fifos.map(({ depth: traced, ...fifo }, q) => ({
    ...fifo,
    ...(traced !== undefined && { traced }),
    ...answer.fifos[q]!,
  }));

function runText(opened: OpenedTrace, { fifos, total, lock }: RunUnderDepths): string {
  return [
    lock
      ? lockWords(lock)
      : `${boundsText(total!)} in all; the traced run took ${runTimeText(opened.traced)}, with room for everything ${boundsText(opened.fastest)}`,
    ...fifos.map(({ depth, highest, fullFor, emptyFor }, q) => {
      const { id, source, dest } = opened.fifos[q]!;
      return `  ${id} (${source} > ${dest}): depth ${depth}, at most ${highest} inside; full ${boundsText(fullFor)}, empty ${boundsText(emptyFor)}`;
    }),
    exactWords(opened),
    ...opened.notes,
  ].join('\n');
}

async function printLeast(trace: DepthTrace, opened: OpenedTrace, options: Options): Promise<void> {
  const { total, format, json = false } = options;
  const found = await trace.least(total, async (done) => {
    tellReached(() => `the least depths of ${done} of ${opened.fifos.length} FIFOs`);
    return true;
  });
  if (!found) return;
  if (found.total.most > found.target)
    throw new BadInput([
      `depths: expected a --total of at least ${boundsText(opened.fastest)}, which the run takes with room for everything`,
    ]);
  if (json) printJson({ ...opened, ...found, fifos: opened.fifos, exact: exactWords(opened) });
  else if (format !== 'table') process.stdout.write(`${depthsText(opened, found.depths, format)}\n`);
  else process.stdout.write(`${leastText(opened, found)}\n`);
}

function leastText(opened: OpenedTrace, { depths, slots, total, smaller, evaluated }: LeastDepths): string {
  return [
    `${slots} slots, ${boundsText(total)}; none can be one less (${formatNumber(evaluated)} settings)`,
    ...depths.map((depth, q) => {
      const { id, source, dest } = opened.fifos[q]!;
      const less = smaller.find(({ fifo }) => fifo === id);
      const words = less ? `, with ${less.depth}: ${boundsText(less.total)}` : '';
      return `  ${id} (${source} > ${dest}): ${depth}${words}`;
    }),
    exactWords(opened),
    ...opened.notes,
  ].join('\n');
}

function printVaried(
  trace: DepthTrace,
  opened: OpenedTrace,
  depths: readonly number[],
  { vary, json }: Options,
): void {
  let settings: (readonly number[])[] = [depths];
  for (const { fifo, from, to } of vary) {
    const at = placeOf(opened, fifo);
    if (settings.length * (to - from + 1) > MOST_SETTINGS)
      throw new BadInput([`depths: --vary: expected at most ${MOST_SETTINGS} combinations`]);
    settings = settings.flatMap((each) =>
      Array.from({ length: to - from + 1 }, (_, i) => each.with(at, from + i)),
    );
  }
  const totals = trace.totals(settings);
  const places = vary.map(({ fifo }) => placeOf(opened, fifo));
  if (json)
    printJson({
      kind: 'varied',
      fifos: vary.map(({ fifo }) => fifo),
      settings: settings.map((each, i) => ({ depths: places.map((at) => each[at]!), total: totals[i] })),
      exact: exactWords(opened),
    });
  else
    process.stdout.write(
      `${[
        [...vary.map(({ fifo }) => fifo), 'total_s'].join(),
        ...settings.map((each, i) =>
          [...places.map((at) => each[at]!), Number.isFinite(totals[i]!) ? totals[i] : 'deadlock'].join(),
        ),
      ].join('\n')}\n`,
    );
}

function depthsText(opened: OpenedTrace, depths: readonly number[], format: 'csv' | 'pragma'): string {
  const links = tracedLinks(opened);
  return format === 'csv' ? depthsCsv(links, depths) : depthPragmas(links, depths);
}

function time(text: string): number {
  const read = parseQuantity(text, 'time');
  if (read.ok && read.value >= 0) return read.value;
  throw new InvalidArgumentError('expected a time, such as 5ns');
}

function addTo(text: string, before: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const [id, depth] = parted(text);
  if (!(Number.isSafeInteger(Number(depth)) && Number(depth) >= 1 && Number(depth) < 2 ** 31))
    throw new InvalidArgumentError('expected a FIFO and a depth >= 1, such as q=4');
  return { ...before, [id]: Number(depth) };
}

function addEnds(
  text: string,
  before: Readonly<Record<string, FifoFacts>>,
): Readonly<Record<string, FifoFacts>> {
  const [id, ends] = parted(text);
  const [source, dest, ...more] = ends.split(':');
  if (!source || !dest || more.length > 0)
    throw new InvalidArgumentError('expected a FIFO and its two processes, such as q=load:compute');
  return { ...before, [id]: { source, dest } };
}

function addVaried(text: string, before: readonly Varied[]): readonly Varied[] {
  const [fifo, range] = parted(text);
  const [, from = '', to = from] = /^(\d+)(?::(\d+))?$/.exec(range) ?? [];
  if (!(Number(from) >= 1 && Number(to) >= Number(from)))
    throw new InvalidArgumentError('expected a FIFO and its depths, such as q=1:64');
  return [...before, { fifo, from: Number(from), to: Number(to) }];
}

/** The name may hold an equals sign. */
function parted(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected a FIFO, = and a value, such as q=4');
  return [text.slice(0, at), text.slice(at + 1)];
}
