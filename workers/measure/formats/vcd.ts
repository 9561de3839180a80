/**
 * Waveforms of a simulation (VCD, IEEE 1364-2005 clause 18): each FIFO among the modules, told by the names of its ports, is a queue. At each
 * rising edge of its clock, with the values from before the edge: written and not full is an insertion, read and not empty a departure, and
 * written while full or read while empty an F or E, once for each wait. Writer and reader are the modules that share the wire with the FIFO.
 * Levels of modules that have no such ports are levels.
 */
import { powerOfTen } from '../../../core/numeric/elementary.ts';
import type { Intake } from '../reduce/intake.ts';
import { DEPARTURE, EMPTY, FULL, INSERTION } from '../stream/row-layout.ts';
import { MOST_TIME_DIGITS, TimeScale } from '../stream/time-base.ts';
import { RowDoor } from './row-door.ts';

export const isVcd = (text: string): boolean =>
  /^\$(date|version|timescale|comment|scope|var)\s[\s\S]*?\$end/.test(text);

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly code: string;
}

interface Scope {
  readonly path: readonly string[];
  readonly variables: Variable[];
}

/** Names of ports in lower case, without `_i` and `_o` at their ends. */
const PORTS = {
  write: 'if_write,write,wr,we,wr_en,wren,write_en,write_enable,push,enq,en_enq,winc,wrreq'.split(','),
  full: 'full,is_full,fifo_full,wfull,wrfull'.split(','),
  notFull: 'if_full_n,full_n,not_full'.split(','),
  offered: 'io_enq_valid,enq_valid,in_valid,s_axis_tvalid,s_tvalid,s_valid,push_valid,wr_valid'.split(','),
  accepts: 'io_enq_ready,enq_ready,in_ready,s_axis_tready,s_tready,s_ready,push_ready,wr_ready'.split(','),
  read: 'if_read,read,rd,re,rd_en,rden,read_en,read_enable,pop,deq,en_deq,rinc,rdreq'.split(','),
  empty: 'empty,is_empty,fifo_empty,rempty,rdempty'.split(','),
  notEmpty: 'if_empty_n,empty_n,not_empty'.split(','),
  gives: 'io_deq_valid,deq_valid,out_valid,m_axis_tvalid,m_tvalid,m_valid,pop_valid,rd_valid'.split(','),
  taken: 'io_deq_ready,deq_ready,out_ready,m_axis_tready,m_tready,m_ready,pop_ready,rd_ready'.split(','),
  writeClock: 'wr_clk,wclk,w_clk,s_axis_aclk'.split(','),
  readClock: 'rd_clk,rclk,r_clk,m_axis_aclk'.split(','),
  clock: 'clk,clock,aclk,ap_clk'.split(','),
  depth: 'depth,fifo_depth'.split(','),
  level: 'count,level,occupancy,usedw,used_words,fifo_count,data_count,fill_level,if_num_data_valid'.split(
    ',',
  ),
} as const;

/** One end of a FIFO: it moves at an edge where the first is 1 and the second has the value `free`. */
interface End {
  readonly queue: string;
  readonly isWriter: boolean;
  readonly asks: number;
  readonly state: number;
  readonly free: 0 | 1;
  /** It was told that this end waits. */
  waits: boolean;
}

interface Level {
  readonly queue: string;
  last: number;
}

const UNKNOWN = -1;
const UNITS: Readonly<Record<string, number>> = { s: 0, ms: 3, us: 6, ns: 9, ps: 12, fs: 15 };
const MOST_SHOWN = 8;
/** Modules inside each other; those of designs are some dozens deep, and each holds the names of all around it. */
const MOST_NESTED = 256;

export class Vcd {
  readonly #intake: Intake;
  readonly #events: RowDoor;
  readonly #levels: RowDoor;
  readonly #scopes: Scope[] = [];
  readonly #path: string[] = [];
  readonly #open: Scope[] = [];
  /** Modules that are open beyond the deepest that is kept. */
  #tooDeep = 0;
  /** Words of the statement that is being read, from its keyword on. */
  #statement: string[] | undefined;
  #scale: TimeScale | undefined;
  #areDefined = false;
  #line = 0;
  #time = '0';
  #waitsForCode: string | undefined;

