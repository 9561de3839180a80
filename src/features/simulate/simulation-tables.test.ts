/** What the views Latency and Simulation read out of a simulation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { EstimateView } from '../../state/session-store.ts';
import { percentileRow, timeBars, tripRows } from '../results/latency-rows.ts';
import { resultsTable } from '../results/results-table.ts';
import { ESTIMATE_VIEWS, estimateColumns, estimateRows, wholeRows } from '../results/simulated-tables.ts';
import { convergenceRows, worstKnown } from './SimulationDetails.tsx';
import { SCENARIO, simulated } from './simulated.test-support.ts';

let result: SimulationResult;
beforeAll(() => {
  result = simulated();
});

describe('times from end to end', () => {
  it('are of all elements, of each class, rounds of a closed one, and of each path', () => {
    const rows = tripRows(SCENARIO, result);
    expect(rows.map(({ kind }) => kind)).toEqual(['all', 'class', 'rounds', 'path', 'path']);
    expect(rows[2]!.name).toBe('Users, rounds');
    const shares = rows.flatMap(({ share }) => (share ? [share.mean] : []));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    const paths = rows.filter(({ kind }) => kind === 'path');
    expect(paths.map(({ name }) => name).sort()).toEqual(['First → a', 'First → b']);
    expect(paths.map(({ short }) => short).sort()).toEqual(['a', 'b']);
  });

  it('leave out what closed classes alone visit where elements come to a sink', () => {
    const [all, orders, users] = tripRows(SCENARIO, result);
    expect(all!.stages).toEqual(['first', 'a', 'b', 'merge']);
    expect(orders!.stages).toEqual(all!.stages);
    expect(users!.stages).toEqual(['think', 'disk']);
  });

  it('are spent waiting or in service: a join only waits, a delay never', () => {
    const [all, , users] = tripRows(SCENARIO, result);
    const bars = [...timeBars(SCENARIO, result, all!), ...timeBars(SCENARIO, result, users!)];
    const barOf = (id: string) => bars.find((bar) => bar.id === id)!;
    expect(barOf('merge').serving).toBe(0);
    expect(barOf('think').waiting).toBe(0);
    // 1 / mu within 10 %.
    expect(barOf('first').serving).toBeGreaterThan(0.9 / 8);
    expect(barOf('first').serving).toBeLessThan(1.1 / 8);
    for (const { id, waiting, serving } of bars)
      expect(waiting + serving).toBeCloseTo(result.stages[id]!.meanSojournTime!.mean, 12);
  });

  it('have their percentiles in order', () => {
    for (const row of tripRows(SCENARIO, result).map(percentileRow)) {
      const values = row.points.map(({ value }) => value);
      expect(values.length).toBeGreaterThanOrEqual(2);
      expect(values).toEqual(values.toSorted((x, y) => x - y));
    }
  });
});

describe('tables of estimates', () => {
  it('have a row for each stage, delay and join, followed by its classes', () => {
    const rows = estimateRows(SCENARIO, result);
    expect(rows.map(({ title }) => title)).toEqual([
      ...['First', 'Orders', 'a', 'Orders', 'b', 'Orders', 'merge', 'Orders', 'think', 'Users'],
      ...['disk', 'Users'],
    ]);
    const idsOf = (view: EstimateView) =>
      estimateColumns(ESTIMATE_VIEWS[view], rows, SCENARIO).map(({ id }) => id);
    expect(idsOf('response')).toContain('sojournP90');
    expect(idsOf('waiting')).toContain('meanWaitingTime');
    expect(idsOf('rates')).not.toContain('lossProbability');
  });

  it('hold what belongs to no stage: network, virtual queues, resources', () => {
    const of = wholeRows(SCENARIO, result).map((row) => row.of);
    expect(of).toEqual(['Network', 'Network', 'Branches', 'Bus']);
  });

  it('tell no throughput of a network that nothing leaves', () => {
    const closed = { ...SCENARIO, nodes: SCENARIO.nodes.filter(({ kind }) => kind !== 'sink') };
    const throughputs = wholeRows(closed, result).filter(({ key }) => key === 'throughput');
    expect(throughputs).toEqual([]);
  });

  it('are all in the file of results', () => {
    const { rows } = resultsTable(SCENARIO, undefined, result);
    const find = (...head: string[]) => rows.find((row) => head.every((cell, i) => row[i] === cell));
    expect(find('first', '', 'meanOccupancy', 'order')![5]).toBe(result.stages.first!.meanOccupancy!.mean);
    expect(find('first', 'order', 'throughput')![5]).toBe(
      result.stages.first!.classes!.order!.throughput!.mean,
    );
    expect(find('disk', '', 'waitingTime p50')).toBeDefined();
    expect(find('Users, rounds', 'user', 'endToEndTime p50')).toBeDefined();
    expect(find('Bus', '', 'Utilization', '1')).toBeDefined();
  });
});

describe('closing intervals', () => {
  it('are of the selected stages, else of the one that is known worst', () => {
    const worst = worstKnown(result)!;
    const share = (id: string) => {
      const { mean, halfWidth } = result.stages[id]!.meanOccupancy!;
      return halfWidth / mean;
    };
    for (const id of Object.keys(result.stages)) expect(share(worst)).toBeGreaterThanOrEqual(share(id));
    expect(convergenceRows(SCENARIO, result, []).map(({ id }) => id)).toEqual([worst]);
    expect(convergenceRows(SCENARIO, result, ['b', 'out']).map(({ id }) => id)).toEqual(['b']);
  });

  it('end at the interval of the result, with the wanted bounds beside it', () => {
    const asked = { ...result, plan: { ...result.plan, precision: 0.1 } };
    const [row] = convergenceRows(SCENARIO, asked, ['b']);
    const { mean, halfWidth } = result.stages.b!.meanOccupancy!;
    const last = row!.series[0]!.points.at(-1)!;
    expect([last.x, last.y]).toEqual([5, mean]);
    expect(last.high).toBeCloseTo(mean + halfWidth, 12);
    expect(row!.series.slice(1).map(({ points }) => points[0]!.y)).toEqual([mean * 1.1, mean * 0.9]);
  });
});
