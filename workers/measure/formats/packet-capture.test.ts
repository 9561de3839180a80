/** Captures whose packets and ways are known, sound and damaged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, queueOf, reduceBytes, refusalOf } from '../reduce.test-support.ts';
import { described, enhanced, pcap, section, together, udp } from './packet-capture.test-support.ts';

describe('captures of packets', () => {
  it.each([
    ['µs', 0xa1b2c3d4, true, 250_000],
    ['µs, the other way round', 0xa1b2c3d4, false, 250_000],
    ['ns', 0xa1b23c4d, true, 250_000_000],
  ])('of pcap in %s are arrivals of packets and of their bytes', async (_, magic, little, quarter) => {
    const packets = [0, 1, 2, 3].map((n) => ({
      ...{
        seconds: 1_700_000_000 + (n >> 1),
        part: (n & 1) * 2 * quarter,
        data: udp(n),
        length: 100 * (n + 1),
      },
    }));
    const read = await reduceBytes(pcap(packets, { magic, little }));
    expect(read.format).toBe('packet-capture');
    // No packet leaves: its bytes are told to be arrivals alone.
    expect(codesOf(read)).toEqual({ W29: 1 });
    // Packets at 0, 0.5, 1 and 1.5 s.
    expect(queueOf(read, 'packets').interInsertion).toMatchObject({ all: { total: 3, mean: 0.5 } });
    expect(queueOf(read, 'packets bytes').ledger!.entered).toBe(100 + 200 + 300 + 400);
  });

  it('of two interfaces are visits from the one to the other, packet by packet', async () => {
    const base = 1_700_000_000_000_000_000n;
    const later = { timeToLive: 63, checksum: 9 };
    const read = await reduceBytes(
      together(
        section(),
        described('eth0'),
        described('eth1'),
        enhanced(0, base, udp(1)),
        enhanced(0, base + 1000n, udp(2)),
        enhanced(1, base + 1500n, udp(1, later)),
        // Another flow, and one that never comes out.
        enhanced(1, base + 1600n, udp(1, { port: 9 })),
        enhanced(1, base + 4000n, udp(2, later)),
      ),
    );
    const way = queueOf(read, 'eth0 → eth1');
    expect(way.latency).toMatchObject({ total: 2 });
    expect(way.latency!.mean).toBeCloseTo((1500e-9 + 3000e-9) / 2, 15);
    expect(queueOf(read, 'eth1').ledger!.entered).toBe(3);
    expect(codesOf(read).W30).toBe(1);
  });

  it('that were put behind each other are joined, whichever comes first', async () => {
    const base = 1_700_000_000_000_000_000n;
    const out = together(section(false), described('out', false), enhanced(0, base + 2000n, udp(5), false));
    const into = together(section(), described('in'), enhanced(0, base, udp(5)));
    const read = await reduceBytes(together(out, into));
    expect(queueOf(read, 'in → out').latency!.mean).toBeCloseTo(2e-6, 15);
  });

  it('of the older form that were put behind each other are joined, in either order of bytes', async () => {
    const seen = (part: number, timeToLive: number) =>
      [1, 2, 3].map((n) => ({ seconds: 5 + n, part, data: udp(n, { timeToLive }) }));
    const read = await reduceBytes(together(pcap(seen(0, 64)), pcap(seen(250, 60), { little: false })));
    const way = queueOf(read, 'packets → packets 2');
    expect(way.latency).toMatchObject({ total: 3, mean: expect.closeTo(250e-6, 12) });
    // Captured twice at one place, a packet has gone no way.
    const once = await reduceBytes(pcap([...seen(0, 64), ...seen(250, 64)]));
    expect(once.queues.map(({ id }) => id)).toEqual(['packets', 'packets bytes']);
  });

  it('that are cut off or damaged give what came before', async () => {
    const whole = pcap([0, 1, 2].map((n) => ({ seconds: n + 5, part: 0, data: udp(n) })));
    const cut = await reduceBytes(whole.subarray(0, whole.length - 5));
    expect(queueOf(cut, 'packets').ledger!.entered).toBe(2);
    expect(cut.truncated).toBe(true);
    expect(cut.faults.shown[0]).toMatchObject({ code: 'E20', path: 'packet 3' });
    const damaged = together(
      section(),
      described('a'),
      enhanced(0, 5n, udp(1)),
      Uint8Array.of(6, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0),
    );
    const broken = await reduceBytes(damaged);
    expect(codesOf(broken)).toEqual({ E01: 1 });
    expect(broken.faults.shown[0]).toMatchObject({ path: 'packet 2' });
    expect((await refusalOf(section())).join()).toContain('no rows');
  });

  it('come in pieces of any length, and with any byte changed end without a crash', {
    tags: ['long'],
  }, async () => {
    const base = 1_700_000_000_000_000_000n;
    const whole = together(
      section(),
      described('eth0'),
      described('eth1'),
      ...Array.from({ length: 20 }, (_, n) => enhanced(n % 2, base + BigInt(n), udp(n >> 1))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(255),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        async (at, byte, pieces) => {
          const same = await reduceBytes(whole, undefined, pieces);
          expect(queueOf(same, 'eth0 → eth1').latency!.total).toBe(10);
          const changed = Uint8Array.from(whole);
          changed[at] = byte;
          await reduceBytes(changed, undefined, pieces).catch((reason: unknown) => {
            // Refused with words.
            expect(String(reason)).not.toMatch(/TypeError|RangeError/);
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});