  /** Signals that matter, by code; their values, and those that the present instant gives them. */
  readonly #signals = new Map<string, number>();
  readonly #values: number[] = [];
  readonly #next: number[] = [];
  readonly #changed: number[] = [];
  readonly #ends = new Map<number, End[]>();
  readonly #levelOf = new Map<number, Level>();
  readonly #queues: {
    readonly id: string;
    readonly source: string;
    readonly dest: string;
    readonly depth: number;
  }[] = [];
  #isTold = false;
  /** Modules that have a wire, by its code. */
  #sharers: ReadonlyMap<string, readonly Scope[]> = new Map();

  constructor(intake: Intake) {
    this.#intake = intake;
    const placeOf = (line: number) => ({ line });
    this.#events = new RowDoor(intake, 'events', placeOf);
    this.#levels = new RowDoor(intake, 'levels', placeOf);
  }

  takeLine(text: string): void {
    this.#line += 1;
    if (this.#areDefined && this.#statement === undefined && this.#waitsForCode === undefined) {
      const first = text.charCodeAt(0);
      // One scalar in a line, as nearly all are.
      if ((first === ZERO || first === ONE) && !/\s/.test(text)) {
        this.#change(text.slice(1), first - ZERO);
        return;
      }
    }
    for (const word of text.trim().split(/\s+/)) if (word !== '') this.#takeWord(word);
  }

  end(): void {
    if (this.#areDefined) this.#endInstant();
    else this.#fault('The file ends before $enddefinitions: it has no values', '');
    if (this.#areDefined && this.#queues.length === 0 && this.#levelOf.size === 0)
      this.#fault(
        `No module has the ports of a FIFO: a clock (${PORTS.clock.join(', ')}), a write with full (such as if_write and if_full_n, wr_en and full, s_axis_tvalid and s_axis_tready) and a read with empty. The modules are ${this.#scopes
          .slice(0, MOST_SHOWN)
          .map(({ path }) => path.join('.'))
          .join(', ')}${this.#scopes.length > MOST_SHOWN ? ' …' : ''}`,
        '',
      );
  }

  #takeWord(word: string): void {
    if (this.#statement) {
      if (word === '$end') {
        const statement = this.#statement;
        this.#statement = undefined;
        this.#endStatement(statement);
      } else this.#statement.push(word);
      return;
    }
    if (this.#waitsForCode !== undefined) {
      this.#changeVector(this.#waitsForCode, word);
      this.#waitsForCode = undefined;
      return;
    }
    const first = word[0]!;
    if (first === '$') {
      // The values between $dumpvars and $end are values as any others.
      if (!/^\$(dump\w+|end)$/.test(word)) this.#statement = [word];
    } else if (!this.#areDefined) this.#fault('expected $var, $scope or $enddefinitions', word);
    else if (first === '#') this.#beginInstant(word.slice(1));
    else if (/[bBrR]/.test(first)) this.#waitsForCode = word;
    else if (/[01xXzZ]/.test(first))
      this.#change(word.slice(1), first === '1' ? 1 : first === '0' ? 0 : UNKNOWN);
    else if (!/[sS]/.test(first))
      this.#fault('expected a time such as #10 or a change of a value such as 1!', word);
  }

  #endStatement([keyword, ...words]: readonly string[]): void {
    if (keyword === '$timescale') this.#setScale(words.join(''));
    else if (keyword === '$scope') this.#openScope(words.at(-1) ?? '');
    else if (keyword === '$upscope') {
      if (this.#tooDeep > 0) this.#tooDeep -= 1;
      else {
        this.#path.pop();
        this.#open.pop();
      }
    } else if (keyword === '$var') {
      const [type = '', , code = '', name = ''] = words;
      if (name === '') this.#fault('expected a type, a width, a code and a name', words.join(' '));
      else if (this.#tooDeep === 0)
        this.#open
          .at(-1)
          ?.variables.push({ type, code, name: name.replace(/^\\/, '').replace(/\[.*/, '').toLowerCase() });
    } else if (keyword === '$enddefinitions') this.#define();
  }

  #openScope(name: string): void {
    if (this.#open.length === MOST_NESTED) {
      if (this.#tooDeep === 0)
        this.#fault(
          `expected at most ${MOST_NESTED} modules inside each other; what is deeper is left out`,
          name,
        );
      this.#tooDeep += 1;
      return;
    }
    this.#path.push(name);
    const scope = { path: [...this.#path], variables: [] };
    this.#open.push(scope);
    this.#scopes.push(scope);
  }

  #setScale(text: string): void {
    const [, number = '', unit = ''] = /^(1|10|100)(s|ms|us|ns|ps|fs)$/.exec(text) ?? [];
    if (number === '') {
      this.#fault('expected a timescale such as 1ns', text);
      return;
    }
    this.#scale = new TimeScale(this.#intake.time, powerOfTen(UNITS[unit]!) / Number(number));
  }

  /** Which modules are FIFOs, and who is at their ends. */
  #define(): void {
    this.#areDefined = true;
    this.#scale ??= new TimeScale(this.#intake.time, 1e9);
    const idOf = shortNames(this.#scopes);
    this.#sharers = sharersOf(this.#scopes);
    for (const scope of this.#scopes) {
      const find = (ports: readonly string[]): Variable | undefined => {
        for (const port of ports)
          for (const variable of scope.variables)
            if (variable.name === port || variable.name.replace(/_[io]$/, '') === port) return variable;
        return undefined;
      };
      const queue = idOf.get(scope)!;
      const clock = find(PORTS.clock);
      const writer =
        endOf(find(PORTS.write), find(PORTS.full), find(PORTS.notFull)) ??
        endOf(find(PORTS.offered), undefined, find(PORTS.accepts));
      const reader =
        endOf(find(PORTS.read), find(PORTS.empty), find(PORTS.notEmpty)) ??
        endOf(find(PORTS.taken), undefined, find(PORTS.gives));
      const writeClock = find(PORTS.writeClock) ?? clock;
      const readClock = find(PORTS.readClock) ?? clock;
      if (writer && reader && writeClock && readClock) {
        this.#addEnd(writeClock, { queue, isWriter: true, ...this.#watched(writer), waits: false });
        this.#addEnd(readClock, { queue, isWriter: false, ...this.#watched(reader), waits: false });
        const depth = scope.variables.find(
          ({ type, name }) => type === 'parameter' && (PORTS.depth as readonly string[]).includes(name),
        );
        this.#queues.push({
          ...{ id: queue, source: this.#driver(scope, writer.asks, idOf) },
          dest: this.#driver(scope, reader.asks, idOf),
          depth: depth ? this.#watch(depth) : UNKNOWN,
        });
      } else if (/fifo|queue|buf/i.test(scope.path.at(-1)!)) {
        const level = find(PORTS.level);
        if (level) this.#levelOf.set(this.#watch(level), { queue, last: UNKNOWN });
      }
    }
  }

  /** The module beside a FIFO that has the same wire; '' where none has. */
  #driver({ path }: Scope, { code }: Variable, idOf: ReadonlyMap<Scope, string>): string {
    const isInside = (inner: readonly string[], outer: readonly string[]): boolean =>
      outer.length <= inner.length && outer.every((name, i) => name === inner[i]);
    const beside = this.#sharers
      .get(code)
      ?.find((scope) => !isInside(scope.path, path) && !isInside(path, scope.path));
    return beside ? idOf.get(beside)! : '';
  }

  #addEnd(clock: Variable, end: End): void {
    const at = this.#watch(clock);
    const ends = this.#ends.get(at);
    if (ends) ends.push(end);
    else this.#ends.set(at, [end]);
  }

  #watched({ asks, state, free }: Side): Pick<End, 'asks' | 'state' | 'free'> {
    return { asks: this.#watch(asks), state: this.#watch(state), free };
  }

  #watch({ code }: Variable): number {
    const known = this.#signals.get(code);
    if (known !== undefined) return known;
    this.#signals.set(code, this.#values.length);
    this.#next.push(UNKNOWN);
    return this.#values.push(UNKNOWN) - 1;
  }

  #change(code: string, value: number): void {
    const signal = this.#signals.get(code);
    if (signal === undefined) return;
    this.#next[signal] = value;
    this.#changed.push(signal);
  }

  #changeVector(word: string, code: string): void {
    if (!this.#signals.has(code)) return;
    const digits = word.slice(1);
    const value = /^b[01]+$/i.test(word)
      ? Number.parseInt(digits, 2)
      : /^r/i.test(word)
        ? Number(digits)
        : UNKNOWN;
    this.#change(code, value);
  }

  #beginInstant(time: string): void {
    this.#endInstant();
    if (/^\d+$/.test(time) && time.length <= MOST_TIME_DIGITS) this.#time = time;
    else this.#fault(`expected a time of at most ${MOST_TIME_DIGITS} digits; the one before holds`, time);
  }

  /** What happens at edges is decided by the values from before them. */
  #endInstant(): void {
    for (const signal of this.#changed) {
      const ends = this.#ends.get(signal);
      if (ends && this.#values[signal] === 0 && this.#next[signal] === 1) {
        this.#tellQueues();
        for (const end of ends) this.#atEdge(end);
      }
    }
    for (const signal of this.#changed) {
      this.#values[signal] = this.#next[signal]!;
      const level = this.#levelOf.get(signal);
      if (!level || this.#values[signal]! < 0 || this.#values[signal] === level.last) continue;
      level.last = this.#values[signal]!;
      this.#levels.take(level.queue, [this.#now(), level.last], this.#line);
    }
    this.#changed.length = 0;
  }

  #atEdge(end: End): void {
    const isAsked = this.#values[end.asks] === 1;
    const state = this.#values[end.state]!;
    const moves = isAsked && state === end.free;
    const waits = isAsked && state === 1 - end.free;
    if (moves || (waits && !end.waits)) {
      const kind = end.isWriter ? (moves ? INSERTION : FULL) : moves ? DEPARTURE : EMPTY;
      this.#events.take(end.queue, [this.#now(), kind!], this.#line);
    }
    end.waits = waits;
  }

  #now(): number {
    return this.#scale!.parse(this.#time, false)!;
  }

  /** Before the first event, when the values of parameters are there. */
  #tellQueues(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const rows = this.#queues.map(({ id, source, dest, depth }) => [
      ...[id, source, dest],
      depth !== UNKNOWN && this.#values[depth]! >= 1 ? String(this.#values[depth]) : '',
    ]);
    if (rows.every(([, ...facts]) => facts.every((fact) => fact === ''))) return;
    this.#intake.addTable({
      ...{ name: 'queues', columns: ['queueId', 'source', 'dest', 'capacity'], rows, unitsPerSecond: 1e9 },
      placeOf: () => ({ line: this.#line }),
    });
  }

  #fault(message: string, value: string): void {
    this.#intake.faults.add('E01', message, { place: { line: this.#line }, value });
  }
}

