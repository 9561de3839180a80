/**
 * All states that can be reached from the start, and the rates between them. Breadth first, so that a chain
 * which is too large is known to be before it fills the memory.
 */
import type { SparseMatrix } from '../../numeric/sparse-matrix.ts';
import type { ChainModel } from './chain-model.ts';
import { Chooser } from './chooser.ts';
import { batchOutcomes, type Outcomes } from './outcomes.ts';
import { enter, finishBatch, sendBatch, settle } from './protocol.ts';
import { stateLayout } from './state-layout.ts';
import { type Place, WorkingState } from './working-state.ts';

/** Transitions collected row by row, in the order of the states; parallel ones are added up. */

class TransitionRows {
  private starts: number[] = [0];
  private columns = new Int32Array(4096);
  private values = new Float64Array(4096);
  private count = 0;
  /** Where a column was written last, to find it again within its row. */
  private lastAt = new Int32Array(1024);

  add(column: number, rate: number): void {
    if (column >= this.lastAt.length) this.lastAt = enlarged(this.lastAt, new Int32Array(2 * column));
    const at = this.lastAt[column]!;
    if (at >= this.starts.at(-1)! && at < this.count && this.columns[at] === column) {
      this.values[at]! += rate;
      return;
    }
    if (this.count === this.columns.length) {
      this.columns = enlarged(this.columns, new Int32Array(2 * this.count));
      this.values = enlarged(this.values, new Float64Array(2 * this.count));
    }
    this.columns[this.count] = column;
    this.values[this.count] = rate;
    this.lastAt[column] = this.count++;
  }

  endRow(): void {
    this.starts.push(this.count);
  }

  finish(): SparseMatrix {
    return {
      size: this.starts.length - 1,
      starts: Int32Array.from(this.starts),
      columns: this.columns.slice(0, this.count),
      values: this.values.slice(0, this.count),
    };
  }
}

function enlarged<T extends Int32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

export interface ExploredChain {
  readonly kind: 'explored';
  readonly model: ChainModel;
  readonly working: WorkingState;
  readonly stateCount: number;
  /** Written states one after the other; state 0 is the start: closed jobs where they begin, else nothing anywhere. */
  readonly rows: Int32Array;
  /** Rates from state to state, 1/s; the diagonal is left out. */
  readonly rates: SparseMatrix;
  /** Mean elements lost per second in a state, [(state * stages + stage) * classes + class], native units. */
  readonly lossRates: Float64Array;
  /** The moves and losses of the clock, which `rates` and `lossRates` then leave out; those back to the same state are among them. */
  readonly ends?: ClockEnds;
}

/** What happens where a constant time ends, at the rate that an exponential one of the same mean has. */
export interface ClockEnds {
  readonly rates: SparseMatrix;
  readonly lossRates: Float64Array;
}

/** The source, or the stage with one server, whose times are to be told apart from all others. */
export interface Clock {
  readonly of: 'source' | 'stage';
  readonly index: number;
}

/** The states found so far and those whose transitions are not known yet. */
export interface TooLarge {
  readonly kind: 'tooLarge';
  readonly found: number;
  readonly unexplored: number;
}

export interface Exploration {
  /** Written state to start from in the place of the empty network. */
  readonly start?: Int32Array;
  /** Nothing arrives any more. */
  readonly areSourcesOff?: boolean;
  readonly clock?: Clock;
}

export function exploreChain(
  model: ChainModel,
  maxStates: number,
  exploration: Exploration = {},
): ExploredChain | TooLarge {
  return new Explorer(model, exploration).run(maxStates);
}

/** Cells of all states together: 160 MB. */
const MOST_CELLS = 4e7;

class Explorer {
  private readonly working: WorkingState;
  private readonly table: StateTable;
  private readonly moves = new Moves();
  private readonly ends = new Moves();
  private readonly sourceOutcomes: readonly Outcomes[];
  /** By stage and kind. */
  private readonly serviceOutcomes: readonly (readonly Outcomes[])[];
  private readonly exploration: Exploration;

