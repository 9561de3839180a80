/**
 * One state while an event plays in it: the written cells and, behind them in the same row of integers, what follows
 * from them (occupancy, promised places, busy servers, ...), so that a play begins with one copy.
 */
import { batchStretch, speedAt } from '../../../core/rules/timing.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';
import type { Chooser } from './chooser.ts';
import {
  entryCode,
  type LineEntry,
  readEntry,
  type ServerKind,
  type StageLayout,
  type StateLayout,
  serverKinds,
} from './state-layout.ts';

/** A stage and where its numbers stand. */
export interface Place extends StageLayout {
  readonly index: number;
  readonly stage: ChainStage;
  readonly serverKinds: readonly ServerKind[];
  /** Cell of the elements that wait in the line. */
  readonly lengthAt: number;
  /** Cell of the elements in the stage. */
  readonly occupancyAt: number;
  readonly reservedAt: number;
  /** Cell of the serving servers; under processor sharing, of the elements in service. */
  readonly busyAt: number;
  /** Cell of the number of senders that wait for room. */
  readonly queuedAt: number;
  /** Cell of the number of entries that its own servers have in lines. */
  readonly owingAt: number;
}

export class WorkingState {
  readonly model: ChainModel;
  readonly layout: StateLayout;
  readonly chooser: Chooser;
  readonly places: readonly Place[];
  readonly cell: Int32Array;
  /** Elements lost in this play, [stage * classes + class]. */
  readonly lost: Float64Array;
  /** What is still to be settled at this instant (SPEC.md, E3). */
  readonly wantRoom: number[] = [];
  readonly ready: LineEntry[] = [];
  readonly readyFrom: number[] = [];
  readonly wantStart: number[] = [];
  /** Services that begin in this play, without their phases: stage and kind of phase 0, alternately. */
  readonly begun: number[] = [];
  private readonly loaded: Int32Array;
  private readonly owingFrom: number;

  constructor(model: ChainModel, layout: StateLayout, chooser: Chooser) {
    const count = model.stages.length;
    this.model = model;
    this.layout = layout;
    this.chooser = chooser;
    this.owingFrom = layout.width + 5 * count;
    this.places = model.stages.map((stage, index) => ({
      ...layout.stages[index]!,
      index,
      stage,
      serverKinds: serverKinds(model, stage),
      occupancyAt: layout.width + index,
      reservedAt: layout.width + count + index,
      busyAt: layout.width + 2 * count + index,
      queuedAt: layout.width + 3 * count + index,
      lengthAt: layout.width + 4 * count + index,
      owingAt: this.owingFrom + index,
    }));
    this.cell = new Int32Array(this.owingFrom + layout.senderCount);
    this.loaded = new Int32Array(this.cell.length);
    this.lost = new Float64Array(count * layout.classCount);
  }

  /** Takes the state written from `offset` on. */
  load(rows: Int32Array, offset: number): void {
    const { cell, layout } = this;
    cell.fill(0, layout.width);
    for (let i = 0; i < layout.width; i++) cell[i] = rows[offset + i]!;
    for (const place of this.places) this.countPlace(place);
    for (const place of this.places)
      if (place.stage.forks && cell[place.owingAt]! > 0) cell[place.occupancyAt]!++;
    this.loaded.set(cell);
  }

  /** Back to the state that was loaded. */
  restore(): void {
    this.cell.set(this.loaded);
    this.lost.fill(0);
  }

  private countPlace(place: Place): void {
    const { cell } = this;
    let waiting = 0;
    for (let i = 0; i < place.waitingCells; i++)
      waiting += place.isSequence ? Math.min(1, cell[place.waitingAt + i]!) : cell[place.waitingAt + i]!;
    cell[place.lengthAt] = waiting;
    cell[place.occupancyAt]! += waiting;
    if (place.isSingle) {
      const kind = cell[place.servingAt]! - 1;
      if (kind >= 0) this.countServers(place, kind, 1);
    } else {
      for (let kind = 0; kind < place.kinds; kind++) {
        const servers = cell[place.servingAt + kind]!;
        if (servers > 0) this.countServers(place, kind, servers);
      }
    }
    for (let i = 0; i < place.lineLength && cell[place.lineAt + i]! > 0; i++)
      this.countEntry(place, cell[place.lineAt + i]!);
  }

