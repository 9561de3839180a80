import { describe, expect, it } from 'vitest';
import type { TaskTable } from '../measure/contract.ts';
import { compileProblem } from './compile-problem.ts';
import type { PosteriorRequest, QueueOfTasks } from './contract.ts';
import { observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';

type Row = readonly [
  task: string,
  step: number,
  queue: string,
  arrival: number,
  departure: number,
  ordinal?: number,
];

function tableOf(rows: readonly Row[]): TaskTable {
  return {
    task: rows.map(([task]) => task),
    step: Int32Array.from(rows, ([, step]) => step),
    state: rows.map(([, step]) => `S${step}`),
    queue: rows.map(([, , queue]) => queue),
    arrival: Float64Array.from(rows, (row) => row[3]),
    departure: Float64Array.from(rows, (row) => row[4]),
    ordinal: Float64Array.from(rows, (row) => row[5] ?? Number.NaN),
  };
}

const none = Number.NaN;
/** Task i enters at i, as number 2 i, and leaves queue A half a second later. */
const task = (i: number): readonly Row[] => [
  [`k${i}`, 0, 'in', none, i, 2 * i],
  [`k${i}`, 1, 'A', i, i + 0.5],
];
const sound = [1, 2, 3, 4, 5, 6].flatMap(task);
const compiled = (rows: readonly Row[], more: Partial<PosteriorRequest> = {}) =>
  compileProblem({ tasks: tableOf(rows), ...more });
const faultsOf = (...of: Parameters<typeof compiled>): readonly string[] => {
  const problem = compiled(...of);
  return problem.ok ? [] : problem.error;
};

describe('compileProblem', () => {
  it('counts the tasks that were not seen', () => {
    const problem = compiled(sound);
    expect(problem.ok && [...problem.value.pathOf]).toEqual([-1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0]);
    expect(problem.ok && problem.value).toMatchObject({
      observedTasks: 6,
      states: ['S1'],
      meanResponse: 0.5,
    });
    expect(problem.ok && problem.value.queues).toMatchObject([{ id: 'A', servers: 1, discipline: 'FCFS' }]);
  });

  it('takes the weights of the queues of a state for how likely they are', () => {
    const rows = sound.map(
      (row, i): Row => (row[2] === 'A' && i > 6 ? [row[0], 1, 'B', row[3], row[4]] : row),
    );
    const weights = (a?: number, b?: number): readonly QueueOfTasks[] =>
      Object.entries({ A: a, B: b }).map(([id, weight]) => ({ id, ...(weight !== undefined && { weight }) }));
    const known = compiled(rows, { queues: weights(3, 1) });
    expect(known.ok && known.value.shares).toEqual([Float64Array.of(0.75, 0.25)]);
    const unknown = compiled(rows, { queues: weights() });
    expect(unknown.ok && unknown.value.shares).toEqual([null]);
    expect(faultsOf(rows, { queues: weights(3) })).toEqual([
      'queue B has no weight, but others of state S1 have; expected one for each of them or for none',
    ]);
    expect(faultsOf(rows, { queues: weights(3, 0) })).toEqual(['queue B: expected a weight > 0, got 0']);
  });

  it('takes a file without ordinals for all there is, and says so', () => {
    const problem = compiled(sound.map((row) => row.slice(0, 5) as unknown as Row));
    expect(problem.ok && problem.value.pathOf).toHaveLength(6);
    expect(problem.ok && problem.value.warnings).toEqual([
      'no task has an ordinal: the file is taken to hold every task that entered',
    ]);
  });

  it('refuses a sample without ordinals where its visits show that tasks are missing', () => {
    const tiers = ['A', 'B'].map((id, i) => ({
      state: id,
      queues: [{ id, servers: 1, service: { distribution: 'exponential', mean: 0.7 + i / 10 } as const }],
    }));
    for (const seed of [1, 2, 3]) {
      const tasks = simulateTasks(tiers, poissonEntries(2000, 1, seed), seed);
      const without = (share: number) => {
        const table = observeTasks(tasks, share, seed);
        return compileProblem({ tasks: { ...table, ordinal: table.ordinal.map(() => Number.NaN) } });
      };
      const all = without(1);
      expect(all.ok && all.value.isUncounted).toBe(true);
      const half = without(0.5);
      expect(half.ok ? [] : half.error[0]).toMatch(
        /^queue [AB]: tasks seem to be missing from the file, since services come out longer where/,
      );
    }
  });

  it.each([1e-6, 1e-3, -1e-6])('takes a hop of %d s between two steps for a part of the first', (hop) => {
    const last: readonly Row[] = [
      ['k7', 0, 'in', none, 7, 14],
      ['k7', 1, 'A', 7 + hop, 7.5],
      ['k7', 2, 'A', 7.5 + hop, 8],
    ];
    const problem = compiled([...sound, ...last]);
    expect(problem.ok && [...problem.value.departure.slice(-3)]).toEqual([7 + hop, 7.5 + hop, 8]);
  });

  it.each<[string, readonly Row[], Partial<PosteriorRequest>, string]>([
    ['no tasks', [], {}, 'the file has no tasks; expected rows of a table tasks'],
    [
      'all hidden',
      [
        ['k1', 0, 'in', none, 1, 1],
        ['k1', 1, '', none, none],
      ],
      {},
      'all 1 tasks are hidden; expected at least 5 of which every step has a queue, an arrival and a departure',
    ],
    ['too few', task(1), {}, 'only 1 task was observed in every step; expected at least 5'],
    [
      'a departure before its arrival',
      [...sound, ['k7', 0, 'in', none, 7, 14], ['k7', 1, 'A', 7, 6.8]],
      {},
      'task k7 leaves A at 6.8 s, before it arrives at 7 s',
    ],
    [
      'steps apart',
      [...sound, ['k7', 0, 'in', none, 7, 14], ['k7', 1, 'A', 7.2, 8]],
      {},
      'task k7 leaves step 0 at 7 s and arrives at step 1 at 7.2 s; expected the same instant',
    ],
    [
      'a step that is missing',
      [...sound, ['k7', 0, 'in', none, 7, 14], ['k7', 2, 'A', 7, 8]],
      {},
      'task k7: expected the steps 0, 1, 2, … one after the other, got step 2',
    ],
    [
      'an order that one server cannot produce',
      [...sound, ['k7', 0, 'in', none, 5.2, 11], ['k7', 1, 'A', 5.2, 5.3]],
      {},
      'queue A: task k7 overtakes task k5; with one server, first come first served, that cannot be. Try random selection (RSS) or more servers',
    ],
    [
      'an unknown queue',
      sound,
      { queues: [{ id: 'B' }, { id: 'C' }], onlyThese: true },
      'queue A is unknown to the scenario; expected one of B, C',
    ],
    [
      'an order of service that is not known',
      sound,
      { queues: [{ id: 'A', discipline: 'PS' }] },
      'queue A: expected the order of service FCFS or RSS, got PS',
    ],
    [
      'random selection with two servers',
      sound,
      { queues: [{ id: 'A', discipline: 'RSS', servers: 2 }] },
      'queue A: expected one server with random selection, got 2',
    ],
    [
      'no servers',
      sound,
      { queues: [{ id: 'A', servers: 0 }] },
      'queue A: expected 1 to 4096 servers, got 0',
    ],
    ['too few chains', sound, { chains: 2 }, 'chains: expected an integer from 4 to 64, got 2'],
    [
      'equal ordinals',
      [...sound, ['k7', 0, 'in', none, 6.5, 12], ['k7', 1, 'A', 6.5, 8]],
      {},
      'tasks k6 and k7 have the same ordinal 12',
    ],
    [
      'ordinals against the time',
      [...sound, ['k7', 0, 'in', none, 5.8, 13], ['k7', 1, 'A', 5.8, 8]],
      {},
      'task k7 entered before task k6, but its ordinal is larger',
    ],
    [
      'a task without ordinal among others',
      [...sound, ['k7', 0, 'in', none, 7], ['k7', 1, 'A', 7, 8]],
      {},
      'task k7 has no ordinal; expected how many tasks had entered, as other tasks have',
    ],
  ])('refuses %s', (_, rows, more, message) => {
    expect(faultsOf(rows, more)).toContain(message);
  });

  it('allows two servers what one cannot do, and three overtaking is too much for them', () => {
    const overtaking: readonly Row[] = [...sound, ['k7', 0, 'in', none, 5.2, 11], ['k7', 1, 'A', 5.2, 5.3]];
    expect(faultsOf(overtaking, { queues: [{ id: 'A', servers: 2 }] })).toEqual([]);
    expect(faultsOf(overtaking, { queues: [{ id: 'A', discipline: 'RSS' }] })).toEqual([]);
    const slow = [1, 2].flatMap((i): Row[] => [
      [`s${i}`, 0, 'in', none, 6.1 + i / 10, 20 + i],
      [`s${i}`, 1, 'A', 6.1 + i / 10, 20],
    ]);
    const fast: Row[] = [
      ['f', 0, 'in', none, 6.9, 30],
      ['f', 1, 'A', 6.9, 7],
    ];
    expect(faultsOf([...sound, ...slow, ...fast], { queues: [{ id: 'A', servers: 2 }] })[0]).toContain(
      'task f overtakes task s1; with 2 servers',
    );
  });
});
