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
export function packetKey(link: number, data: Uint8Array): PacketKey | undefined {
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
