/** `stagegraph estimate --follow`: rates and their changes while a monitor still writes its rows. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { counted } from '../core/base/plural.ts';
import { formatPercent, formatQuantity } from '../core/quantities/quantity-format.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { RatePhase } from '../workers/estimate/contract.ts';
import type { LiveNews, LiveState } from '../workers/estimate/live-rate.ts';
import { type LiveEnd, type LiveListener, LiveRows } from '../workers/estimate/live-rows.ts';
import { intervalText, METHOD_WORDS, rateText } from '../workers/estimate/rate-words.ts';
import type { ReduceOptions } from '../workers/measure/contract.ts';
import { readerOf, type TextReader } from '../workers/measure/formats/reader-of.ts';
import { HEAD_BYTES, sniffFormat } from '../workers/measure/formats/sniff-format.ts';
import { describeFault, FaultList } from '../workers/measure/measurement-fault.ts';
import { nameOf, readBytes } from './input.ts';
import { EXIT } from './outcome.ts';

export interface FollowOptions {
  readonly method?: LiveListener['method'] | undefined;
  readonly queue?: string | undefined;
  readonly departure?: LiveListener['departure'];
  readonly json?: boolean;
  /** Time between rates of one end, s. */
  readonly every: number;
  /** s. */
  readonly within?: number;
  readonly reduce: ReduceOptions;
}

const LF = 10;
/** How often a file is looked at, ms. */
const LOOK_EVERY = 200;
const MOST_PIECE = 1 << 20;
/** Faults of one kind that are named one by one; the rest is counted at the end. */
const MOST_NAMED = 10;
/** Phases of one end that the last answer lists. */
const MOST_PHASES = 1000;

/** Ends with the input, after `within`, or with Ctrl-C; always with an answer. */
export async function followRates(file: string, options: FollowOptions): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end);
  const limit =
    options.within === undefined ? undefined : setTimeout(end, Math.min(2 ** 31 - 1, 1000 * options.within));
  const board = new Board(options);
  let following = new Following(file, options, board);
  try {
    for await (const piece of file === '-' ? inputPieces(stop.signal) : filePieces(file, stop.signal)) {
      if (piece instanceof Uint8Array) await following.take(piece);
      else {
        board.say(`${nameOf(file)}: ${piece.restarted}`);
        following.finish();
        following = new Following(file, options, board);
      }
    }
  } finally {
    process.off('SIGINT', end);
    clearTimeout(limit);
  }
  following.finish();
  if (!following.hasRate) process.exitCode = EXIT.noAnswer;
}

type Piece = Uint8Array | { readonly restarted: string };

async function* inputPieces(signal: AbortSignal): AsyncGenerator<Piece> {
  signal.addEventListener('abort', () => process.stdin.destroy());
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array;
  } catch (reason) {
    if (!signal.aborted) throw reason;
  }
}

/** All of the file, and what is added to it; also when it is cut, or another takes its place. */
async function* filePieces(file: string, signal: AbortSignal): AsyncGenerator<Piece> {
  // Says why it cannot be read.
  if (!(await stat(file).catch(() => undefined))?.isFile()) await readBytes(file);
  let handle = await open(file);
  let at = 0;
  try {
    while (!signal.aborted) {
      const bytes = new Uint8Array(MOST_PIECE);
      const { bytesRead } = await handle.read(bytes, 0, MOST_PIECE, at);
      at += bytesRead;
      if (bytesRead > 0) {
        yield bytes.subarray(0, bytesRead);
        continue;
      }
      if ((await handle.stat()).size < at) {
        at = 0;
        yield { restarted: 'the file was cut; its rows are read from the start again' };
        continue;
      }
      const other = await replacing(handle, file);
      if (other) {
        await handle.close();
        handle = other;
        at = 0;
        yield { restarted: 'another file took its place; that one is read from its start' };
        continue;
      }
      await pause(signal);
    }
  } finally {
    await handle.close();
  }
}

