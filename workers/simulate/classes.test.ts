import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import {
  classed,
  expectRecords,
  meanIn,
  recordOf,
  servedRate,
  timeOfClass,
  waitOfClass,
} from './records.test-support.ts';

import { twoClasses, varied } from './two-classes.test-support.ts';

describe('classes', () => {
  it('PS1: in M/G/1 processor sharing each class spends S/(1-rho), whatever its distribution', () => {
    const scenario = twoClasses([0.5, 0.25], {
      discipline: 'PS',
      byClass: { x: { service: varied }, y: { service: { distribution: 'deterministic', mean: 1.2 } } },
    });
    const rest = 1 - 0.25 - 0.3;
    expectRecords(scenario, 4000, [
      timeOfClass('s', 0, 0.5 / rest),
      timeOfClass('s', 1, 1.2 / rest),
      meanIn('s', 0.55 / 0.45),
    ]);
  });

  it('R1, F1, C2: shares, filters and conversion of a class of its own', () => {
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('a', 1, { class: 'x' }),
        source('b', 0.5, { class: 'y' }),
        stage('s', 5, { passProbability: 0.5, byClass: { y: { passProbability: 0.8 } } }),
        stage('t', 5, { conversionFactor: 0.5, byClass: { y: { conversionFactor: 2 } } }),
        stage('u', 5),
        sink(),
      ],
      ['a>s', 'b>s', 's>t:x=0.2,y=0.9', 's>u:x=0.8,y=0.1', 't>out', 'u>out'],
    );
    expectRecords(scenario, 2000, [
      {
        what: 'x at t',
        value: 1 * 0.5 * 0.2 * 0.5,
        of: ({ stages, duration }) => stages.t!.classes![0]!.served / duration,
      },
      {
        what: 'y at t',
        value: 0.5 * 0.8 * 0.9 * 2,
        of: ({ stages, duration }) => stages.t!.classes![1]!.served / duration,
      },
      {
        what: 'x at u',
        value: 1 * 0.5 * 0.8,
        of: ({ stages, duration }) => stages.u!.classes![0]!.served / duration,
      },
      {
        what: 'y at u',
        value: 0.5 * 0.8 * 0.1,
        of: ({ stages, duration }) => stages.u!.classes![1]!.served / duration,
      },
    ]);
  });

  it('N1: a class that changes leaves the draws of the others as they are', () => {
    const scenario = (mean: number) =>
      twoClasses([0.3, 0.3], {
        discipline: 'PS',
        serverCount: 1000,
        byClass: { y: { service: { distribution: 'exponential', mean } } },
      });
    const [quick, slow] = [1, 50].map((mean) => recordOf(scenario(mean), 2000).stages.s!.classes!);
    expect(quick![0]!.sojournTotal).toBeCloseTo(slow![0]!.sojournTotal, 6);
    expect(quick![1]!.sojournTotal).toBeLessThan(slow![1]!.sojournTotal / 10);
  });

  it('servers of FCFS with a distribution per class: M/G/1 with the mixture', () => {
    const scenario = twoClasses([0.4, 0.3], {
      byClass: { x: { service: varied }, y: { service: { distribution: 'deterministic', mean: 1.5 } } },
    });
    const wait = (0.4 * 1.25 + 0.3 * 2.25) / 2 / (1 - 0.65);
    expectRecords(scenario, 6000, [
      waitOfClass('s', 0, wait),
      waitOfClass('s', 1, wait),
      servedRate('s', 0.7),
    ]);
  });
});
