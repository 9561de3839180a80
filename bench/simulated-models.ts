/** What the simulator is timed on: stable systems whose busiest servers work 70 to 85 % of the time. */
import {
  delay,
  drawing,
  exponential,
  fork,
  join,
  line,
  sink,
  source,
  stage,
} from '../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario, ScenarioNode, StageNode } from '../core/scenario/scenario.ts';
import { example } from './solver.ts';

/** Stages and delays one after the other, Poisson arrivals. */
const fed = (...nodes: readonly ScenarioNode[]): Scenario => line(source('in', 0.8), ...nodes);

/** Stages of 64, 16 and 16 slots; the first loses what finds none. */
const bounded = (whenFull: 'block' | 'blockBefore'): Scenario =>
  fed(
    ...[64, 16, 16].map((capacity, i) =>
      stage(`stage${i + 1}`, 1, { capacity, whenFull: i === 0 ? 'drop' : whenFull }),
    ),
  );

const busLine = (): Scenario => ({
  ...fed(stage('a', 2, { resource: 'bus' }), stage('b', 1), stage('c', 2, { resource: 'bus' })),
  resources: [{ id: 'bus' }],
});

interface Branch {
  readonly first: string;
  readonly last: string;
  readonly nodes: readonly ScenarioNode[];
  readonly links: readonly string[];
}

/** One stage; or a fork into so many branches, and their join, each with the other widths inside it. */
function branch(id: string, [width, ...inner]: readonly number[]): Branch {
  if (width === undefined) return { first: id, last: id, nodes: [stage(id, 1)], links: [] };
  const [first, last] = [`fork${id}`, `join${id}`];
  const branches = Array.from({ length: width }, (_, i) => branch(`${id}${i + 1}`, inner));
  return {
    first,
    last,
    nodes: [fork(first), ...branches.flatMap(({ nodes }) => nodes), join(last)],
    links: branches.flatMap((one) => [`${first}>${one.first}`, ...one.links, `${one.last}>${last}`]),
  };
}

function forks(...widths: readonly number[]): Scenario {
  const { first, last, nodes, links } = branch('s', widths);
  return drawing([source('in', 0.8), ...nodes, sink()], [`in>${first}`, ...links, `${last}>out`]);
}

type Changes = (plain: StageNode, index: number) => Partial<StageNode>;

/** Twenty stages of one to three servers, two classes, routes by chance forward and a tenth of the elements back. */
function network(changes: Changes = () => ({}), more: Partial<Scenario> = {}): Scenario {
  const count = 20;
  const at = (i: number): string => (i < count ? `s${Math.max(0, i)}` : 'out');
  const stages = Array.from({ length: count }, (_, i): StageNode => {
    const serverCount = 1 + (i % 3);
    const byClass = { b: { service: exponential(1.5 / serverCount) } };
    const plain = stage(at(i), 1.2 / serverCount, { serverCount, byClass });
    return { ...plain, ...changes(plain, i) };
  });
  const links = stages.flatMap((_, i) => {
    const back = `${at(i)}>${at(i - 3)}:0.1`;
    return i === count - 1
      ? [back, `${at(i)}>out:0.9`]
      : [back, `${at(i)}>${at(i + 1)}:0.6`, `${at(i)}>${at(i + 2)}:0.3`];
  });
  return drawing(
    [source('in', 0.5, { class: 'a' }), source('in2', 0.3, { class: 'b' }), ...stages, sink()],
    [`in>${at(0)}`, `in2>${at(1)}`, ...links],
    { classes: [{ id: 'a' }, { id: 'b' }], ...more },
  );
}

/** Every fourth stage otherwise, in two ways by turns. */
const fifthOf =
  (odd: Changes, even: Changes): Changes =>
  (plain, i) =>
    i % 4 !== 2 ? {} : i % 8 === 2 ? odd(plain, i) : even(plain, i);

/** A batch takes as long as four elements elsewhere, whatever their class. */
function bulkNetwork(): Scenario {
  const slow = ({ serverCount = 1 }: StageNode) => ({ service: exponential(0.3 / serverCount), byClass: {} });
  return network(
    fifthOf(
      (plain) => ({ ...slow(plain), bulk: { rule: 'full', size: 4, timeout: 20 } }),
      (plain) => ({ ...slow(plain), bulk: { rule: 'upTo', min: 2, max: 8, timeout: 5 } }),
    ),
  );
}