const ZERO = 48;
const ONE = 49;

interface Side {
  readonly asks: Variable;
  readonly state: Variable;
  readonly free: 0 | 1;
}

function endOf(
  asks: Variable | undefined,
  busy: Variable | undefined,
  free: Variable | undefined,
): Side | undefined {
  if (!asks) return undefined;
  if (free) return { asks, state: free, free: 1 };
  return busy && { asks, state: busy, free: 0 };
}

function sharersOf(scopes: readonly Scope[]): ReadonlyMap<string, readonly Scope[]> {
  const found = new Map<string, Scope[]>();
  for (const scope of scopes)
    for (const code of new Set(scope.variables.map((variable) => variable.code))) {
      const sharers = found.get(code);
      if (sharers) sharers.push(scope);
      else found.set(code, [scope]);
    }
  return found;
}

/** The last part of the path where only one module is called so, else the whole path. */
function shortNames(scopes: readonly Scope[]): ReadonlyMap<Scope, string> {
  const counts = new Map<string, number>();
  for (const { path } of scopes) counts.set(path.at(-1)!, (counts.get(path.at(-1)!) ?? 0) + 1);
  return new Map(
    scopes.map((scope) => {
      const last = scope.path.at(-1)!;
      return [scope, counts.get(last) === 1 ? last : scope.path.join('.')];
    }),
  );
}
