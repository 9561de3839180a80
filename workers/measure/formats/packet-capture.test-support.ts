/** Captures of packets, made byte by byte in the forms of the formats' specifications. */

/** Numbers of given bytes each, in either order. */
function packed(parts: readonly (readonly [bytes: 2 | 4, value: number])[], little: boolean): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of parts) {
    if (length === 2) view.setUint16(at, value, little);
    else view.setUint32(at, value, little);
    at += length;
  }
  return bytes;
}

export const together = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

interface Packet {
  readonly seconds: number;
  readonly part: number;
  readonly data: Uint8Array;
  readonly length?: number;
}

export function pcap(
  packets: readonly Packet[],
  { magic = 0xa1b2c3d4, little = true, link = 1 } = {},
): Uint8Array {
  const header = packed(
    [
      [4, magic],
      [2, 2],
      [2, 4],
      [4, 0],
      [4, 0],
      [4, 65_535],
      [4, link],
    ],
    little,
  );
  const records = packets.map(({ seconds, part, data, length = data.length }) =>
    together(
      packed(
        [
          [4, seconds],
          [4, part],
          [4, data.length],
          [4, length],
        ],
        little,
      ),
      data,
    ),
  );
  return together(header, ...records);
}

function block(kind: number, body: Uint8Array, little = true): Uint8Array {
  const padded = together(body, new Uint8Array((4 - (body.length % 4)) % 4));
  const length = padded.length + 12;
  const ends = packed([[4, length]], little);
  return together(
    packed(
      [
        [4, kind],
        [4, length],
      ],
      little,
    ),
    padded,
    ends,
  );
}

export const section = (little = true): Uint8Array =>
  block(
    0x0a0d0d0a,
    packed(
      [
        [4, 0x1a2b3c4d],
        [2, 1],
        [2, 0],
        [4, 0xffffffff],
        [4, 0xffffffff],
      ],
      little,
    ),
    little,
  );

/** Time stamps in ns. */
export function described(name: string, little = true): Uint8Array {
  const text = new TextEncoder().encode(name);
  const option = (code: number, value: Uint8Array): Uint8Array =>
    together(
      packed(
        [
          [2, code],
          [2, value.length],
        ],
        little,
      ),
      value,
      new Uint8Array((4 - (value.length % 4)) % 4),
    );
  const head = packed(
    [
      [2, 1],
      [2, 0],
      [4, 65_535],
    ],
    little,
  );
  const end = packed([[4, 0]], little);
  return block(1, together(head, option(2, text), option(9, Uint8Array.of(9)), end), little);
}

export function enhanced(at: number, ns: bigint, data: Uint8Array, little = true): Uint8Array {
  const head = packed(
    [
      [4, at],
      [4, Number(ns >> 32n)],
      [4, Number(ns & 0xffffffffn)],
      [4, data.length],
      [4, data.length],
    ],
    little,
  );
  return block(6, together(head, data), little);
}

/** UDP over IPv4 over Ethernet, with a number in its payload. */
export function udp(number: number, { timeToLive = 64, checksum = 0, port = 4000 } = {}): Uint8Array {
  const ethernet = Uint8Array.of(...Array(12).fill(timeToLive), 0x08, 0x00);
  const ip = Uint8Array.of(0x45, 0, 0, 32, 0, 7, 0, 0, timeToLive, 17, checksum, 0, 10, 0, 0, 1, 10, 0, 0, 2);
  const header = packed(
    [
      [2, port],
      [2, 53],
      [2, 12],
      [2, checksum],
    ],
    false,
  );
  return together(ethernet, ip, header, packed([[4, number]], false));
}