const priorityNetwork = (): Scenario =>
  network(
    fifthOf(
      () => ({ discipline: 'priority' }),
      () => ({ discipline: 'priority', preemption: 'resume' }),
    ),
    {
      classes: [
        { id: 'a', priority: 1 },
        { id: 'b', priority: 0 },
      ],
    },
  );

/** 200 jobs at a server and three devices that send back to it; every round begins at `start`. */
const closed = (start: StageNode | DelayNode): Scenario =>
  drawing(
    [start, stage('server', 1.2), stage('device1', 0.6), stage('device2', 0.45), stage('device3', 0.3)],
    [
      `${start.id}>server`,
      `server>${start.id}:0.1`,
      'server>device1:0.4',
      'server>device2:0.3',
      'server>device3:0.2',
      'device1>server',
      'device2>server',
      'device3>server',
    ],
    { classes: [{ id: 'jobs', closed: { population: 200, start: start.id } }] },
  );

export interface TimedModel {
  readonly what: string;
  readonly scenario: Scenario;
  /** Seconds of the model's time: some millions of events. */
  readonly horizon: number;
  /** Least speed, as a share of that of the loop in C for the tandem. */
  readonly atLeast: number;
}

/** The first is the model of yardstick.c. The server of the first closed network works all the time. */
export const TIMED: readonly TimedModel[] = [
  { what: 'tandem of three stages with blocking', scenario: bounded('block'), horizon: 2e6, atLeast: 1 },
  {
    what: 'network of 20 stages, feedback, two classes, several servers',
    scenario: network(),
    horizon: 5e5,
    atLeast: 0.34,
  },
  {
    what: 'line of three, bulk service',
    scenario: fed(...['a', 'b', 'c'].map((id) => stage(id, 0.25, { bulk: { rule: 'full', size: 4 } }))),
    horizon: 2e6,
    atLeast: 0.4,
  },
  {
    what: 'line of three, one of them a delay',
    scenario: fed(stage('a', 1), delay('b', 10), stage('c', 1)),
    horizon: 1e6,
    atLeast: 0.4,
  },
  { what: 'line of three, a shared bus', scenario: busLine(), horizon: 1e6, atLeast: 0.4 },
  {
    what: 'line of three, blocking before service',
    scenario: bounded('blockBefore'),
    horizon: 1e6,
    atLeast: 0.4,
  },
  { what: 'fork and join of four', scenario: forks(4), horizon: 8e5, atLeast: 0.4 },
  {
    what: 'network of 20, bulk service in five stages',
    scenario: bulkNetwork(),
    horizon: 2e5,
    atLeast: 0.25,
  },
  {
    what: 'network of 20, priorities in five stages',
    scenario: priorityNetwork(),
    horizon: 2e5,
    atLeast: 0.25,
  },
  { what: 'fork and join, three deep', scenario: forks(2, 2, 2), horizon: 4e5, atLeast: 0.25 },
  {
    what: 'closed network, 5 stations, 200 jobs',
    scenario: closed(stage('desk', 0.15)),
    horizon: 1e6,
    atLeast: 0.25,
  },
  {
    what: 'closed network, most of 200 jobs in a delay',
    scenario: closed(delay('terminals', 2000)),
    horizon: 1e6,
    atLeast: 0.25,
  },
  {
    what: 'shared bus of two flows, the example',
    scenario: example('shared-bus'),
    horizon: 20,
    atLeast: 0.25,
  },
  {
    what: 'bulk tandem of TimeTrial, the example',
    scenario: example('timetrial-bulk-tandem'),
    horizon: 0.25,
    atLeast: 0.25,
  },
  { what: 'search fan-out, the example', scenario: example('search-fan-out'), horizon: 8000, atLeast: 0.25 },
];

/** One source of a million measured times. */
export function traced(): Scenario {
  const values = Array.from({ length: 1_000_000 }, (_, i) => 0.5 + ((i * 7919) % 1000) / 1000);
  return line(source('in', 1, { interarrival: { distribution: 'trace', values } }), stage('a', 1.25));
}
