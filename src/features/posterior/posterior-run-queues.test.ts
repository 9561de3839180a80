import { describe, expect, it } from 'vitest';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { intervalOf } from './Predictions.tsx';
import { addProgress, emptyLive } from './posterior-run.ts';
import { knownQueues, queueIdsOf } from './posterior-run-queues.ts';
import type { TaskSource } from './posterior-store.ts';

const stage = (id: string, more: Partial<StageNode> = {}): StageNode => ({
  id,
  kind: 'stage',
  service: { distribution: 'exponential', rate: 1 },
  ...more,
});
const scenario = (...nodes: readonly StageNode[]): Pick<Scenario, 'nodes'> => ({ nodes });

const source = (queue: readonly string[], queues: TaskSource['queues'] = []): TaskSource => ({
  key: 'k',
  name: 'n',
  tasks: {
    task: queue.map(() => 't'),
    step: Int32Array.from(queue.keys()),
    state: queue.map(() => ''),
    queue,
    arrival: new Float64Array(queue.length),
    departure: new Float64Array(queue.length),
    ordinal: new Float64Array(queue.length),
  },
  queues,
  isExample: false,
});

describe('queues of tasks', () => {
  it('are those of the table in the order of their numbers, without entries and what is not known', () => {
    expect(queueIdsOf(source(['__ARRIVALS__', 'q10', '', 'q2', 'q10']))).toEqual(['q2', 'q10']);
  });

  it('have what a person chose before what the file says before what the stage has', () => {
    const nodes = scenario(stage('a', { serverCount: 3, discipline: 'RSS' }));
    expect(knownQueues(source(['a']), nodes, {})).toEqual([
      { id: 'a', stage: 'a', servers: 3, discipline: 'RSS' },
    ]);
    const told = source(['a'], [{ id: 'a', servers: 2, discipline: 'FCFS' }]);
    expect(knownQueues(told, nodes, {})).toEqual([{ id: 'a', stage: 'a', servers: 2, discipline: 'FCFS' }]);
    expect(knownQueues(told, nodes, { a: { servers: 5, discipline: 'RSS', stage: '' } })).toEqual([
      { id: 'a', servers: 5, discipline: 'RSS' },
    ]);
  });

  it('feed the stage that the file names, by id or name; one that two stages share feeds none', () => {
    const nodes = scenario(
      stage('s1', { name: 'Parse' }),
      stage('s2', { name: 'Store' }),
      stage('s3', { name: 'store' }),
    );
    const fed = (queue: string, dest?: string): string | undefined =>
      knownQueues(source([queue], dest === undefined ? [] : [{ id: queue, dest }]), nodes, {})[0]!.stage;
    expect(fed('q', 'Parse')).toBe('s1');
    expect(fed('parse')).toBe('s1');
    expect(fed('S2')).toBe('s2');
    expect(fed('STORE')).toBeUndefined();
    expect(fed('other')).toBeUndefined();
  });
});

describe('chains under way', () => {
  it('grow by what they tell, and are as far as all together', () => {
    const empty = emptyLive({ queues: [{ id: 'q' }] as never, chains: 2 });
    const tell = (chain: number, sweep: number) => ({
      chain,
      sweep,
      sweeps: 250,
      means: Float64Array.of(sweep),
    });
    const live = addProgress(empty, [tell(0, 10), tell(1, 30), tell(0, 50)], 100, 1000);
    expect(live.chains[0]!.sweeps).toEqual([110, 150]);
    expect(live).toMatchObject({ sweep: 140, sweeps: 1000 });
  });

  it('keep a bounded number of points from first to last', () => {
    let live = emptyLive({ queues: [{ id: 'q' }] as never, chains: 1 });
    for (let sweep = 1; sweep <= 3000; sweep += 1)
      live = addProgress(live, [{ chain: 0, sweep, sweeps: 3000, means: Float64Array.of(sweep) }], 0, 3000);
    const [{ sweeps, means }] = live.chains as [(typeof live.chains)[number]];
    expect(sweeps.length).toBeLessThanOrEqual(601);
    expect(sweeps.at(-1)).toBe(3000);
    expect(means.map(([mean]) => mean)).toEqual(sweeps);
  });
});

describe('the spread of predictions', () => {
  it('leaves one of forty out at each end', () => {
    const values = Array.from({ length: 40 }, (_, i) => 39 - i);
    expect(intervalOf(values)).toEqual({ mean: 19.5, low: 1, high: 38 });
  });
});
