import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../core/scenario/faults.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { TaskTable } from '../../../workers/measure/contract.ts';
import { withQueuesDrawn } from './draw-queues.ts';

const EMPTY: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Empty',
  nodes: [],
  links: [],
};

/** Each task: its entry, then queue and departure of each step. */
function tableOf(tasks: readonly (readonly [number, ...(readonly [string, number])[]])[]): TaskTable {
  const rows = tasks.flatMap(([entry, ...steps], i) => {
    const all = [['__ARRIVALS__', entry] as const, ...steps];
    return all.map(([queue, departure], step) => ({
      task: `t${i}`,
      step,
      queue,
      arrival: step === 0 ? Number.NaN : all[step - 1]![1],
      departure,
      ordinal: step === 0 ? 2 * i + 1 : Number.NaN,
    }));
  });
  return {
    task: rows.map(({ task }) => task),
    step: Int32Array.from(rows, ({ step }) => step),
    state: rows.map(() => ''),
    queue: rows.map(({ queue }) => queue),
    arrival: Float64Array.from(rows, ({ arrival }) => arrival),
    departure: Float64Array.from(rows, ({ departure }) => departure),
    ordinal: Float64Array.from(rows, ({ ordinal }) => ordinal),
  };
}

const tasks = tableOf([
  [0, ['a', 1], ['c', 2]],
  [10, ['b', 12], ['c', 13]],
  [20, ['a', 23], ['c', 24], ['c', 26]],
  [30, ['a', 31], ['c', 32]],
]);
const queues = [{ id: 'a' }, { id: 'b', servers: 2 }, { id: 'c', discipline: 'RSS' }];
const drawn = withQueuesDrawn(EMPTY, tasks, queues);

describe('the queues of tasks as a drawing', () => {
  it('has a stage for each, with its servers and its order, and no fault', () => {
    expect(drawn.nodes.filter(isStage)).toMatchObject([
      { id: 'a' },
      { id: 'b', serverCount: 2 },
      { id: 'c', discipline: 'RSS' },
    ]);
    expect(findFaults(drawn).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('has the ways that were seen, with their shares', () => {
    const share = (from: string, to: string) =>
      drawn.links.find((link) => link.from === from && link.to === to)?.probability;
    expect(share('tasks', 'a')).toBeCloseTo(3 / 4);
    expect(share('tasks', 'b')).toBeCloseTo(1 / 4);
    expect(share('c', 'c')).toBeCloseTo(1 / 5);
    expect(share('c', 'done')).toBeCloseTo(4 / 5);
    expect(drawn.links.find(({ from }) => from === 'a')).toEqual({ from: 'a', to: 'c' });
  });

  it('lets tasks come as often as all of them did, also those that were not seen', () => {
    // Seven entered within 30 s behind the first one, by their ordinals six.
    expect(drawn.nodes[0]).toMatchObject({ interarrival: { distribution: 'exponential', rate: 6 / 30 } });
  });

  it('adds to what is there without taking its ids or its places', () => {
    const both = withQueuesDrawn(drawn, tasks, queues);
    expect(new Set(both.nodes.map(({ id }) => id)).size).toBe(2 * drawn.nodes.length);
    const heights = (nodes: Scenario['nodes']): number[] => nodes.map(({ position }) => position!.y);
    expect(Math.min(...heights(both.nodes.slice(drawn.nodes.length)))).toBeGreaterThan(
      Math.max(...heights(drawn.nodes)),
    );
  });
});
