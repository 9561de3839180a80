/**
 * Captures of packets: pcap (also with ns, and modified as by Kuznetzov) and pcapng. Formats: draft-ietf-opsawg-pcap and
 * draft-ietf-opsawg-pcapng. Each interface is a queue to which its packets arrive, and "<interface> bytes" one to which their bytes do. A
 * packet that two interfaces of one file have seen is a visit to the queue "<first> → <second>", from the one time to the other: the way
 * between two places of a network. It is the same packet when addresses, protocol, ports, identification, lengths and the first bytes
 * behind the headers are the same; what routers change (time to live, checksums, the frame around) does not count.
 */
import type { Intake } from '../reduce/intake.ts';
import { TimeScale } from '../stream/time-base.ts';
import { KINDS } from './mapped-layout.ts';
import { PendingPackets } from './pending-packets.ts';
import { RowDoor } from './row-door.ts';

const SECTION = 0x0a0d0d0a;
/** First word of a file: its order of bytes and its unit of time. */
const PCAP: ReadonlyMap<
  number,
  { readonly little: boolean; readonly unitsPerSecond: number; readonly isModified?: boolean }
> = new Map([
  [0xa1b2c3d4, { little: false, unitsPerSecond: 1e6 }],
  [0xd4c3b2a1, { little: true, unitsPerSecond: 1e6 }],
  [0xa1b23c4d, { little: false, unitsPerSecond: 1e9 }],
  [0x4d3cb2a1, { little: true, unitsPerSecond: 1e9 }],
  [0x34cdb2a1, { little: true, unitsPerSecond: 1e6, isModified: true }],
]);

export function isPacketCapture(start: Uint8Array): boolean {
  if (start.length < 4) return false;
  const word = new DataView(start.buffer, start.byteOffset).getUint32(0);
  return word === SECTION || PCAP.has(word);
}

/** A larger block is none of packets. */
const MOST_BLOCK = 16_777_216;
/** Packets that are waited for at another interface; the oldest are given up first. */
const MOST_PENDING = 1_000_000;

interface Interface {
  readonly name: string;
  /** 0, 1, … in the order in which they are described. */
  readonly number: number;
  readonly link: number;
  readonly scale: TimeScale;
  readonly unitsPerSecond: number;
  /** s that are added to its times. */
  readonly offset: number;
}

export class PacketCapture {
  private rest = new Uint8Array(0);
  private little = true;
  private interfaces: Interface[] = [];
  private record: { readonly bytes: number; readonly interface: Interface } | undefined;
  private isFirst = true;
  private packet = 0;
  private readonly names = new Set<string>();
  private readonly interfaceNames: string[] = [];
  private readonly arrivals: RowDoor;
  private readonly visits: RowDoor;
  private readonly pending = new PendingPackets(MOST_PENDING);
  private joined = 0;
  private givenUp = 0;
  private backward = 0;
  private isBroken = false;

  constructor(private readonly intake: Intake) {
    const place = (packet: number) => ({ path: `packet ${packet}` });
    this.arrivals = new RowDoor(intake, 'events', place);
    this.visits = new RowDoor(intake, 'visits', place);
  }

  push(chunk: Uint8Array): boolean {
    const bytes = this.rest.length === 0 ? chunk : joinedBytes(this.rest, chunk);
    let at = 0;
    for (;;) {
      const length = this.blockLength(bytes, at);
      if (length === undefined || this.isBroken) break;
      this.takeBlock(bytes.subarray(at, at + length));
      at += length;
    }
    this.rest = bytes.slice(at);
    return !this.isBroken;
  }

