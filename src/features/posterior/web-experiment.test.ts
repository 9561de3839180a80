import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assert } from '../../../core/base/assert.ts';
import { distributionMean } from '../../../core/distributions/index.ts';
import { compileProblem } from '../../../workers/posterior/compile-problem.ts';
import { observeTasks } from '../../../workers/posterior/task-network.test-support.ts';
import { simulateWeb, WEB_TIERS } from '../../../workers/posterior/web-experiment.test-support.ts';
import { spanOf, windowOf } from '../../../workers/posterior/windows.ts';
import { TRUE_WHOLE, TRUE_WINDOWS, type TrueShares, trueMeanService } from './web-experiment.ts';

const SEED = 4;
const known = simulateWeb(1500, SEED);

/** Shares of the response time that the chosen tasks spend waiting and in service, by tier. */
function sharesOf(isMeant: (task: number) => boolean): TrueShares {
  const sums: Record<string, { waiting: number; service: number }> = {};
  let whole = 0;
  for (const visit of known.visits.filter((_, task) => isMeant(task)).flat()) {
    const sum = sums[visit.state] ?? { waiting: 0, service: 0 };
    sums[visit.state] = sum;
    sum.waiting += visit.start - visit.arrival;
    sum.service += visit.departure - visit.start;
    whole += visit.departure - visit.arrival;
  }
  return Object.fromEntries(
    Object.entries(sums).map(([state, { waiting, service }]) => [
      state,
      { waiting: waiting / whole, service: service / whole },
    ]),
  );
}

function expectClose(one: TrueShares, other: TrueShares): void {
  expect(Object.keys(one)).toEqual(Object.keys(other));
  for (const [state, { waiting, service }] of Object.entries(one)) {
    expect(waiting).toBeCloseTo(other[state]!.waiting, 3);
    expect(service).toBeCloseTo(other[state]!.service, 3);
  }
}

describe('the truth of the web experiment', () => {
  it('is that of the simulation which the shipped file was made by', () => {
    const tasks = observeTasks(known, 0.5, SEED);
    const rows = tasks.task.flatMap((task, i) =>
      tasks.queue[i] === 'DB' ? [`${task},2,DATABASE,DB,${Math.round(tasks.arrival[i]! * 1e9)}`] : [],
    );
    const file = readFileSync('public/measurements/web-requests.csv', 'utf8').split('\n');
    const shipped = file.filter((line) => line.includes(',DB,') && line.startsWith('t'));
    expect(shipped.map((line) => line.split(',').slice(0, 5).join(','))).toEqual(rows);
  });

  it('says where the time of all requests went, window by window', () => {
    const problem = compileProblem({
      tasks: observeTasks(known, 0.5, SEED),
      queues: WEB_TIERS.flatMap(({ queues }) => queues.map(({ id }) => ({ id, discipline: 'RSS' }))),
    });
    assert(problem.ok, 'the example compiles');
    expect(spanOf(problem.value).to).toBeCloseTo(known.entries.at(-1)!, 6);
    expectClose(
      TRUE_WHOLE,
      sharesOf(() => true),
    );
    for (const [w, shares] of TRUE_WINDOWS.entries())
      expectClose(
        shares,
        sharesOf((task) => windowOf(problem.value, known.entries[task]!) === w),
      );
  });

  it('says how long services take in a mean', () => {
    for (const { id, service } of WEB_TIERS.flatMap(({ queues }) => queues))
      expect(trueMeanService(id)).toBeCloseTo(distributionMean(service), 12);
  });
});
