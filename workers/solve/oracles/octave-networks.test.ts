/** Product-form networks, open, closed and mixed, against GNU Octave's `queueing` package. */

import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Link, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { linearizer, schweitzer } from '../networks/approximate-mva.ts';
import type { ClosedModel, ClosedStation } from '../networks/closed-model.ts';
import { convolution } from '../networks/convolution.ts';
import { exactMva } from '../networks/exact-mva.ts';
import { solveScenario } from '../solve-scenario.ts';
import { expectOctave, octave } from './octave.test-support.ts';

function solved(drawn: Scenario, method: MethodName): SolveAnswer {
  const outcome = solveScenario(drawn, method, false);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  expect(outcome.exact).toBe(true);
  return outcome;
}

const measures = ({ stages }: SolveAnswer, ids: readonly string[]) => ({
  U: ids.map((id) => stages[id]!.utilization),
  R: ids.map((id) => stages[id]!.meanSojournTime),
  Q: ids.map((id) => stages[id]!.meanOccupancy),
  X: ids.map((id) => stages[id]!.throughput),
});

const IDS = ['1', '2', '3', '4'];
/** Processor sharing, with a mean service for each class. */
const shared = (id: string, times: Readonly<Record<string, number>>): StageNode =>
  stage(id, 1, {
    discipline: 'PS',
    byClass: Object.fromEntries(
      Object.entries(times).map(([name, mean]) => [
        name,
        { service: { distribution: 'exponential', mean } as const },
      ]),
    ),
  });

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), open networks", () => {
  it('open network with feedback, Bolch et al. 1998, example 7.4, p. 287', () => {
    const drawn = drawing(
      [source('s', 4), ...[0.04, 0.03, 0.06, 0.05].map((S, i) => stage(IDS[i]!, 1 / S)), sink()],
      ['s>4', '4>1', '1>2:0.5', '1>3:0.5', '2>1', '3>1:0.6', '3>out:0.4'],
    );
    expectOctave(
      'open network with feedback, Bolch et al. 1998, example 7.4, p. 287',
      measures(solved(drawn, 'auto'), IDS),
    );
  });

  it('open central server, Lazowska et al. 1984, p. 113', () => {
    const drawn = drawing(
      [source('s', 0.3), ...[0.005, 0.03, 0.027].map((S, i) => stage(IDS[i]!, 1 / S)), sink()],
      ['s>1', `1>2:${70 / 121}`, `1>3:${50 / 121}`, `1>out:${1 / 121}`, '2>1', '3>1'],
    );
    const answer = measures(solved(drawn, 'productForm'), IDS.slice(0, 3));
    expectOctave('open central server, Lazowska et al. 1984, p. 113', answer);
  });

  it('two open classes, processor sharing', () => {
    const drawn: Scenario = {
      ...drawing(
        [
          source('sa', 0.3, { class: 'a' }),
          source('sb', 0.2, { class: 'b' }),
          shared('1', { a: 0.5, b: 1.2 }),
          shared('2', { a: 1.1, b: 0.6 }),
          shared('3', { a: 0.4, b: 0.8 }),
          sink(),
        ],
        ['sa>1', 'sb>1', '1>2', '2>3', '3>out'],
      ),
      classes: [{ id: 'a' }, { id: 'b' }],
    };
    const { stages } = solved(drawn, 'auto');
    const of = (name: 'utilization' | 'meanSojournTime' | 'meanOccupancy' | 'throughput') =>
      ['a', 'b'].map((id) => ['1', '2', '3'].map((at) => stages[at]!.byClass![id]![name]));
    expectOctave('two open classes, processor sharing', {
      U: of('utilization'),
      R: of('meanSojournTime'),
      Q: of('meanOccupancy'),
      X: of('throughput'),
    });
  });
});

const DELAY = Number.POSITIVE_INFINITY;
const at = (visits: readonly number[], times: readonly number[], servers = 1): ClosedStation => ({
  visits,
  times,
  servers,
});

interface Closed {
  readonly what: string;
  readonly model: ClosedModel;
  /** Stations that Octave counts as a think time beside the others: at the end of `model`, not in its numbers. */
  readonly thinking?: number;
}

const twoServers: ClosedModel = {
  populations: [3],
  stations: [at([1], [0.5], 2), at([0.5], [0.6]), at([0.5], [0.8]), at([1], [1], DELAY)],
};
const threeClasses = [
  [0.3, 0.4, 0.2],
  [0.2, 0.6, 0.1],
  [0.5, 0.1, 0.7],
  [0.1, 0.3, 0.4],
].map((times) => at([1, 1, 1], times));
const think = at([1, 1, 1], [2, 3, 5], DELAY);

