/** For tests: networks whose jobs change their class, each drawn as a scenario and written down again for `solveSwitched`. */
import {
  delay,
  drawing,
  exponential,
  sink,
  source,
  stage,
} from '../../core/scenario/drawing.test-support.ts';
import type { JobClass, RouterNode, Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { type SwitchedAnswer, type SwitchedNetwork, solveSwitched } from './switched-chain.test-support.ts';

export interface SwitchedCase {
  readonly name: string;
  readonly scenario: Scenario;
  /** Stages and delays in the order of `network.stations`. */
  readonly stations: readonly string[];
  readonly network: SwitchedNetwork;
}

const switching = (id: string, classSwitch: NonNullable<RouterNode['classSwitch']>): RouterNode => ({
  id,
  kind: 'router',
  classSwitch,
});
const closed = (id: string, population: number, start: string): JobClass => ({
  id,
  closed: { population, start },
});

/** Idle jobs become busy ones, are served once or more, are done at a disk, and think again, or go on as busy ones. */
const ring = (
  cpu: Partial<StageNode>,
  station: Partial<SwitchedNetwork['stations'][number]>,
): SwitchedCase => ({
  name: 'a closed chain of three classes',
  scenario: drawing(
    [
      delay('think', 2),
      switching('go', { idle: { busy: 0.9, done: 0.1 } }),
      stage('cpu', 3, cpu),
      switching('judge', { busy: { busy: 0.3, done: 0.7 } }),
      stage('disk', 1.5, { discipline: 'PS', byClass: { busy: { service: exponential(4) } } }),
      switching('back', { done: { idle: 0.8, busy: 0.2 } }),
    ],
    'think>go go>cpu:busy=1 go>disk:done=1 cpu>judge judge>cpu:busy=0.5 judge>disk:busy=0.5,done=1 disk>back back>think:idle=1 back>cpu:done=1,busy=1',
    { classes: [closed('idle', 3, 'think'), closed('busy', 0, 'cpu'), closed('done', 1, 'disk')] },
  ),
  stations: ['think', 'cpu', 'disk'],
  network: {
    stations: [
      {
        order: 'delay',
        mu: [0.5, 0.5, 0.5],
        next: [
          [
            [1, 1, 0.9],
            [2, 2, 0.1],
          ],
          [],
          [],
        ],
      },
      {
        order: 'FCFS',
        ...station,
        mu: [3, 3, 3],
        next: [
          [],
          [
            [1, 1, 0.15],
            [2, 1, 0.15],
            [2, 2, 0.7],
          ],
          [],
        ],
      },
      {
        order: 'PS',
        mu: [1.5, 4, 1.5],
        next: [
          [],
          [[1, 1, 1]],
          [
            [0, 0, 0.8],
            [1, 1, 0.2],
          ],
        ],
      },
    ],
    jobs: [
      [0, 0, 3],
      [2, 2, 1],
    ],
  },
});

export const RING = ring({}, {});
export const RING_OF_TWO_SERVERS = { ...ring({ serverCount: 2 }, { c: 2 }), name: 'with two servers' };
export const RING_BY_LOAD = {
  ...ring({ speeds: [1, 1.6, 2] }, { speeds: [1, 1.6, 2] }),
  name: 'with a server whose speed depends on its load',
};

/** Asks that hit or miss; misses go to the disk and some of them ask again. Stages are finite and lose what finds no room. */
export const CACHE: SwitchedCase = {
  name: 'open classes and loss',
  scenario: drawing(
    [
      source('in', 1.2, { class: 'ask' }),
      source('sure', 0.3, { class: 'hit' }),
      stage('cpu', 2, { capacity: 4, whenFull: 'drop', byClass: { hit: { service: exponential(3) } } }),
      switching('cache', { ask: { hit: 0.75, miss: 0.25 } }),
      stage('disk', 0.5, { capacity: 3, whenFull: 'drop', serverCount: 2 }),
      switching('found', { miss: { ask: 0.4, hit: 0.6 } }),
      sink(),
    ],
    'in>cpu sure>cpu cpu>cache cache>out:hit=1 cache>disk:miss=1 disk>found found>cpu:ask=1 found>out:hit=1',
    { classes: [{ id: 'ask' }, { id: 'hit' }, { id: 'miss' }] },
  ),
  stations: ['cpu', 'disk'],
  network: {
    stations: [
      {
        order: 'FCFS',
        K: 4,
        mu: [2, 3, 2],
        next: [
          [
            [-1, 1, 0.75],
            [1, 2, 0.25],
          ],
          [[-1, 1, 1]],
          [],
        ],
      },
      {
        order: 'FCFS',
        c: 2,
        K: 3,
        mu: [0.5, 0.5, 0.5],
        next: [
          [],
          [],
          [
            [0, 0, 0.4],
            [-1, 1, 0.6],
          ],
        ],
      },
    ],
    arrivals: [
      [0, 0, 1.2],
      [0, 1, 0.3],
    ],
  },
};

export const truthOf = ({ network }: SwitchedCase): SwitchedAnswer => solveSwitched(network);