/** The file that has the name now, if that is another one. */
async function replacing(handle: FileHandle, file: string): Promise<FileHandle | undefined> {
  const now = await stat(file).catch(() => undefined);
  if (!now?.isFile() || now.ino === (await handle.stat()).ino) return undefined;
  return open(file).catch(() => undefined);
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_EVERY);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The rows of one run of the monitor. */
class Following {
  private readonly faults: FaultList;
  private readonly rows: LiveRows;
  private readonly phases = new Map<LiveEnd, RatePhase[]>();
  private readonly toldAt = new Map<LiveEnd, { readonly ms: number; readonly periods: number }>();
  private head = new Uint8Array(0);
  private reader: TextReader | undefined;

  constructor(
    private readonly file: string,
    private readonly options: FollowOptions,
    private readonly board: Board,
  ) {
    this.faults = new FaultList(nameOf(file), (fault, count) => {
      if (count <= MOST_NAMED) board.say(describeFault(fault));
    });
    this.rows = new LiveRows(this.faults, {
      ...(options.method && { method: options.method }),
      ...(options.queue !== undefined && { queue: options.queue }),
      departure: options.departure,
      onNews: (end, news) => this.onNews(end, news),
    });
  }

  get hasRate(): boolean {
    return this.rows.all().some(({ rate }) => {
      const state = rate.state();
      return state && !('refused' in state.outcome);
    });
  }

  async take(piece: Uint8Array): Promise<void> {
    if (this.reader) this.reader.push(piece);
    else {
      this.head = Buffer.concat([this.head, piece]);
      if (this.head.includes(LF) || this.head.length >= HEAD_BYTES) await this.begin();
    }
    this.tellRates();
  }

  private async begin(): Promise<void> {
    const text = new TextDecoder().decode(this.head);
    const { reduce } = this.options;
    const format = reduce.mapping ? 'mapped-csv' : sniffFormat(text);
    // Blank lines may stand above the first.
    if (text.trim() === '' && this.head.length < HEAD_BYTES) return;
    if (format === undefined || !(format === 'qtm-csv' || format === 'qtm-ndjson' || reduce.mapping))
      throw new BadInput([
        `${nameOf(this.file)}: --follow expects a first line such as "#qtm 1 tc time=ns", one JSON object per line, or --mapping, got "${text.trimStart().split('\n')[0]!.slice(0, 60)}"`,
      ]);
    this.reader = await readerOf(format, {
      ...{ intake: this.rows, options: reduce, head: text, headBytes: this.head },
      source: new Blob([]),
    });
    this.reader!.push(this.head);
  }

  private onNews(end: LiveEnd, news: LiveNews): void {
    if (news.kind === 'phase') {
      const phases = this.phases.get(end) ?? [];
      this.phases.set(end, [...phases.slice(1 - MOST_PHASES), news.phase]);
    }
    this.board.news(end, news);
  }

  private tellRates(): void {
    const now = performance.now();
    for (const end of this.rows.all()) {
      const told = this.toldAt.get(end);
      if (told && (now - told.ms < 1000 * this.options.every || told.periods === end.rate.periods)) continue;
      const state = end.rate.state();
      if (!state || (!told && 'refused' in state.outcome)) continue;
      this.toldAt.set(end, { ms: now, periods: end.rate.periods });
      this.board.rate(end, state);
    }
  }

  /** Everything once more. */
  finish(): void {
    if (!this.reader && this.head.length > 0) this.board.say(`${nameOf(this.file)}: not one whole line came`);
    this.reader?.end();
    for (const { code, count } of this.faults.report().counts)
      if (count > MOST_NAMED)
        this.board.say(`${nameOf(this.file)}: and ${count - MOST_NAMED} more like them [${code}]`);
    const ends = this.rows.all().flatMap((end) => {
      const state = end.rate.state();
      return state ? [{ end, state, phases: this.phases.get(end) ?? [] }] : [];
    });
    this.board.last(this.rows.time.origin, ends);
    if (ends.length === 0) this.board.say(`${nameOf(this.file)}: no rows of a table tc or counters came`);
  }
}

interface LastWord {
  readonly end: LiveEnd;
  readonly state: LiveState;
  readonly phases: readonly RatePhase[];
}

/** What is printed: a line for each thing that is said; on a terminal the rates of now stay below them. */
class Board {
  private readonly now = new Map<LiveEnd, string>();
  /** Warnings that were printed, without their numbers. */
  private readonly warned = new Set<string>();
  private drawn = 0;

