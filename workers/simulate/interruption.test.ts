import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { classed, recordOf } from './records.test-support.ts';

import { patient, urgent } from './two-classes.test-support.ts';

describe('interruption, by hand', () => {
  it('P2, P4: the latest of the least urgent goes first, and resumes first come first served', () => {
    // Two servers, 4 s each: y at 1 and 2. x at 3 (1 s) interrupts the y of 2 (3 s left), x at 3.5 the y of 1 (1.5 s left).
    // x done at 4: the y of 1 goes on, 4-5.5; x done at 4.5: the y of 2, 4.5-7.5.
    const scenario = classed(
      [urgent, patient],
      [
        source('a', 1, { class: 'x', interarrival: { distribution: 'trace', values: [3, 0.5, 100] } }),
        source('b', 1, { class: 'y', interarrival: { distribution: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          preemption: 'resume',
          serverCount: 2,
          service: { distribution: 'deterministic', mean: 4 },
          byClass: { x: { service: { distribution: 'deterministic', mean: 1 } } },
        }),
        sink(),
      ],
      ['a>s', 'b>s', 's>out'],
    );
    const { s } = recordOf(scenario, 50).stages;
    const [x, y] = s!.classes!;
    expect(x!.sojournTotal).toBeCloseTo(2, 12);
    expect(y!.sojournTotal).toBeCloseTo(4.5 + 5.5, 12);
    expect(y!.waitTotal).toBeCloseTo(0.5 + 1.5, 12);
    expect(s!.waitingTime).toBeCloseTo(2, 12);
    expect(s!.servingTime).toBeCloseTo(10, 12);
  });

  it('P2: what is held is not interrupted', () => {
    // y: 1-2 at s, then held since t serves x-elements of its own until 10. x at 3 waits for the server.
    const scenario = classed(
      [urgent, patient],
      [
        source('a', 1, { class: 'x', interarrival: { distribution: 'trace', values: [3, 100] } }),
        source('b', 1, { class: 'y', interarrival: { distribution: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          preemption: 'resume',
          capacity: 5,
          service: { distribution: 'deterministic', mean: 1 },
        }),
        stage('t', 1, { capacity: 1, service: { distribution: 'deterministic', mean: 8 } }),
        sink(),
      ],
      ['a>s', 'b>s', 's>t', 't>out'],
    );
    // First y at t 2-10; second y served 2-3 and held 3-10; x 10-11 then held to 18.
    const { s } = recordOf(scenario, 30).stages;
    expect(s!.blockedTime).toBeCloseTo(7 + 7, 12);
    expect(s!.classes![0]!.sojournTotal).toBeCloseTo(15, 12);
  });
});
