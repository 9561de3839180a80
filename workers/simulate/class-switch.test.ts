import { describe, expect, it } from 'vitest';
import { delay, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { classed, expectRecords, meanIn, meanOfClass, recordOf, servedRate } from './records.test-support.ts';
import { CACHE, RING, RING_BY_LOAD, RING_OF_TWO_SERVERS, truthOf } from './switched-networks.test-support.ts';

describe('R7: routers that switch classes', () => {
  it.each([RING, RING_OF_TWO_SERVERS, RING_BY_LOAD, CACHE])(
    '$name: as the chain of all states',
    (network) => {
      const truth = truthOf(network);
      expectRecords(
        network.scenario,
        3000,
        network.stations.flatMap((id, i) => [
          servedRate(
            id,
            truth.throughput[i]!.reduce((sum, rate) => sum + rate, 0),
          ),
          ...truth.occupancy[i]!.flatMap((value, r) => (value > 0 ? [meanOfClass(id, r, value)] : [])),
        ]),
      );
    },
  );

  it('draw by class, and count what reaches a sink by what it has become', () => {
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('in', 1, { class: 'x' }),
        stage('s', 3),
        { id: 'r', kind: 'router', classSwitch: { x: { x: 0.25, y: 0.75 } } },
        sink(),
      ],
      ['in>s', 's>r', 'r>out'],
    );
    const { classes = [], duration } = recordOf(scenario, 20_000);
    expect(classes.map(({ arrivals }) => Math.round((20 * arrivals.count) / duration))).toEqual([5, 15]);
  });

  it('pass on through each other, behind each other', () => {
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }, { id: 'z' }],
      [
        source('in', 1, { class: 'x' }),
        { id: 'one', kind: 'router', classSwitch: { x: { y: 1 } } },
        { id: 'two', kind: 'router', classSwitch: { y: { z: 0.5, x: 0.5 } } },
        stage('s', 4),
        delay('d', 1),
        sink(),
      ],
      ['in>one', 'one>two', 'two>s:z=1', 'two>d:x=1', 's>out', 'd>out'],
    );
    expectRecords(scenario, 4000, [servedRate('s', 0.5), meanIn('d', 0.5), meanOfClass('s', 2, 1 / 7)]);
  });

  it('leave a job that waits for free slots in its stage as it was', () => {
    // One slot behind the switch: x is held in `a` as x, and has become y when it is in `b`.
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('in', 2, { class: 'x' }),
        stage('a', 3, { capacity: 2, whenFull: 'drop' }),
        { id: 'r', kind: 'router', classSwitch: { x: { y: 1 } } },
        stage('b', 1, { capacity: 1 }),
        sink(),
      ],
      ['in>a', 'a>r', 'r>b', 'b>out'],
    );
    const { stages } = recordOf(scenario, 2000);
    expect(stages.a!.classes!.map(({ served }) => served > 0)).toEqual([true, false]);
    expect(stages.b!.classes!.map(({ served }) => served > 0)).toEqual([false, true]);
    expect(stages.a!.classes![1]!.occupancyTime ?? 0).toBe(0);
  });
});