  constructor(private readonly options: FollowOptions) {}

  say(line: string): void {
    this.erase();
    process.stderr.write(`${line}\n`);
    this.draw();
  }

  news({ queue, end }: LiveEnd, news: LiveNews): void {
    const { kind } = news;
    if (kind === 'phase') {
      const { from, to, rate } = news.phase;
      const text = `${queue} ${end}: the rate changed at ${timeText(to)}; since ${timeText(from)} it had been ${rateText(rate)} (${intervalText(news.phase)})`;
      this.print({ kind, queue, end, ...news.phase }, text);
    } else if (kind === 'period') {
      const { period, stable, unblocked } = news.chosen;
      const text = `${queue} ${end}: Beard & Chamberlain with T = ${formatQuantity(period, 'time')}: ${formatPercent(stable)} of these periods are within 1 %, ${formatPercent(unblocked)} are free of blocking`;
      this.print({ kind, queue, end, ...news.chosen }, text);
    } else if (this.options.json)
      this.print({ kind, queue, end, ...news.convergence, period: news.period }, '');
  }

  rate(end: LiveEnd, state: LiveState): void {
    const name = `${end.queue} ${end.end}`;
    const text = `${name}: ${stateText(state)}`;
    for (const warning of this.options.json ? [] : state.warnings) {
      const key = `${name} ${warning.replaceAll(/[\d.]+/g, '')}`;
      if (!this.warned.has(key)) this.say(`${name}: ${warning}.`);
      this.warned.add(key);
    }
    if (this.options.json || !process.stdout.isTTY) {
      this.print({ kind: 'rate', queue: end.queue, end: end.end, ...stateJson(state) }, text);
      return;
    }
    this.erase();
    this.now.set(end, text);
    this.draw();
  }

  last(origin: string, ends: readonly LastWord[]): void {
    this.erase();
    this.now.clear();
    const queues = ends.map(({ end: { queue, end, rate }, state, phases }) => ({
      ...{ queue, end, periods: rate.periods, phases, ...stateJson(state) },
    }));
    if (this.options.json) this.print({ kind: 'end', origin, queues }, '');
    for (const { end, state, phases } of this.options.json ? [] : ends) {
      process.stdout.write(`\n${end.queue} ${end.end}, ${counted(end.rate.periods, 'period')}:\n`);
      for (const phase of phases)
        process.stdout.write(
          `  ${timeText(phase.from)} to ${timeText(phase.to)}: ${rateText(phase.rate)} (${intervalText(phase)})\n`,
        );
      process.stdout.write(`  ${stateText(state)}\n`);
      for (const warning of state.warnings) process.stdout.write(`  ${warning}.\n`);
    }
  }

  private print(document: object, text: string): void {
    this.erase();
    process.stdout.write(`${this.options.json ? JSON.stringify(document) : text}\n`);
    this.draw();
  }

  private erase(): void {
    if (this.drawn > 0) process.stdout.write(`\x1b[${this.drawn}A\x1b[0J`);
    this.drawn = 0;
  }

  private draw(): void {
    if (!process.stdout.isTTY) return;
    const wide = process.stdout.columns ?? 80;
    for (const line of this.now.values()) process.stdout.write(`${line.slice(0, wide - 1)}\n`);
    this.drawn = this.now.size;
  }
}

const timeText = (time: number): string => formatQuantity(time, 'time', { digits: 6 });

function stateText({ from, to, outcome, blockedShare, converged }: LiveState): string {
  const span = `${timeText(from)} to ${timeText(to)}`;
  if ('refused' in outcome) return `${span}: no rate yet: ${outcome.refused}`;
  const published = converged ? `; Beard & Chamberlain ${rateText(converged.rate)}` : '';
  return `${span}: ${rateText(outcome.rate)} (${intervalText(outcome)}), ${METHOD_WORDS[outcome.method].title.toLowerCase()}, ${formatPercent(blockedShare)} of the periods blocked${published}`;
}

const stateJson = ({ outcome, ...rest }: LiveState) => ({ ...rest, ...outcome });
