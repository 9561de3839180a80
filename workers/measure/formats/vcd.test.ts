/** Waveforms of FIFOs as measurements. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { queueOf, reduceText, refusalOf } from '../reduce.test-support.ts';

/**
 * The ports of `module fifo` and what changes on them in the first five cycles, as facts from a dump of the Bluespec simulator (its VCD dumper 2.1), quoted in
 * the notes of a public repository whose name and licence were not to be had: a FIFO with an enqueue at even cycles and a dequeue at odd ones. Other
 * variables are left out.
 */
const BLUESPEC = `$date
\tWed Jul  8 04:50:06 2026
$end
$version
\tBluespec VCD dumper 2.1
$end
$timescale
\t1 us
$end
$scope module main $end
$scope module top $end
$var reg 1 ! CLK $end
$var reg 1 ! CLK $end
$var reg 1 " RST_N $end
$scope module fifo $end
$var reg 1 ! CLK $end
$var reg 1 ) RST $end
$var reg 1 * FULL_N $end
$var reg 1 + EMPTY_N $end
$var reg 1 , ENQ $end
$var reg 8 - D_IN $end
$var reg 1 . DEQ $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions $end
1!
0"
0)
1*
0+
1,
b10101010 -
0.
b0 -
#5
0!
1"
1)
#10
0,
1.
1!
1+
#15
0!
#20
1,
b10 -
0.
1!
0+
#25
0!
#30
0,
1.
1!
1+
#35
0!
#40
1,
b100 -
0.
1!
0+
#45
0!
`;

describe('a VCD file', () => {
  it('is read as another simulator writes it: insertions and departures at the edges, by the values before them', async () => {
    const fifo = queueOf(await reduceText(BLUESPEC), 'fifo');
    expect(fifo.ledger).toMatchObject({ entered: 2, left: 2 });
    expect(fifo.latency?.mean).toBeCloseTo(10e-6, 12);
  });

  it('tells the ends, the depth and the waits of each FIFO of the template', async () => {
    const text = readFileSync(
      new URL('../../../public/measurements/template-vcd.vcd', import.meta.url),
      'utf8',
    );
    const fifo = queueOf(await reduceText(text), 'q0_U');
    expect(fifo).toMatchObject({ source: 'p0_U0', dest: 'p1_U0', capacity: 2 });
    expect(fifo.ledger).toMatchObject({ entered: 6, left: 6 });
  });

  it('leaves out modules that lie too deep inside each other, and reads those beside them', async () => {
    const levels = 1000;
    const deep = '$scope module inner $end\n'.repeat(levels) + '$upscope $end\n'.repeat(levels);
    const read = await reduceText(BLUESPEC.replace('$enddefinitions', `${deep}$enddefinitions`));
    expect(read.faults.shown.map(({ message }) => message)).toEqual([
      'expected at most 256 modules inside each other; what is deeper is left out',
    ]);
    expect(queueOf(read, 'fifo').ledger).toMatchObject({ entered: 2, left: 2 });
  });

  it.each([
    [
      'no FIFO',
      '$scope module a $end\n$var wire 1 ! clk $end\n$upscope $end\n$enddefinitions $end\n#0\n1!\n',
      /No module has the ports of a FIFO.*The modules are a/,
    ],
    ['its end before its values', '$date x $end\n$scope module a $end\n', /ends before \$enddefinitions/],
    [
      'a strange timescale',
      `$timescale 3 ns $end\n${BLUESPEC.slice(BLUESPEC.indexOf('$scope'))}`,
      /expected a timescale such as 1ns/,
    ],
    ['a strange line', BLUESPEC.replace('#15', '#15\nqqq'), /expected a time such as #10/],
  ])('names %s', async (_, text, message) => {
    const whole = /^\$(date|timescale)/.test(text) ? text : `$date x $end\n${text}`;
    const refused = await refusalOf(whole);
    const faults =
      refused.length > 0 ? refused : (await reduceText(whole)).faults.shown.map((fault) => fault.message);
    expect(faults.join()).toMatch(message);
  });
});
