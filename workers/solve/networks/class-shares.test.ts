/** Shares of classes that come at unequal rates, against traffic equations solved by hand. */

import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { answerTo } from '../fixtures/answer.ts';

/** At `a` half of the red passes and each blue becomes four; a fifth of the red goes back from `b`. */
const drawn: Scenario = {
  ...drawing(
    [
      source('r', 3, { class: 'red' }),
      source('s', 1, { class: 'blue' }),
      stage('a', 10, {
        overdriveRate: 0.5,
        byClass: {
          red: { passProbability: 0.5 },
          blue: { conversionFactor: 4, service: { distribution: 'exponential', rate: 20 } },
        },
      }),
      stage('b', 8),
      stage('c', 9),
      sink(),
    ],
    ['r>a', 's>a', 'c>out'],
  ),
  classes: [{ id: 'red' }, { id: 'blue' }],
};
const routes: readonly Link[] = [
  { from: 'a', to: 'b', byClass: { red: 0.25, blue: 0.6 } },
  { from: 'a', to: 'c', byClass: { red: 0.75, blue: 0.4 } },
  { from: 'b', to: 'a', byClass: { red: 0.2 } },
  { from: 'b', to: 'out', byClass: { red: 0.8, blue: 1 } },
];

describe('classes at 3 and 1 per second, with conversions, filters, routes and a way back', () => {
  const { stages, links, network } = answerTo({ ...drawn, links: [...drawn.links, ...routes] });
  // red: x = 3 + 0.5 + 0.2 * 0.25 * 0.5 x; blue: 4.
  const red = 3.5 / (1 - 0.025);
  const blue = 4;

  it('come to each stage as the traffic equations say', () => {
    expect(stages.a!.byClass!.red!.offeredRate).toBeCloseTo(red, 12);
    expect(stages.a!.byClass!.blue!.offeredRate).toBeCloseTo(blue, 12);
    expect(stages.b!.byClass!.red!.offeredRate).toBeCloseTo(0.125 * red, 12);
    expect(stages.b!.byClass!.blue!.offeredRate).toBeCloseTo(0.6 * blue, 12);
    expect(stages.c!.byClass!.red!.offeredRate).toBeCloseTo(0.375 * red, 12);
    expect(stages.c!.byClass!.blue!.offeredRate).toBeCloseTo(0.4 * blue, 12);
  });

  it('weigh by their flows, not alike, where they are seen as one', () => {
    expect(stages.a!.utilization).toBeCloseTo(red / 10 + blue / 20, 12);
    expect(stages.a!.outputRate).toBeCloseTo(0.5 * red + blue, 12);
    const flow = (from: string, to: string) => links.find((link) => link.from === from && link.to === to)!;
    expect(flow('a', 'b').rate).toBeCloseTo(0.125 * red + 0.6 * blue, 12);
    expect(flow('a', 'c').rate).toBeCloseTo(0.375 * red + 0.4 * blue, 12);
    expect(flow('b', 'a').rate).toBeCloseTo(0.025 * red, 12);
    expect(flow('r', 'a').receivedRate).toBeCloseTo(3, 12);
    expect(flow('s', 'a').receivedRate).toBeCloseTo(4, 12);
  });

  it('leave as many as entered and were not filtered or made', () => {
    const leaving = 0.8 * 0.125 * red + 0.6 * blue + 0.375 * red + 0.4 * blue;
    expect(network.throughput).toBeCloseTo(leaving, 12);
  });
});

it('loses nothing where typed shares sum to 1 in seven digits only', () => {
  const thirds = ['s>a:0.3333333', 's>b:0.3333333', 's>c:0.3333333', 'a>out', 'b>out', 'c>out'];
  const split = drawing([source('s', 1), stage('a', 3), stage('b', 3), stage('c', 3), sink()], thirds);
  expect(answerTo(split).network.throughput).toBeCloseTo(1, 12);
});
