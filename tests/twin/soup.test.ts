/** Everything at once, put together at random: nothing is lost, nothing is counted twice, and a run is always the same. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { compileModel } from '../../workers/simulate/compile-model.ts';
import { classed } from '../../workers/simulate/records.test-support.ts';
import { refuse } from '../../workers/simulate/refuse.ts';
import { Streams } from '../../workers/simulate/streams.ts';
import { examples } from '../examples.ts';
import { Engine } from './engine.ts';
import { SimulationHalt } from './halt.ts';
import { replicateByTwin } from './replicate.ts';
import { SimulationState } from './state.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** What a stage may be beside its rate; fields without a value are left out. */
const features = fc
  .record({
    capacity: maybe(fc.integer({ min: 4, max: 8 })),
    whenFull: maybe(fc.constantFrom('block' as const, 'drop' as const, 'blockBefore' as const)),
    admission: maybe(fc.constant('whole' as const)),
    serverCount: maybe(fc.integer({ min: 1, max: 2 })),
    discipline: maybe(fc.constantFrom('LCFS' as const, 'RSS' as const, 'PS' as const, 'priority' as const)),
    preemption: maybe(fc.constant('resume' as const)),
    resource: maybe(fc.constant('bus')),
    bulk: maybe(
      fc.constantFrom(
        { rule: 'full', size: 2 } as const,
        { rule: 'upTo', min: 1, max: 2 } as const,
        { rule: 'upTo', min: 2, max: 2, timeout: 1 } as const,
      ),
    ),
    passProbability: maybe(fc.constant(0.8)),
    conversionFactor: maybe(fc.constantFrom(0.5, 2)),
    byClass: maybe(
      fc.constantFrom(
        { x: { service: { distribution: 'deterministic', mean: 0.5 } } } as const,
        { y: { passProbability: 0.5 } } as const,
      ),
    ),
    schedule: maybe(
      fc.constant({
        frames: [{ from: 5, service: { distribution: 'exponential', mean: 0.5 } }],
        period: 12,
      } as const),
    ),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

/** a -> (fork to b and c -> join) or d -> e -> out or back to a; y comes at times; z goes round h and i. */
const scenarios = fc
  .tuple(
    fc.array(features, { minLength: 7, maxLength: 7 }),
    fc.constantFrom('FCFS' as const, 'roundRobin' as const),
    fc.integer({ min: 1, max: 2 }),
  )
  .map(([more, arbitration, batchSize]): Scenario => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'h', 'i'];
    const stages = ids.map((id, i): StageNode => ({ ...stage(id, 2), ...(more[i] as Partial<StageNode>) }));
    const nodes: ScenarioNode[] = [
      source('p', 0.7, { batchSize }),
      source('q', 1.5, {
        class: 'y',
        schedule: {
          frames: [{ from: 3 }, { from: 6, interarrival: { distribution: 'exponential', rate: 0.5 } }],
          period: 9,
        },
      }),
      ...stages,
      { id: 'f', kind: 'fork' },
      { id: 'j', kind: 'join' },
      { id: 'w', kind: 'delay', service: { distribution: 'uniform', min: 0, max: 1 } },
      sink(),
    ];
    const classes: JobClass[] = [
      { id: 'x', priority: 2 },
      { id: 'y', priority: 1 },
      { id: 'z', closed: { population: 3, start: 'h' } },
    ];
    const links = ['p>a', 'q>a', 'a>f:0.6', 'a>d:0.4', 'f>b', 'f>c', 'b>j', 'c>w', 'w>j', 'j>e', 'd>e'];
    const ends = ['e>out:0.8', 'e>a:0.2', 'h>i', 'i>h'];
    return { ...classed(classes, nodes, [...links, ...ends]), resources: [{ id: 'bus', arbitration }] };
  });

/** A stage that the simulator refuses is a plain one instead. */
function accepted(scenario: Scenario): Scenario {
  const refusal = refuse(scenario);
  if (!refusal) return scenario;
  const { stage: refused } = refusal;
  const isPlain = scenario.nodes.some(
    ({ id, kind, ...more }) => id === refused && Object.keys(more).length === 1,
  );
  if (refused === undefined || isPlain) throw new Error(refusalText(refusal));
  return accepted({
    ...scenario,
    nodes: scenario.nodes.map((node) => (node.id === refused ? stage(node.id, 2) : node)),
  });
}

/** Runs until the time or the halt, and says which. */
function run(state: SimulationState, until: number): boolean {
  try {
    new Engine(state).advance(until, 200_000);
    return true;
  } catch (reason) {
    if (reason instanceof SimulationHalt) return false;
    throw reason;
  }
}

describe('anything that the format can say', () => {
  it('F1, DR1, BAS1: elements, servers and units add up at any time', () => {
    fc.assert(
      fc.property(scenarios.map(accepted), fc.integer({ min: 1, max: 1000 }), (scenario, seed) => {
        const watch = { horizon: 200, classCount: 3, sinkCount: 1 };
        const state = new SimulationState(compileModel(scenario), new Streams(seed, 0), watch);
        if (!run(state, 200)) return;
        let inUse = 0;
        for (const place of state.stages) {
          place.collector.observe(place);
          const { entered, served, output, lost, offered, sojournCount, classes } = place.collector.record();
          const { occupancy, waiting, busy, held, model, shared } = place;
          expect(entered - sojournCount).toBe(occupancy);
          expect(output).toBeLessThanOrEqual(sojournCount);
          expect(lost + entered).toBeLessThanOrEqual(offered + 3);
          expect(Math.min(waiting, busy, held, occupancy, model.capacity - occupancy)).toBeGreaterThanOrEqual(
            0,
          );
          expect(busy + held).toBeLessThanOrEqual(model.serverCount);
          expect(classes!.reduce((sum, each) => sum + each.entered, 0)).toBe(entered);
          expect(classes!.reduce((sum, each) => sum + each.served, 0)).toBe(served);
          const claimed = place.servers.filter((server) => server.state === 'claimed').length;
          const inService = place.servers.filter(({ state: now }) => now === 'serving' || now === 'held');
          const taken = inService.reduce((sum, server) => sum + server.batch, 0);
          if (shared === null && claimed === 0 && model.batchMax === 1)
            expect(waiting + taken).toBe(occupancy);
          // Nobody idles while there is work and nothing is shared.
          if (shared === null && place.resource === null && place.queued() >= model.batchMin)
            expect(busy + held).toBe(model.serverCount);
          if (place.resource !== null) inUse += busy;
        }
        for (const { model, free } of state.resources) expect(model.units - free).toBe(inUse);
        const closed = state.stages.filter(({ model }) => model.id === 'h' || model.id === 'i');
        expect(closed.reduce((sum, { occupancy }) => sum + occupancy, 0)).toBe(3);
      }),
      { numRuns: examples(240), seed: 1 },
    );
  });

  it('is the same again for the same seed', () => {
    const plan = { seed: 5, replications: 2, horizon: 60, warmup: 10 };
    fc.assert(
      fc.property(scenarios.map(accepted), (scenario) => {
        expect(replicateByTwin(scenario, plan, 1)).toEqual(replicateByTwin(scenario, plan, 1));
      }),
      { numRuns: examples(40), seed: 2 },
    );
  });
});