const CLOSED: readonly Closed[] = [
  { what: 'closed, two servers and a delay, Bolch et al. 1998, example 8.4, p. 333', model: twoServers },
  { what: 'closed, load-dependent, Bolch et al. 1998, example 8.7, p. 349', model: twoServers },
  {
    what: 'closed, 60 jobs, convolution',
    model: {
      populations: [60],
      stations: [at([1], [0.02]), at([0.4], [0.2]), at([0.2], [0.4]), at([0.1], [0.6])],
    },
  },
  {
    what: 'closed, servers 3 and 5, load-dependent convolution',
    model: { populations: [40], stations: [at([1], [2], 3), at([1], [1], 5), at([1], [0.5])] },
  },
  {
    what: 'closed, delay 15, demands 2.1, 0.605, 1.35',
    model: {
      populations: [10],
      stations: [at([1], [2.1]), at([1], [0.605]), at([1], [1.35]), at([1], [15], DELAY)],
    },
    thinking: 1,
  },
  {
    what: 'closed, 3 classes at 4 stations and a delay',
    model: { populations: [4, 3, 5], stations: [...threeClasses, think] },
  },
];

/** As Octave lists them: of one class by station, of several by class and station. */
function listed(
  { what, model, thinking = 0 }: Closed,
  { throughput, occupancy }: ReturnType<typeof exactMva>,
) {
  const stations = model.stations.slice(0, model.stations.length - thinking);
  const all = {
    X: throughput.map((X, r) => stations.map(({ visits }) => X * visits[r]!)),
    Q: throughput.map((_, r) => stations.map((__, i) => occupancy[i]![r]!)),
  };
  const U = all.X.map((row, r) => row.map((X, i) => (X * stations[i]!.times[r]!) / stations[i]!.servers));
  const R = all.Q.map((row, r) => row.map((Q, i) => Q / all.X[r]![i]!));
  const kept = Object.keys(octave(what));
  return Object.fromEntries(Object.entries({ ...all, U, R }).filter(([name]) => kept.includes(name)));
}

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), closed networks", () => {
  it.each(CLOSED)('$what, by mean value analysis', (closed) => {
    expectOctave(closed.what, listed(closed, exactMva(closed.model)));
  });

  it.each(CLOSED)('$what, by convolution', (closed) => {
    expectOctave(closed.what, listed(closed, convolution(closed.model)!));
  });

  it('closed, 3 classes at 4 stations and a delay, Bard-Schweitzer, and Linearizer nearer to the truth', () => {
    const what = 'closed, 3 classes at 4 stations and a delay, Bard-Schweitzer';
    const model = { populations: [4, 3, 5], stations: [...threeClasses, think] };
    const ours = schweitzer(model);
    expectOctave(what, listed({ what, model, thinking: 1 }, ours));
    const truth = exactMva(model).throughput;
    const worst = (rates: readonly number[]) => Math.max(...rates.map((X, r) => Math.abs(X / truth[r]! - 1)));
    expect(worst(linearizer(model).throughput)).toBeLessThan(worst(ours.throughput));
  });
});

interface Mixed {
  readonly nodes: readonly ScenarioNode[];
  readonly classes: readonly JobClass[];
  readonly links: readonly Link[];
}

const closed = (id: string, population: number): JobClass => ({ id, closed: { population, start: '1' } });

function expectMixed(what: string, { nodes, classes, links }: Mixed) {
  const { stages } = solved({ ...drawing(nodes, []), classes, links }, 'mva');
  const of = (name: 'meanOccupancy' | 'throughput') =>
    classes.map(({ id }) => ['1', '2'].map((at) => stages[at]!.byClass![id]![name]));
  expectOctave(what, { Q: of('meanOccupancy'), X: of('throughput') });
}

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), mixed networks", () => {
  it('mixed, two open and two closed classes, Bolch et al. 1998, example 8.6, p. 345', () => {
    expectMixed('mixed, two open and two closed classes, Bolch et al. 1998, example 8.6, p. 345', {
      nodes: [
        source('s1', 0.5, { class: 'c1' }),
        source('s2', 0.25, { class: 'c2' }),
        shared('1', { c1: 0.4, c2: 0.8, c3: 0.3, c4: 0.5 }),
        shared('2', { c1: 0.6, c2: 1.6, c3: 0.5, c4: 0.8 }),
        { id: 'r', kind: 'router' },
        sink(),
      ],
      classes: [{ id: 'c1' }, { id: 'c2' }, closed('c3', 1), closed('c4', 1)],
      links: [
        { from: 's1', to: '1' },
        { from: 's2', to: '1' },
        { from: '1', to: 'r' },
        { from: 'r', to: '2', byClass: { c1: 0.5, c2: 0.6, c3: 0.5, c4: 0.4 } },
        { from: 'r', to: '1', byClass: { c3: 0.5, c4: 0.6 } },
        { from: 'r', to: 'out', byClass: { c1: 0.5, c2: 0.4 } },
        { from: '2', to: '1' },
      ],
    });
  });

  it('mixed, an open class beside 7 jobs', () => {
    expectMixed('mixed, an open class beside 7 jobs', {
      nodes: [
        source('s', 0.4, { class: 'o' }),
        shared('1', { o: 0.5, j: 0.7 }),
        shared('2', { o: 0.9, j: 0.3 }),
        { id: 'r', kind: 'router' },
        sink(),
      ],
      classes: [{ id: 'o' }, closed('j', 7)],
      links: [
        { from: 's', to: '1' },
        { from: '1', to: '2' },
        { from: '2', to: 'r' },
        { from: 'r', to: '1', byClass: { j: 1 } },
        { from: 'r', to: 'out', byClass: { o: 1 } },
      ],
    });
  });
});
