/** Rings that can lock, by the drawing, against the states of chains. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../core/scenario/faults.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { solveChain } from '../chain/solve-chain.ts';
import { solveScenario } from '../solve-scenario.ts';
import { lockingRings } from './closed-locks.ts';
import { lockingRing } from './locking-ring.ts';

interface Drawn {
  readonly capacity: number;
  readonly servers: number;
  readonly drops: boolean;
  readonly early: boolean;
  /** By stage and the sink: the share that goes there. */
  readonly shares: readonly number[];
}

const scenarioOf = (drawn: readonly Drawn[], beside: readonly ScenarioNode[] = []): Scenario => {
  const stages = drawn.map(
    ({ capacity, servers, drops, early }, i): ScenarioNode => ({
      ...{ id: `s${i}`, kind: 'stage', capacity: Math.max(capacity, servers), serverCount: servers },
      service: { distribution: 'exponential', rate: 2 + i },
      ...(drops ? { whenFull: 'drop' } : early ? { whenFull: 'blockBefore' } : {}),
    }),
  );
  return {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'ring' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
      ...stages,
      ...beside,
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 's0' },
      ...drawn.flatMap(({ shares }, i) => {
        const all = shares.slice(0, drawn.length + 1);
        const total = all.reduce((sum, share) => sum + share, 0);
        return all.flatMap((share, k) =>
          share === 0
            ? []
            : [{ from: `s${i}`, to: k === drawn.length ? 'out' : `s${k}`, probability: share / total }],
        );
      }),
    ],
  };
};

/** Each class goes from stage i to those that its `routes[i]` have, evenly, the open one to the sink from the last. */
function closedScenario(
  drawn: readonly { readonly capacity: number; readonly servers: number }[],
  classes: readonly { readonly population: number; readonly routes: readonly (readonly number[])[] }[],
  open: readonly number[] | null,
): Scenario {
  const id = (i: number) => `s${i}`;
  const shares = new Map<string, Record<string, number>>();
  const way = (from: string, to: string, of: string) => {
    const key = `${from} ${to}`;
    shares.set(key, { ...shares.get(key), [of]: 1 });
  };
  classes.forEach(({ routes }, r) => {
    drawn.forEach((_, i) => {
      const next = drawn.flatMap((__, k) => (routes[i]![k] ? [k] : []));
      for (const k of next.length > 0 ? next : [(i + 1) % drawn.length]) way(id(i), id(k), `c${r}`);
    });
  });
  if (open) {
    way('in', 's0', 'o');
    drawn.forEach((_, i) => {
      if (i + 1 < drawn.length) way(id(i), id(i + 1), 'o');
      else way(id(i), 'out', 'o');
      if (open[i] && i > 0) way(id(i), id(i - 1), 'o');
    });
  }
  const links = [...shares].map(([key, byClass]) => {
    const [from, to] = key.split(' ') as [string, string];
    const beside = [...shares].filter(([other]) => other.startsWith(`${from} `));
    const even = Object.keys(byClass).map((of) => [of, 1 / beside.filter(([, all]) => of in all).length]);
    return { from, to, byClass: Object.fromEntries(even) };
  });
  return {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'closed', links },
    nodes: [
      ...drawn.map(
        ({ capacity, servers }, i): ScenarioNode => ({
          ...{ id: id(i), kind: 'stage', capacity: Math.max(capacity, servers), serverCount: servers },
          service: { distribution: 'exponential', rate: 2 + i },
        }),
      ),
      ...(open
        ? ([
            { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 }, class: 'o' },
            { id: 'out', kind: 'sink' },
          ] as const)
        : []),
    ],
    classes: [
      ...(open ? [{ id: 'o' }] : []),
      ...classes.map(({ population }, r) => ({ id: `c${r}`, closed: { population, start: 's0' } })),
    ],
  };
}

const stage = fc.record({
  capacity: fc.integer({ min: 1, max: 3 }),
  servers: fc.integer({ min: 1, max: 2 }),
  drops: fc.boolean(),
  early: fc.boolean(),
  shares: fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(0, 0, 1))).map((all) => [...all]),
});

