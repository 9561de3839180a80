/**
 * The examples that come with Java Modelling Tools (Bertoli, Casale & Serazzi 2009), with the results stored in them:
 * of JMVA to all digits, of JSIM as intervals of 99 %.
 */

import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerTo } from '../fixtures/answer.ts';

import { closed, delay, drawn, near, ring, shared, solved } from './drawn.test-support.ts';

describe.each(['mva', 'convolution'] as const)('closed models of JMVA, by %s', (method) => {
  it('two classes of 10 at three stations: JMT, examples/jmva/2cl_3stat_closed.jmva', () => {
    const { stages } = solved(
      drawn(
        [shared('1', { c1: 1, c2: 4 }), shared('2', { c1: 6, c2: 1 }), shared('3', { c1: 2, c2: 5 })],
        [closed('c1', 10, '1'), closed('c2', 10, '1')],
        ring('1', '2', '3'),
      ),
      method,
    );
    const printed = {
      c1: [0.14121166107699962, 0.4612728673960696, 6.3719396700121305, 3.1667874625918007],
      c2: [0.1415716927230991, 1.7835288858202372, 1.2817509945214605, 6.934720119658304],
    };
    for (const [name, [X, ...jobs]] of Object.entries(printed)) {
      near(stages['1']!.byClass![name]!.throughput, X!);
      jobs.forEach((Q, i) => {
        near(stages[String(i + 1)]!.byClass![name]!.meanOccupancy, Q);
      });
    }
    near(stages['2']!.byClass!.c1!.utilization, 0.8472699664619977);
    near(stages['3']!.byClass!.c2!.meanSojournTime, 48.98380450406822);
  });

  it('20 and 16 jobs, a delay and two stations: JMT, examples/jmva/2cl_3stat_whatif_servtime.jmva, steps 1 and 2', () => {
    const at = (stay: number) =>
      solved(
        drawn(
          [
            delay('1', { c1: stay, c2: 2.7 }),
            shared('2', { c1: 1.4337208155246364, c2: 0.028623955142878223 }),
            shared('3', { c1: 0.8882342152904023, c2: 5.25 }),
          ],
          [closed('c1', 20, '1'), closed('c2', 16, '1')],
          ring('1', '2', '3'),
        ),
        method,
      ).stages;
    const first = at(4.25);
    near(first['1']!.byClass!.c1!.meanOccupancy, 2.3104590767085464);
    near(first['1']!.byClass!.c2!.throughput, 0.09849954935749905);
    near(first['2']!.byClass!.c1!.meanOccupancy, 2.740684573990627);
    near(first['2']!.byClass!.c2!.meanOccupancy, 0.01119847922639206);
    near(first['3']!.byClass!.c1!.meanSojournTime, 27.497842366044587);
    near(first['3']!.byClass!.c2!.meanSojournTime, 159.6236007176345);
    near(at(4.694444444444445)['1']!.byClass!.c1!.throughput, 0.5404098087484006);
  });

  it('a queue of 11 places as a ring of 11 jobs: JMT, examples/jmva/1cl_2stat_mm1k.jmva', () => {
    const { stages } = solved(
      drawn([stage('1', 10), stage('2', 1 / 0.1111111)], [closed('c', 11, '1')], ring('1', '2')),
      method,
    );
    near(stages['1']!.throughput, 8.606409233449208);
    near(stages['1']!.meanOccupancy, 4.27690475060417);
    near(stages['2']!.meanSojournTime, 0.7811730847362229);
    near(stages['2']!.utilization, 0.9562675969786983);
  });
});

describe('open and mixed models of JMVA', () => {
  it('an M/M/1: JMT, examples/jmva/1cl_1stat_mm1.jmva', () => {
    const { a } = answerTo(line(source('in', 9), stage('a', 10))).stages;
    near(a!.meanOccupancy, 9.000000000000002);
    near(a!.meanSojournTime, 1.0000000000000002);
    near(a!.utilization, 0.9);
  });

  it('a closed class of 5 and two open ones: JMT, examples/jmva/3c_3stat_mixed.jmva', () => {
    const { stages } = solved(
      drawn(
        [
          source('s2', 0.05, { class: 'c2' }),
          source('s3', 0.02, { class: 'c3' }),
          delay('1', { c1: 5 }),
          shared('2', { c1: 1, c2: 1.1, c3: 1.1 }),
          shared('3', { c1: 1.6, c2: 2.1, c3: 0.5 }),
          { id: 'r', kind: 'router' },
          { id: 'out', kind: 'sink' },
        ],
        [closed('c1', 5, '1'), { id: 'c2' }, { id: 'c3' }],
        [
          { from: 's2', to: '2' },
          { from: 's3', to: '2' },
          { from: '1', to: '2' },
          { from: '2', to: '3' },
          { from: '3', to: 'r' },
          { from: 'r', to: '1', byClass: { c1: 1 } },
          { from: 'r', to: 'out', byClass: { c2: 1, c3: 1 } },
        ],
      ),
      'mva',
    );
    const printed = {
      c1: [0.7988268748026386, 1.940376188920962, 4.291354428577783],
      c2: [0.10718903370979971, 0.34885819190587686, 6.977163838117537],
      c3: [0.04287561348391988, 0.033224589705321605, 1.6612294852660803],
    };
    for (const [name, [at2, at3, stay]] of Object.entries(printed)) {
      near(stages['2']!.byClass![name]!.meanOccupancy, at2!);
      near(stages['3']!.byClass![name]!.meanOccupancy, at3!);
      near(stages['3']!.byClass![name]!.meanSojournTime, stay!);
    }
    near(stages['1']!.byClass!.c1!.meanOccupancy, 2.2607969362763995);
    near(stages['1']!.byClass!.c1!.throughput, 0.4521593872552799);
  });
});

describe('simulated models of JSIM', () => {
  const within = (value: number | undefined, low: number, high: number) => {
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  };

  it('an M/M/1/11: JMT, examples/jsim/qn_models/open_1class_1stat_mm1k.jsimg, number of customers', () => {
    const { a } = answerTo(line(source('in', 9), stage('a', 10, { capacity: 11, whenFull: 'drop' }))).stages;
    within(a!.meanOccupancy, 4.246545196257332, 4.333343026937761);
  });

  it('an M/G/1 with a Coxian of scv 4: JMT, examples/jsim/qn_models/open_1class_1stat_mg1fcfs.jsimg', () => {
    const service = {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-4, 0.5],
        [0, -0.5],
      ],
    } as const;
    const { a } = answerTo(line(source('in', 1), stage('a', 1, { service }))).stages;
    within(a!.meanOccupancy, 1.7035889017243233, 1.7680235903212675);
    within(a!.meanSojournTime, 1.726274562821375, 1.7692387911910532);
  });
});