  /** True when the file ends inside of a packet. */
  end(): boolean {
    const isCut = this.rest.length > 0 && !this.isBroken;
    if (isCut)
      this.intake.faults.add('E20', 'The capture ends inside of a packet; what came before is used', {
        place: { path: `packet ${this.packet + 1}` },
      });
    if (this.joined > 0 && this.pending.size > 0)
      this.intake.faults.add(
        'W30',
        `${this.joined} packets were seen at two interfaces, ${this.pending.size} at one alone: lost, made on the way, or changed there (as by translation of addresses)`,
      );
    if (this.joined > 0 && this.givenUp > 0)
      this.intake.faults.add(
        'W34',
        `${this.givenUp} packets had more than ${MOST_PENDING} others behind them before another interface was read: they are not joined. Merge the captures by time (mergecap -w both.pcapng in.pcap out.pcap)`,
      );
    if (this.backward > 0)
      this.intake.faults.add(
        'W33',
        `${this.backward} packets of an interface are earlier than the one before them in the file; each has the time that stands there`,
      );
    return isCut;
  }

  /** Bytes of what begins at a place; undefined while not all of it is there. */
  private blockLength(bytes: Uint8Array, at: number): number | undefined {
    const left = bytes.length - at;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, left);
    if (this.isFirst || this.record === undefined || beginsCapture(view)) {
      if (left < 12) return undefined;
      this.isFirst ||= this.record !== undefined;
      if (this.isFirst && PCAP.has(view.getUint32(0))) return left < 24 ? undefined : 24;
      if (view.getUint32(0) === SECTION) {
        const order = view.getUint32(8);
        if (order !== 0x1a2b3c4d && order !== 0x4d3c2b1a)
          return this.broken('a section without its order of bytes');
        this.little = order === 0x4d3c2b1a;
      }
      const length = view.getUint32(4, this.little);
      if (length < 12 || length % 4 !== 0 || length > MOST_BLOCK)
        return this.broken(`a block of ${length} bytes`);
      return left < length ? undefined : length;
    }
    if (left < this.record.bytes) return undefined;
    const length = view.getUint32(8, this.little);
    if (length > MOST_BLOCK) return this.broken(`a packet of ${length} bytes`);
    const whole = this.record.bytes + length;
    return left < whole ? undefined : whole;
  }

  private broken(what: string): undefined {
    this.isBroken = true;
    this.intake.faults.add('E01', `the capture is damaged: ${what}; what came before is used`, {
      place: { path: `packet ${this.packet + 1}` },
    });
    return undefined;
  }

  private takeBlock(block: Uint8Array): void {
    const view = new DataView(block.buffer, block.byteOffset, block.length);
    const kind = this.isFirst ? PCAP.get(view.getUint32(0)) : undefined;
    if (this.isFirst) this.record = undefined;
    this.isFirst = false;
    if (kind) {
      this.little = kind.little;
      const made = this.interfaceOf(
        'packets',
        view.getUint32(20, this.little) & 0xffff,
        kind.unitsPerSecond,
        0,
      );
      this.record = { bytes: kind.isModified ? 24 : 16, interface: made };
    } else if (this.record) {
      const { bytes, interface: of } = this.record;
      const [high, low] = [view.getUint32(0, this.little), view.getUint32(4, this.little)];
      this.takePacket(
        of,
        of.scale.at(high, low * (1e9 / of.unitsPerSecond)),
        view.getUint32(12, this.little),
        block.subarray(bytes),
      );
    } else this.takeNg(view, block);
  }

  private takeNg(view: DataView, block: Uint8Array): void {
    switch (view.getUint32(0, this.little)) {
      case SECTION:
        this.interfaces = [];
        return;
      case 1:
        if (block.length >= 20) this.interfaces.push(this.described(view, block));
        return;
      case 6: {
        if (block.length < 32) return;
        const of = this.interfaces[view.getUint32(8, this.little)];
        const length = view.getUint32(20, this.little);
        if (!of || 28 + length > block.length) {
          this.broken('a packet of an interface that is not described, or longer than its block');
          return;
        }
        const units =
          (BigInt(view.getUint32(12, this.little)) << 32n) + BigInt(view.getUint32(16, this.little));
        const perSecond = BigInt(of.unitsPerSecond);
        const [seconds, part] = [Number(units / perSecond), Number(units % perSecond)];
        const time = of.scale.at(seconds + of.offset, Math.round(part * (1e9 / of.unitsPerSecond)));
        this.takePacket(of, time, view.getUint32(24, this.little), block.subarray(28, 28 + length));
        return;
      }
      case 2:
      case 3:
        this.withoutTime += 1;
        if (this.withoutTime === 1)
          this.intake.faults.add(
            'E01',
            'packets without a time of their own (simple or obsolete blocks) are left out',
            {
              place: { path: `packet ${this.packet + 1}` },
            },
          );
        return;
      default:
        return;
    }
  }

  private withoutTime = 0;

  /** Options: if_name 2, if_tsresol 9, if_tsoffset 14. */
  private described(view: DataView, block: Uint8Array): Interface {
    let [name, unitsPerSecond, offset] = [`interface ${this.interfaces.length}`, 1e6, 0];
    for (let at = 16; at + 4 <= block.length - 4; ) {
      const [code, length] = [view.getUint16(at, this.little), view.getUint16(at + 2, this.little)];
      if (code === 0 || at + 4 + length > block.length - 4) break;
      const value = block.subarray(at + 4, at + 4 + length);
      if (code === 2 && length > 0) name = new TextDecoder().decode(value).replace(/\0+$/, '') || name;
      if (code === 9 && length > 0) unitsPerSecond = resolution(value[0]!);
      if (code === 14 && length === 8) offset = Number(view.getBigInt64(at + 4, this.little));
      at += 4 + length + ((4 - (length % 4)) % 4);
    }
    return this.interfaceOf(name, view.getUint16(8, this.little), unitsPerSecond, offset);
  }

  /** Captures behind each other in one file are told apart, even where their interfaces have one name. */
  private interfaceOf(name: string, link: number, unitsPerSecond: number, offset: number): Interface {
    let own = name;
    for (let n = 2; this.names.has(own); n++) own = `${name} ${n}`;
    this.names.add(own);
    const number = this.interfaceNames.push(own) - 1;
    return { name: own, number, link, unitsPerSecond, offset, scale: new TimeScale(this.intake.time, 1e9) };
  }

  private takePacket(of: Interface, time: number, bytes: number, data: Uint8Array): void {
    this.packet += 1;
    if (!(time >= 0)) {
      this.intake.faults.add('E01', 'a packet from before 1970 or the start of the capture; it is left out', {
        place: { path: `packet ${this.packet}` },
      });
      return;
    }
    if (time < (this.last.get(of.name) ?? 0)) this.backward += 1;
    this.last.set(of.name, time);
    this.arrivals.take(of.name, [time, KINDS.I, 1], this.packet);
    if (bytes > 0) this.arrivals.take(`${of.name} bytes`, [time, KINDS.I, bytes], this.packet);
    this.join(of, time, data);
  }

  private readonly last = new Map<string, number>();

  private join({ name, number, link }: Interface, time: number, data: Uint8Array): void {
    const key = packetKey(link, data);
    if (key === undefined) return;
    const seen = this.pending.get(key);
    if (!seen || seen.at === number) {
      this.givenUp += this.pending.set(key, time, number);
      return;
    }
    this.pending.delete(key);
    this.joined += 1;
    const other = this.interfaceNames[seen.at]!;
    const [from, to] =
      seen.time <= time
        ? [
            { time: seen.time, at: other },
            { time, at: name },
          ]
        : [
            { time, at: name },
            { time: seen.time, at: other },
          ];
    this.visits.take(`${from.at} → ${to.at}`, [from.time, to.time], this.packet);
  }
}