  private countServers(place: Place, kind: number, servers: number): void {
    const { size, promise, places } = place.serverKinds[kind]!;
    this.cell[place.busyAt]! += servers;
    this.cell[place.occupancyAt]! += servers * size;
    if (places > 0) this.cell[this.places[promise]!.reservedAt]! += servers * places;
  }

  private countEntry(place: Place, code: number): void {
    const entry = this.entry(place, code);
    const { sender, jobClass, missing, size } = entry;
    this.cell[place.queuedAt]!++;
    this.cell[this.owingFrom + sender]!++;
    if (sender >= this.places.length) return;
    if (place.stage.reserves)
      this.cell[place.reservedAt]! += size * place.stage.visits[jobClass]!.factor - missing;
    this.cell[this.places[sender]!.occupancyAt]! += this.heldElements(place, entry);
  }

  /** Elements that an entry in the line of `place` keeps in the stage of its sender. Copies of one element count there as one. */
  heldElements(place: Place, { sender, jobClass, missing, size }: LineEntry): number {
    if (place.stage.reserves) return size;
    if (this.places[sender]!.stage.forks) return 0;
    return Math.ceil(missing / place.stage.visits[jobClass]!.factor);
  }

  /** The entry that a cell of the line of `place` stands for. */
  entry(place: Place, code: number): LineEntry {
    return readEntry(this.layout, place, code);
  }

  code(place: Place, entry: LineEntry): number {
    return entryCode(this.layout, place, entry);
  }

  /** Entries that a sender has in lines. */
  owing(sender: number): number {
    return this.cell[this.owingFrom + sender]!;
  }

  addOwing(sender: number, change: number): void {
    this.cell[this.owingFrom + sender]! += change;
  }

  /** Servers that have a batch but do not serve: finished and blocked, or not promised a place yet. */
  held(place: Place): number {
    const owing = this.cell[place.owingAt]!;
    return place.stage.serverCount === 1 ? Math.min(1, owing) : owing;
  }

  /** Servers that could start; processor sharing takes everybody at once (PS1). */
  idle(place: Place): number {
    if (place.stage.shares) return Number.POSITIVE_INFINITY;
    return place.stage.serverCount - this.cell[place.busyAt]! - this.held(place);
  }

  /** Servers at work. */
  serving(place: Place): number {
    const busy = this.cell[place.busyAt]!;
    if (!place.stage.shares) return busy;
    return Math.max(0, Math.min(busy, place.stage.serverCount - this.held(place)));
  }

  /** Share of a server that each service has: 1, less where elements share servers (PS1). */
  serverShare(place: Place): number {
    const busy = this.cell[place.busyAt]!;
    return busy === 0 ? 0 : this.serving(place) / busy;
  }

  /** How fast a service of this kind goes, over how its distribution says (PS1, LD1, B4). */
  pace(place: Place, kind: number): number {
    const { speeds, timePerElement, visits } = place.stage;
    const { jobClass, size } = place.serverKinds[kind]!;
    const stretch = batchStretch(timePerElement, visits[jobClass]!.mean, size);
    return (this.serverShare(place) * speedAt(speeds, this.cell[place.occupancyAt]!)) / stretch;
  }

  room(place: Place): number {
    return place.stage.capacity - this.cell[place.occupancyAt]! - this.cell[place.reservedAt]!;
  }

  /** Writes a server of this kind as serving (or no longer). */
  writeServer(place: Place, kind: number, change: 1 | -1): void {
    if (place.isSingle) this.cell[place.servingAt] = change === 1 ? kind + 1 : 0;
    else this.cell[place.servingAt + kind]! += change;
  }
}
