/**
 * A parcel: what one element owes to one target and has not been able to move there yet, or (before service) a place
 * that it asks for. Parcels that wait for a stage form its line of the blocked; used ones are kept for the next.
 */
import type { Sender } from './sender.ts';

export class Parcel {
  sender: Sender;
  /** Place of the element in its server's batch; 0 from a source. */
  element: number;
  /** A stage; for a route that was chosen before service also a join or a sink. */
  target: number;
  /** Tag of the element, its copy or its task. */
  tag: number;
  /** move: native elements that must enter. reserve: places that must be promised. */
  purpose: 'move' | 'reserve';
  /** Native elements or places that are still missing, and places already promised. */
  missing: number;
  promised = 0;
  nextInLine: Parcel | null = null;
  nextRoute: Parcel | null = null;

  constructor(content: ParcelContent) {
    this.sender = content.sender;
    this.element = content.element;
    this.target = content.target;
    this.tag = content.tag;
    this.purpose = content.purpose;
    this.missing = content.missing;
  }
}

export type ParcelContent = Pick<Parcel, 'sender' | 'element' | 'target' | 'tag' | 'purpose' | 'missing'>;

export class ParcelPool {
  private free: Parcel | null = null;

  take(content: ParcelContent): Parcel {
    const used = this.free;
    if (used === null) return new Parcel(content);
    this.free = used.nextInLine;
    used.sender = content.sender;
    used.element = content.element;
    used.target = content.target;
    used.tag = content.tag;
    used.purpose = content.purpose;
    used.missing = content.missing;
    used.promised = 0;
    used.nextInLine = null;
    used.nextRoute = null;
    return used;
  }

  giveBack(parcel: Parcel): void {
    parcel.nextInLine = this.free;
    this.free = parcel;
  }
}