/**
 * Whether another capture of the older form, or a section, stands where a packet could: `cat in.pcap out.pcap`. Its first words would be those of a packet
 * of the year 2056 (or of 1975 for a section) at one microsecond.
 */
function beginsCapture(view: DataView): boolean {
  if (view.byteLength < 12) return false;
  const word = view.getUint32(0);
  if (word === SECTION) return [0x1a2b3c4d, 0x4d3c2b1a].includes(view.getUint32(8));
  const kind = PCAP.get(word);
  return kind !== undefined && view.getUint16(4, kind.little) === 2 && view.getUint16(6, kind.little) === 4;
}

/** Ticks per second: a power of ten, or of two with the highest bit. Finer ones than ns are not told apart. */
function resolution(code: number): number {
  const exponent = code & 0x7f;
  if (exponent > (code & 0x80 ? 30 : 9)) return 1e9;
  let ticks = 1;
  for (let i = 0; i < exponent; i++) ticks *= code & 0x80 ? 2 : 10;
  return ticks;
}

function joinedBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** What makes a packet the same at two places: its flow (addresses, protocol, ports) and what is unique in it. */

/** 53 bits, of which a million packets share two with a probability of 0.006 %. */
type PacketKey = number;

/** Types of links by number (LINKTYPE_ of tcpdump.org): bytes before the packet, and where its protocol stands. */
const LINKS: Readonly<Record<number, { readonly header: number; readonly protocolAt?: number }>> = {
  0: { header: 4 },
  1: { header: 14, protocolAt: 12 },
  12: { header: 0 },
  14: { header: 0 },
  101: { header: 0 },
  108: { header: 4 },
  113: { header: 16, protocolAt: 14 },
  228: { header: 0 },
  229: { header: 0 },
  276: { header: 20, protocolAt: 0 },
};

