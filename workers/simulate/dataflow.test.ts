/** Dataflow stages with random times (SPEC.md, DF): ordinary stages that do the same, all states of a small graph, waits for good. */
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, fork, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Link, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { isFaulty } from '../solve/self-timed/checked-dataflow.test-support.ts';
import { canLockInAnyOrder, randomGraph } from '../solve/self-timed/random-dataflow.test-support.ts';
import { solveSelfTimed } from '../solve/self-timed/solve-self-timed.ts';
import { replicateNow } from './replicate.ts';
import { simulateNow } from './simulate-scenario.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;

const actor = (id: string, mean: number, more: Partial<Omit<StageNode, 'id' | 'kind'>> = {}): StageNode =>
  stage(id, 1, { firing: 'everyInput', whenFull: 'blockBefore', service: exponential(mean), ...more });

const drawn = (nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario => {
  const scenario = { ...drawing(nodes, []), links };
  expect(findFaults(scenario).filter(({ severity }) => severity === 'error')).toEqual([]);
  return scenario;
};

const record = (scenario: Scenario, horizon = 20_000) => {
  const run = replicateNow(scenario, { seed: 3, replications: 1, horizon, warmup: horizon / 10 }, 0);
  if (run.kind === 'noAnswer') throw new Error(refusalText(run));
  return run;
};

describe('a line', () => {
  const entry = source('in', 1, { interarrival: exponential(1) });
  const line = (places: readonly [StageNode, StageNode], depths: readonly [number, number]) =>
    drawn(
      [entry, ...places, sink()],
      [
        { from: 'in', to: 'a', ...(places[0].firing && { depth: depths[0] }) },
        { from: 'a', to: 'b', ...(places[1].firing && { depth: depths[1] }) },
        { from: 'b', to: 'out' },
      ],
    );
  const queue = (id: string, mean: number, capacity: number, more: Partial<StageNode> = {}) =>
    stage(id, 1, { service: exponential(mean), capacity, whenFull: 'blockBefore', ...more });

  it('of one token each is a line of queues, number for number', () => {
    const queues = record(line([queue('a', 0.8, 3), queue('b', 0.9, 2)], [3, 2]));
    const actors = record(line([actor('a', 0.8), actor('b', 0.9)], [3, 2]));
    for (const id of ['a', 'b'])
      for (const sum of ['served', 'occupancyTime', 'waitingTime', 'servingTime', 'blockedTime'] as const)
        expect(actors.stages[id]![sum], `${id} ${sum}`).toBeCloseTo(queues.stages[id]![sum], 6);
    expect(actors.sinkSojournTotal).toBeCloseTo(queues.sinkSojournTotal, 6);
    expect([...actors.fifos![1]!.occupancy]).toEqual([...actors.stages.b!.occupancy]);
    expect(actors.fifos![0]!.fullTime).toBeCloseTo(queues.stages.a!.fullTime, 6);
  });

  it('serves in batches where it takes and gives several, mixed with ordinary stages', () => {
    const bulk = { rule: 'full', size: 3 } as const;
    const queues = record(line([queue('a', 2, 9, { bulk }), queue('b', 0.5, 7)], [9, 7]));
    const [first, last] = [actor('a', 2), queue('b', 0.5, 7)];
    const mixed = line([first, last], [9, 7]);
    const links = mixed.links.map((link) => ({
      ...link,
      ...(link.to === 'a' && { consumed: [3] }),
      ...(link.from === 'a' && { produced: [3] }),
    }));
    const actors = record({ ...mixed, links });
    expect(actors.sinkArrivals).toBe(queues.sinkArrivals);
    expect(actors.stages.a!.occupancyTime).toBeCloseTo(queues.stages.a!.occupancyTime, 6);
    expect(actors.stages.b!.occupancyTime).toBeCloseTo(queues.stages.b!.occupancyTime, 6);
    // Firings here, elements there.
    expect(3 * actors.stages.a!.served).toBeCloseTo(queues.stages.a!.served, -1);
  });
});

describe('two rates', () => {
  /** Tokens for the second, and who fires: all states, by uniformization. */
  function exactRate(
    [give, take]: readonly [number, number],
    depth: number,
    [a, b]: readonly [number, number],
  ) {
    type State = readonly [tokens: number, first: boolean, second: boolean];
    // Tokens in the FIFO, those of a firing under way among them; the first starts with room, the second with tokens.
    const settled = ([tokens, first, second]: State): State => [
      tokens,
      first || depth - tokens >= give,
      second || tokens >= take,
    ];
    const states = new Map<string, { readonly state: State; share: number }>();
    const place = (state: State) => {
      const key = JSON.stringify(state);
      if (!states.has(key)) states.set(key, { state, share: 0 });
      return states.get(key)!;
    };
    const begin = place(settled([0, false, false]));
    begin.share = 1;
    const most = a + b;
    for (let round = 0; round < 4000; round++) {
      const moves: { readonly to: State; readonly share: number }[] = [];
      for (const { state, share } of states.values()) {
        const [tokens, first, second] = state;
        if (first) moves.push({ to: settled([tokens + give, false, second]), share: (share * a) / most });
        if (second) moves.push({ to: settled([tokens - take, first, false]), share: (share * b) / most });
        const stays = 1 - ((first ? a : 0) + (second ? b : 0)) / most;
        moves.push({ to: state, share: share * stays });
      }
      for (const each of states.values()) each.share = 0;
      for (const { to, share } of moves) place(to).share += share;
    }
    let [rate, fill] = [0, 0];
    for (const { state, share } of states.values()) {
      if (state[1]) rate += share * a;
      fill += share * state[0];
    }
    return { rate, fill };
  }

  it.each([
    { rates: [2, 3] as const, depth: 4 },
    { rates: [2, 3] as const, depth: 7 },
    { rates: [3, 2] as const, depth: 4 },
    { rates: [1, 4] as const, depth: 6 },
  ])('$rates at depth $depth are as all states say', ({ rates: [give, take], depth }) => {
    const scenario = drawn(
      [actor('a', 1), actor('b', 1 / 0.7)],
      [
        { from: 'a', to: 'a', initialTokens: 1 },
        { from: 'a', to: 'b', produced: [give], consumed: [take], depth },
      ],
    );
    const { rate, fill } = exactRate([give, take], depth, [1, 0.7]);
    const answer = simulateNow(scenario, { seed: 5, replications: 20, horizon: 20_000, warmup: 500 });
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    const near = ({ mean, halfWidth }: { mean: number; halfWidth: number }, exact: number) =>
      expect(Math.abs(mean - exact)).toBeLessThan(1.7 * halfWidth);
    near(answer.stages.a!.throughput!, rate);
    near(answer.stages.b!.throughput!, (rate * give) / take);
    near(answer.fifos![1]!.meanOccupancy, fill);
    expect(answer.fifos![1]!.most).toBeLessThanOrEqual(depth);
  });
});

describe('waits for good', () => {
  const block = (depth: number, beside: readonly ScenarioNode[] = [], more: readonly Link[] = []) =>
    drawn(
      [
        source('in', 1, { interarrival: exponential(1) }),
        fork('split'),
        actor('window', 0.3, { whenFull: 'block' }),
        actor('add', 0.3, { whenFull: 'block' }),
        sink(),
        ...beside,
      ],
      [
        { from: 'in', to: 'split' },
        { from: 'split', to: 'window', depth: 17, consumed: [16] },
        { from: 'split', to: 'add', depth },
        { from: 'window', to: 'add', depth: 16, produced: [16] },
        { from: 'add', to: 'out' },
        ...more,
      ],
    );
  const outcome = (scenario: Scenario) => {
    const run = replicateNow(scenario, { seed: 1, replications: 1, horizon: 10_000, warmup: 100 }, 0);
    return run.kind === 'noAnswer' ? refusalText(run) : 'runs';
  };
  const locked =
    'Deadlock: "in" waits for free slots on its link to "add" (2 of 2 taken, 1 more needed), "add" waits for "window" (has 0 of 1 needed), "window" waits for "in" (has 3 of 16 needed)';

  it('are named as the self-timed solver names them, with random times', () => {
    expect(outcome(block(2))).toContain(locked);
    expect(outcome(block(40))).toBe('runs');
  });

  it('are found where the rest of the drawing goes on', () => {
    const beside = [source('other', 1, { interarrival: exponential(1) }), stage('queue', 2, {}), sink('end')];
    const links = [
      { from: 'other', to: 'queue' },
      { from: 'queue', to: 'end' },
    ];
    expect(outcome(block(2, beside, links))).toContain(locked);
    expect(outcome(block(40, beside, links))).toBe('runs');
  });

  it('are found behind a stage that loses what comes, with a server left and no room', () => {
    // Two of the three pipelines hold all five elements that there is room for.
    const [b, c, d] = [actor('b', 3), actor('c', 6), actor('d', 6)].map(
      (each): StageNode => ({ ...each, whenFull: 'block', serverCount: each.id === 'c' ? 2 : 3 }),
    );
    const p = stage('p', 5, {
      ...{ service: exponential(2), serverCount: 3, whenFull: 'drop', pipelineLatency: 9 },
    });
    const q = stage('q', 5, {
      service: exponential(2),
      serverCount: 2,
      whenFull: 'block',
      conversionFactor: 2,
    });
    const scenario = drawn(
      [source('s', 1, { interarrival: exponential(1) }), p, fork('f'), b!, c!, d!, q, sink()],
      [
        { from: 's', to: 'p' },
        { from: 'p', to: 'f' },
        { from: 'f', to: 'b', consumed: [2, 1] },
        { from: 'f', to: 'c', depth: 2 },
        { from: 'b', to: 'd' },
        { from: 'c', to: 'd', depth: 6 },
        { from: 'd', to: 'q' },
        { from: 'd', to: 'b', initialTokens: 1, depth: 6 },
        { from: 'q', to: 'out' },
      ],
    );
    expect(outcome(scenario)).toContain('Deadlock: "p" waits for free slots on its link to "c"');
  });

  it('are those that some order of the firings leads to, by all states of random graphs', () => {
    const seen = { locks: 0, runs: 0 };
    for (let seed = 0; seed < examples(400); seed++) {
      const shape = { phased: 0.4, held: 0, more: 2, tokens: 2, deep: true };
      const graph = randomGraph(seed, { ...shape, stages: 2 + (seed % 3) });
      const nodes = graph.nodes.map((node) => {
        if (node.kind !== 'stage') return node;
        const { firingTimes: _, serverCount: __, ...rest } = node;
        return { ...rest, service: exponential(1) };
      });
      const scenario = { ...graph, nodes };
      if (isFaulty(scenario)) continue;
      const canLock = canLockInAnyOrder(scenario);
      if (canLock === undefined) continue;
      expect(outcome(scenario).startsWith('Deadlock'), `${seed}: ${outcome(scenario)}`).toBe(canLock);
      seen[canLock ? 'locks' : 'runs']++;
    }
    expect(seen.locks).toBeGreaterThan(examples(50));
    expect(seen.runs).toBeGreaterThan(examples(100));
  });

  it('are not invented where several servers ask for places in an ordinary stage', () => {
    for (const serverCount of [1, 2, 3])
      for (const produced of [[1], [2], [2, 0]])
        for (const capacity of [2, 3]) {
          const d = actor('d', 2, { whenFull: 'block', serverCount });
          const q = stage('q', capacity, { capacity, whenFull: 'blockBefore', service: exponential(1.5) });
          const scenario = drawn(
            [source('in', 1, { interarrival: exponential(2) }), d, q, sink()],
            [
              { from: 'in', to: 'd', depth: 4 },
              { from: 'd', to: 'q', produced },
              { from: 'q', to: 'out' },
            ],
          );
          expect(outcome(scenario), `${serverCount} ${produced} ${capacity}`).toBe('runs');
        }
  });

  describe('of batches that ask for places', () => {
    const constant = (mean: number) => ({ distribution: 'deterministic', mean }) as const;
    const batches = (depth: number, times: (mean: number) => StageNode['service']) =>
      drawn(
        [
          source('in', 1, { interarrival: times(7) }),
          stage('p', 5, {
            ...{ service: times(3), bulk: { rule: 'upTo', min: 1, max: 3 } },
            whenFull: 'block',
            capacity: 5,
          }),
          actor('a', 6, { service: times(6) }),
          sink(),
        ],
        [
          { from: 'in', to: 'p' },
          { from: 'p', to: 'a', depth },
          { from: 'a', to: 'out' },
        ],
      );

    /** All orders of arrivals, ends of services and firings: who waits in p, its batch, places asked for and granted, tokens, firing. */
    function canLock(depth: number): boolean {
      type State = readonly [
        waiting: number,
        batch: number,
        granted: number,
        serves: boolean,
        tokens: number,
        fires: boolean,
      ];
      const settled = ([waiting, batch, granted, serves, tokens, fires]: State): State => {
        if (batch === 0 && waiting > 0)
          return settled([waiting, Math.min(3, waiting), 0, false, tokens, fires]);
        const room = depth - tokens - granted;
        const more = serves ? 0 : Math.min(room, batch - granted);
        if (more > 0) return settled([waiting, batch, granted + more, serves, tokens, fires]);
        if (batch > 0 && granted === batch && !serves)
          return settled([waiting, batch, granted, true, tokens, fires]);
        return !fires && tokens > 0
          ? settled([waiting, batch, granted, serves, tokens, true])
          : [waiting, batch, granted, serves, tokens, fires];
      };
      const seen = new Set<string>();
      const open: State[] = [settled([0, 0, 0, false, 0, false])];
      for (let state = open.pop(); state; state = open.pop()) {
        if (seen.has(state.join())) continue;
        seen.add(state.join());
        const [waiting, batch, granted, serves, tokens, fires] = state;
        if (waiting === 5 && !serves && !fires) return true;
        if (waiting < 5) open.push(settled([waiting + 1, batch, granted, serves, tokens, fires]));
        if (serves) open.push(settled([waiting - batch, 0, 0, false, tokens + batch, fires]));
        if (fires) open.push(settled([waiting, batch, granted, serves, tokens - 1, false]));
      }
      return false;
    }

    it.each([2, 3, 4])(
      'with depth %s lock where times let a batch outgrow the FIFO, as all orders say',
      (depth) => {
        expect(canLock(depth)).toBe(depth < 3);
        expect(outcome(batches(depth, exponential)).startsWith('Deadlock')).toBe(canLock(depth));
        // Arrivals that are far enough apart never make such a batch.
        expect(solveSelfTimed(batches(depth, constant)).kind).toBe('answer');
        expect(outcome(batches(depth, constant))).toBe('runs');
      },
    );
  });

  it('are not invented while tokens come seldom', () => {
    const scenario = drawn(
      [source('in', 1, { interarrival: exponential(100) }), actor('a', 1), actor('b', 1), sink()],
      [
        { from: 'in', to: 'a', consumed: [4], depth: 4 },
        { from: 'a', to: 'b', depth: 1 },
        { from: 'b', to: 'out' },
      ],
    );
    expect(outcome(scenario)).toBe('runs');
  });
});

describe('dataflow stages that no engine can run', () => {
  it('are named: several classes, and between a fork and its join', () => {
    const nodes = [source('in', 1, {}), actor('a', 1), sink()];
    const links = [
      { from: 'in', to: 'a' },
      { from: 'a', to: 'out' },
    ];
    const classes = [{ id: 'x' }, { id: 'y' }];
    const faults = findFaults({ ...drawing(nodes, []), links, classes });
    expect(faults.map(({ code }) => code)).toContain('dataflow-classes');
    const split = drawing(
      [source('in', 1, {}), fork('f'), actor('a', 1), stage('b'), { id: 'j', kind: 'join' }, sink()],
      'in>f f>a f>b a>j b>j j>out',
    );
    expect(findFaults(split).map(({ code }) => code)).toContain('dataflow-in-fork');
  });
});