  constructor(model: ChainModel, exploration: Exploration) {
    this.exploration = exploration;
    const layout = stateLayout(model);
    this.working = new WorkingState(model, layout, new Chooser());
    this.table = new StateTable(layout.width);
    this.sourceOutcomes = model.sources.map(({ batchSize, routes }) => batchOutcomes(batchSize, routes, 1));
    this.serviceOutcomes = this.working.places.map(outcomesByKind);
  }

  run(wanted: number): ExploredChain | TooLarge {
    const { table, working } = this;
    const maxStates = Math.min(wanted, Math.floor(MOST_CELLS / working.layout.width));
    if (this.exploration.start) table.numberOf(this.exploration.start);
    else this.numberStart();
    let from = 0;
    for (; from < table.count && table.count <= maxStates; from++) {
      working.load(table.rows, from * working.layout.width);
      if (!this.exploration.areSourcesOff) this.arrivals(from);
      for (const place of working.places) this.services(from, place);
      this.moves.rows.endRow();
      this.ends.rows.endRow();
    }
    if (table.count > maxStates)
      return { kind: 'tooLarge', found: table.count, unexplored: table.count - from };
    const { model } = working;
    const cells = table.count * working.lost.length;
    return {
      kind: 'explored',
      model,
      working,
      stateCount: table.count,
      rows: table.rows,
      ...this.moves.finish(cells),
      ...(this.exploration.clock && { ends: this.ends.finish(cells) }),
    };
  }

  /** Nothing is there but the jobs of closed classes; the sources are in their first phases. */
  private numberStart(): void {
    const { working } = this;
    const { cell, layout, model, chooser } = working;
    chooser.reset();
    do {
      cell.fill(0);
      model.sources.forEach(({ arrivals }, i) => {
        if (layout.phaseAt[i]! >= 0) cell[layout.phaseAt[i]!] = arrivals.first;
      });
      model.classes.forEach(({ places }, k) => {
        for (const { stage, count } of places) enter(working, working.places[stage]!, k, count);
      });
      settle(working);
      this.table.numberOf(cell);
    } while (chooser.advance());
  }

  /** A blocked source stands still (S2). */
  private arrivals(from: number): void {
    const { working } = this;
    const { model, layout } = working;
    for (let i = 0; i < model.sources.length; i++) {
      const sender = model.stages.length + i;
      const phaseAt = layout.phaseAt[i]!;
      working.restore();
      if (working.owing(sender) > 0) continue;
      const moves = this.movesOf('source', i);
      for (const move of model.sources[i]!.arrivals.moves[phaseAt < 0 ? 0 : working.cell[phaseAt]!]!) {
        this.play(moves, from, move.rate, () => {
          if (phaseAt >= 0) working.cell[phaseAt] = move.to;
          if (move.arrives) sendBatch(working, sender, model.sources[i]!.jobClass, this.sourceOutcomes[i]!);
        });
        working.restore();
      }
    }
  }

  private services(from: number, place: Place): void {
    const { working } = this;
    working.restore();
    if (working.cell[place.busyAt] === 0) return;
    if (place.isSingle) {
      const kind = working.cell[place.servingAt]! - 1;
      this.serviceMoves(from, place, kind, working.pace(place, kind));
      return;
    }
    for (let kind = 0; kind < place.kinds; kind++) {
      const servers = working.cell[place.servingAt + kind]!;
      if (servers === 0) continue;
      this.serviceMoves(from, place, kind, servers * working.pace(place, kind));
      working.restore();
    }
  }

  private serviceMoves(from: number, place: Place, kind: number, servers: number): void {
    const { working } = this;
    if (servers === 0) return;
    const { jobClass, phase } = place.serverKinds[kind]!;
    const { moves, ends } = place.stage.visits[jobClass]!.service;
    for (const { rate, to } of moves[phase]!) {
      this.play(this.moves, from, servers * rate, () => {
        working.writeServer(place, kind, -1);
        working.writeServer(place, kind - phase + to, 1);
      });
    }
    if (!(ends[phase]! > 0)) return;
    this.play(this.movesOf('stage', place.index), from, servers * ends[phase]!, () => {
      working.writeServer(place, kind, -1);
      finishBatch(working, place, kind, this.serviceOutcomes[place.index]![kind]!);
    });
  }