const [IPV4, IPV6] = [0x0800, 0x86dd];
/** Tags of virtual networks, four bytes each. */
const TAGS: readonly number[] = [0x8100, 0x88a8, 0x9100];
/** So many bytes behind the headers of addresses tell one packet from another. */
const MOST_BYTES = 96;
const [TCP, UDP] = [6, 17];

/** Undefined where it is no packet of IP, or cut off before its protocol. */
function packetKey(link: number, data: Uint8Array): PacketKey | undefined {
  const layout = LINKS[link];
  if (!layout) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let start = layout.header;
  if (layout.protocolAt !== undefined) {
    if (data.length < start) return undefined;
    let protocol = view.getUint16(layout.protocolAt);
    while (TAGS.includes(protocol) && start + 4 <= data.length) {
      protocol = view.getUint16(start + 2);
      start += 4;
    }
    if (protocol !== IPV4 && protocol !== IPV6) return undefined;
  }
  if (data.length < start + 20) return undefined;
  const hash = new TwoHashes();
  const version = data[start]! >> 4;
  let protocol: number;
  let inside: number;
  if (version === 4) {
    const header = (data[start]! & 15) * 4;
    if (header < 20 || data.length < start + header) return undefined;
    protocol = data[start + 9]!;
    inside = start + header;
    // Length, identification, place of the fragment; addresses. Not: service, time to live, checksum.
    hash.add(data, start + 2, start + 8);
    hash.add(data, start + 9, start + 10);
    hash.add(data, start + 12, start + 20);
  } else if (version === 6 && data.length >= start + 40) {
    protocol = data[start + 6]!;
    inside = start + 40;
    hash.add(data, start + 4, start + 7);
    hash.add(data, start + 8, start + 40);
  } else return undefined;
  const checksum = protocol === TCP ? inside + 16 : protocol === UDP ? inside + 6 : undefined;
  const last = Math.min(data.length, inside + MOST_BYTES);
  if (checksum === undefined || last <= checksum + 2)
    hash.add(data, inside, Math.min(last, checksum ?? last));
  else {
    // Network cards fill the checksum in after the packet was captured where it was sent.
    hash.add(data, inside, checksum);
    hash.add(data, checksum + 2, last);
  }
  return hash.key;
}

/** FNV-1a (Fowler, Noll, Vo) from two starting values. */
class TwoHashes {
  private one = 0x811c9dc5;
  private other = 0x1b873593;

  add(data: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.one = Math.imul(this.one ^ data[at]!, 0x01000193);
      this.other = Math.imul(this.other ^ (data[at]! + 0x9d), 0x85ebca6b);
      this.other ^= this.other >>> 13;
    }
  }

  get key(): PacketKey {
    return (this.one >>> 0) * 2_097_152 + (this.other >>> 11);
  }
}
