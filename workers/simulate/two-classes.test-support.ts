/** For tests: two Poisson classes, an urgent and a patient one, at one stage. */

import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { classed } from './records.test-support.ts';

export const urgent = { id: 'x', priority: 0 };
export const patient = { id: 'y', priority: 1 };

/** Mean 1/2, scv 4: second moment 1.25. */
export const varied: ServiceDistribution = { distribution: 'hyperexponential', mean: 0.5, scv: 4 };

export const twoClasses = (rates: readonly [number, number], more: Partial<StageNode>): Scenario =>
  classed(
    [urgent, patient],
    [
      source('a', rates[0], { class: 'x' }),
      source('b', rates[1], { class: 'y' }),
      { ...stage('s', 1), ...more },
      sink(),
    ],
    ['a>s', 'b>s', 's>out'],
  );