describe('rings that can lock', () => {
  it('are those that the chain finds by its states', () => {
    let [locking, free] = [0, 0];
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 3 }), (drawn) => {
        const scenario = scenarioOf(drawn);
        if (findFaults(scenario).some(({ severity }) => severity === 'error')) return;
        const chain = solveChain(scenario);
        if (chain.kind === 'noAnswer' && chain.reason !== 'deadlock') return;
        const ring = lockingRing(scenario, graphOf(scenario));
        expect(ring !== undefined).toBe(chain.kind === 'noAnswer');
        if (ring) locking += 1;
        else free += 1;
      }),
      { numRuns: examples(300) },
    );
    expect(Math.min(locking, free)).toBeGreaterThan(examples(10));
  });

  const route = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0, 1))).map((all) => [...all]);
  const closed = fc.record({
    population: fc.integer({ min: 1, max: 5 }),
    routes: fc.tuple(route, route, route),
  });

  it('are those that the chain finds where classes are closed, also beside an open one', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.array(fc.record({ capacity: fc.integer({ min: 1, max: 3 }), servers: fc.constantFrom(1, 1, 2) }), {
          minLength: 2,
          maxLength: 3,
        }),
        fc.array(closed, { minLength: 1, maxLength: 2 }),
        fc.option(route),
        (drawn, classes, open) => {
          const scenario = closedScenario(drawn, classes, open);
          const graph = graphOf(scenario);
          if (findFaults(scenario, graph).some(({ severity }) => severity === 'error')) return;
          const chain = solveChain(scenario);
          if (chain.kind === 'noAnswer' && chain.reason !== 'deadlock') return;
          const [ring] = lockingRings(scenario, graph);
          expect(ring !== undefined).toBe(chain.kind === 'noAnswer');
          const kind = `${ring ? 'locks' : 'goes on'}${open ? ' beside an open class' : ''}`;
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
        },
      ),
      { numRuns: examples(800) },
    );
    expect(counts.size).toBe(4);
    expect(Math.min(...counts.values())).toBeGreaterThan(examples(5));
  });

  const pair: readonly Drawn[] = [
    { capacity: 500, servers: 1, drops: false, early: false, shares: [0, 1, 0] },
    { capacity: 500, servers: 1, drops: false, early: false, shares: [1, 0, 1] },
  ];

  it('are named by a warning where there are too many states, and the rest is answered', () => {
    const scenario = scenarioOf(pair, [
      { id: 'in2', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
      { id: 'c', kind: 'stage', service: { distribution: 'exponential', rate: 3 } },
    ]);
    const links = [...scenario.links, { from: 'in2', to: 'c' }, { from: 'c', to: 'out' }];
    const answer = solveScenario({ ...scenario, links }, 'auto', false);
    if (answer.kind === 'noAnswer') throw new Error(answer.code);
    expect(answer.verdicts.find(({ code }) => code === 'can-lock')).toMatchObject({
      ...{ severity: 'warning', stage: 's0', facts: { circle: ['s0', 's1'] } },
    });
    expect(answer.stages.c!.meanOccupancy).toBeCloseTo(0.5, 9);
  });

  it('are all named, not the first alone', () => {
    const ring = (capacity: number, back: readonly number[]): Drawn => ({
      ...{ capacity, servers: 1, drops: false, early: false, shares: back },
    });
    const scenario = scenarioOf([ring(300, [1, 2, 0, 0]), ring(300, [0, 0, 1, 0]), ring(300, [0, 0, 1, 8])]);
    const answer = solveScenario(scenario, 'auto', false);
    if (answer.kind === 'noAnswer') throw new Error(answer.code);
    const named = answer.verdicts.flatMap((verdict) =>
      verdict.code === 'can-lock' ? [verdict.facts.circle.join()] : [],
    );
    expect([...named].sort()).toEqual(['s0', 's2']);
  });

  it('are none where one of them loses what finds it full, or has no bound', () => {
    const losing = scenarioOf([pair[0]!, { ...pair[1]!, drops: true }]);
    const answer = solveScenario(losing, 'auto', false);
    if (answer.kind === 'noAnswer') throw new Error(answer.code);
    expect(answer.verdicts.map(({ code }) => code)).not.toContain('can-lock');
  });
});