  private movesOf(of: Clock['of'], index: number): Moves {
    const { clock } = this.exploration;
    return clock?.of === of && clock.index === index ? this.ends : this.moves;
  }

  /** Plays the event in every way that it can go, and writes where each leads. */
  private play(moves: Moves, from: number, rate: number, act: () => void): void {
    const { chooser } = this.working;
    chooser.reset();
    do {
      this.working.restore();
      act();
      settle(this.working);
      const share = rate * chooser.probability;
      const to = this.table.numberOf(this.working.cell);
      if (to !== from || moves === this.ends) moves.rows.add(to, share);
      moves.lose(from, this.working.lost, share);
    } while (chooser.advance());
  }
}

/** Where events lead, and what they lose. */
class Moves {
  readonly rows = new TransitionRows();
  private lossRates = new Float64Array(1024);

  lose(from: number, lost: Float64Array, rate: number): void {
    for (let i = 0; i < lost.length; i++) {
      if (lost[i] === 0) continue;
      const at = from * lost.length + i;
      if (at >= this.lossRates.length) this.lossRates = enlarged(this.lossRates, new Float64Array(2 * at));
      this.lossRates[at]! += rate * lost[i]!;
    }
  }

  finish(cells: number): ClockEnds {
    return { rates: this.rows.finish(), lossRates: padded(this.lossRates, cells) };
  }
}

/** Batches of one class, size and option go on alike, whatever the phase was. */
function outcomesByKind({ stage, serverKinds }: Place): readonly Outcomes[] {
  const known = new Map<string, Outcomes>();
  return serverKinds.map(({ jobClass, size, option }) => {
    const key = `${jobClass} ${size} ${option}`;
    const { options, pass } = stage.visits[jobClass]!;
    const before = known.get(key);
    const outcomes = before ?? batchOutcomes(size, options[option]!.routes, pass);
    known.set(key, outcomes);
    return outcomes;
  });
}

/** The first `length` values; zeros where there are none. */
function padded(values: Float64Array, length: number): Float64Array {
  const row = new Float64Array(length);
  row.set(values.subarray(0, length));
  return row;
}

/** States by number and numbers by state: rows of integers in one array, found by open addressing. */
class StateTable {
  count = 0;
  /** The states one after the other. */
  rows: Int32Array;
  private readonly width: number;
  /** Number + 1 of a state; 0 where free. A power of two, at most half full. */
  private slots = new Int32Array(1024);

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(width * 512);
  }

  /** The number of the state in the first cells of `cell`; a new one when it is new. */
  numberOf(cell: Int32Array): number {
    let slot = this.hash(cell, 0) & (this.slots.length - 1);
    for (let found = this.slots[slot]!; found !== 0; found = this.slots[slot]!) {
      if (this.isAt(cell, (found - 1) * this.width)) return found - 1;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return this.add(cell, slot);
  }

  private add(cell: Int32Array, slot: number): number {
    const at = this.count * this.width;
    if (at + this.width > this.rows.length) this.rows = grown(this.rows);
    for (let i = 0; i < this.width; i++) this.rows[at + i] = cell[i]!;
    this.slots[slot] = ++this.count;
    if (2 * this.count > this.slots.length) this.rehash();
    return this.count - 1;
  }

  private isAt(cell: Int32Array, at: number): boolean {
    for (let i = 0; i < this.width; i++) if (this.rows[at + i] !== cell[i]) return false;
    return true;
  }

  private hash(cells: Int32Array, at: number): number {
    let h = 0x811c9dc5;
    for (let i = 0; i < this.width; i++) {
      h = Math.imul(h ^ cells[at + i]!, 0x9e3779b1);
      h ^= h >>> 15;
    }
    return h;
  }

  private rehash(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = this.hash(this.rows, number * this.width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

function grown(rows: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
