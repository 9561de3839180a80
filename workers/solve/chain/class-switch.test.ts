import { describe, expect, it } from 'vitest';
import { drawing, exponential, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { recordOf } from '../../simulate/records.test-support.ts';
import {
  CACHE,
  RING,
  RING_BY_LOAD,
  RING_OF_TWO_SERVERS,
  type SwitchedCase,
  truthOf,
} from '../../simulate/switched-networks.test-support.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveChain } from './solve-chain.ts';

function solved(scenario: Scenario): SolveAnswer {
  const answer = solveChain(scenario);
  if (answer.kind === 'noAnswer') throw new Error(answer.code);
  return answer;
}

/** By station and class what the answer has, and what the chain of all states has. */
function tables({ scenario, stations, network }: SwitchedCase) {
  const answer = solved(scenario);
  const truth = truthOf({ scenario, stations, network, name: '' });
  const classes = scenario.classes!.map(({ id }) => id);
  const of = (measure: 'meanOccupancy' | 'throughput') =>
    stations.map((id) => classes.map((r) => answer.stages[id]!.byClass![r]?.[measure] ?? 0));
  return { answer, truth, occupancy: of('meanOccupancy'), throughput: of('throughput') };
}

const close = (found: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): void =>
  found.forEach((row, i) => {
    row.forEach((value, r) => {
      expect(value).toBeCloseTo(wanted[i]![r]!, 10);
    });
  });

describe('the exact chain with classes that switch', () => {
  it.each([RING, RING_OF_TWO_SERVERS, RING_BY_LOAD, CACHE])('$name: as all states written out', (network) => {
    const { truth, occupancy, throughput } = tables(network);
    close(occupancy, truth.occupancy);
    close(throughput, truth.throughput);
  });

  it('has flows on the links by what elements have become', () => {
    const { answer, truth } = tables(CACHE);
    const rate = (from: string, to: string) =>
      answer.links.find((link) => link.from === from && link.to === to)!.rate;
    const [asks, hits] = truth.throughput[0]!;
    expect(rate('cache', 'out')).toBeCloseTo(0.75 * asks! + hits!, 10);
    expect(rate('cache', 'disk')).toBeCloseTo(0.25 * asks!, 10);
    expect(answer.network.byClass!.hit!.throughput).toBeCloseTo(
      0.75 * asks! + hits! + 0.6 * truth.throughput[1]![2]!,
      10,
    );
    expect(answer.network.byClass!.ask!.throughput).toBe(0);
  });

  it('counts who waits for room by what it is in its stage, as the simulator does', () => {
    const scenario = drawing(
      [
        source('in', 2, { class: 'x' }),
        stage('a', 3, { capacity: 2, whenFull: 'drop' }),
        { id: 'r', kind: 'router', classSwitch: { x: { x: 0.5, y: 0.5 } } },
        stage('b', 1, { capacity: 2, byClass: { y: { service: exponential(4) } } }),
        sink(),
      ],
      'in>a a>r r>b b>out',
      { classes: [{ id: 'x' }, { id: 'y' }] },
    );
    const answer = solved(scenario);
    expect(answer.stages.a!.byClass!.y).toBeUndefined();
    expect(answer.stages.a!.byClass!.x!.meanOccupancy).toBeCloseTo(answer.stages.a!.meanOccupancy!, 12);
    const { stages, duration } = recordOf(scenario, 20_000);
    expect(
      stages.b!.classes![1]!.occupancyTime! / duration / answer.stages.b!.byClass!.y!.meanOccupancy!,
    ).toBeCloseTo(1, 1);
    expect(stages.a!.occupancyTime / duration / answer.stages.a!.meanOccupancy!).toBeCloseTo(1, 1);
  });

  it('refuses promises of places to what has become of another class', () => {
    const scenario = drawing(
      [
        source('in', 2, { class: 'x' }),
        stage('a', 3, { capacity: 2, whenFull: 'drop' }),
        { id: 'r', kind: 'router', classSwitch: { x: { y: 1 } } },
        stage('b', 1, { capacity: 2, whenFull: 'blockBefore' }),
        sink(),
      ],
      'in>a a>r r>b b>out',
      { classes: [{ id: 'x' }, { id: 'y' }] },
    );
    expect(solveChain(scenario)).toMatchObject({ kind: 'noAnswer', code: 'promiseWithOthers', stage: 'a' });
  });
});
