/**
 * What is known of an element while it goes about as tasks (SPEC.md, J): one ticket per element that went through a fork,
 * which all of its tasks carry. A ticket is used again once its element has been put together or is gone, so there are
 * never more than tasks in the network.
 */
import { ticketOf } from './tag.ts';

/** Marks a ticket whose tasks wait at no join. */
const NOWHERE = -1;

export class Tickets {
  /** Tasks on their way, and tasks that wait at `join`. */
  private outstanding = new Int32Array(16);
  private waiting = new Int32Array(16);
  private join = new Int32Array(16);
  /** What the element had before the fork: tag and birth. */
  private tag = new Float64Array(16);
  private born = new Float64Array(16);
  private used = 1;
  /** Tickets to be used again. */
  private readonly free: number[] = [];

  /** An element with this tag and birth becomes `tasks` tasks. */
  open(tag: number, born: number, tasks: number): number {
    const ticket = this.free.pop() ?? this.used++;
    if (ticket === this.outstanding.length) this.grow();
    this.outstanding[ticket] = tasks;
    this.waiting[ticket] = 0;
    this.join[ticket] = NOWHERE;
    this.tag[ticket] = tag;
    this.born[ticket] = born;
    return ticket;
  }

  close(ticket: number): void {
    this.free.push(ticket);
  }

  /** So many tasks more are on their way: copies, and native elements that one task becomes. */
  add(ticket: number, tasks: number): void {
    this.outstanding[ticket]! += tasks;
  }

  /** One task fewer is on its way; true when it was the last. */
  remove(ticket: number): boolean {
    return --this.outstanding[ticket]! === 0;
  }

  /** A task has come to this join: all that wait do so there. */
  moveTo(ticket: number, join: number): void {
    this.join[ticket] = join;
  }

  /** One task more waits. */
  wait(ticket: number): void {
    this.waiting[ticket]!++;
  }

  /** Tasks that wait, and the join where they do; -1 when none ever came to one. */
  waitingOf(ticket: number): number {
    return this.waiting[ticket]!;
  }

  joinOf(ticket: number): number {
    return this.join[ticket]!;
  }

  tagOf(ticket: number): number {
    return this.tag[ticket]!;
  }

  bornOf(ticket: number): number {
    return this.born[ticket]!;
  }

  /** An element from outside is born when its first task is admitted, with all the elements it is a task of (S3). */
  giveBirth(ticket: number, now: number, unborn: number): number {
    const outer = ticketOf(this.tag[ticket]!);
    if (this.born[ticket] === unborn)
      this.born[ticket] = outer === 0 ? now : this.giveBirth(outer, now, unborn);
    return this.born[ticket]!;
  }

  private grow(): void {
    this.outstanding = doubled(this.outstanding);
    this.waiting = doubled(this.waiting);
    this.join = doubled(this.join);
    this.tag = doubled(this.tag);
    this.born = doubled(this.born);
  }
}

function doubled<T extends Int32Array | Float64Array>(old: T): T {
  const wider = new (old.constructor as new (length: number) => T)(2 * old.length);
  wider.set(old);
  return wider;
}
