import { describe, expect, it } from 'vitest';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { updateNode } from '../../core/scenario/edits.ts';
import { modelFingerprint } from '../../core/scenario/measured-model.ts';
import { mercuryScenario } from './fixtures/mercury.ts';
import { solveScenario } from './solve-scenario.ts';

const drawn = line(source('s', 0.8), stage('a', 1));

function told(measured: Omit<StageMeasurement, 'stage'>, scenario = drawn, at = 'a') {
  const measurement = { name: 'run', stages: [{ stage: at, ...measured }] };
  const answer = solveScenario({ ...scenario, measurement }, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer.verdicts.filter(({ code }) => code === 'measured-otherwise').map(verdictText);
}

describe('a measurement in the scenario', () => {
  it('contradicts a queue that is more than twice as long or short', () => {
    expect(told({ meanQueueLength: 3.2 })).toEqual([]);
    expect(told({ meanQueueLength: 9 })).toEqual([
      'The measured queue of a is 9, 2.8 times the 3.2 of M/M/1: there the model is out of its range.',
    ]);
    expect(told({ meanOccupancy: 0.4 })).toHaveLength(1);
  });

  it('contradicts servers that are busy for another share of the time', () => {
    expect(told({ utilization: 0.78 })).toEqual([]);
    expect(told({ utilization: 0.6 })[0]).toContain('busy 60 % of the time, but M/M/1 predicts 80 %');
  });

  it('does not contradict what the digits leave open', () => {
    expect(told({ meanQueueLength: 210 }, mercuryScenario('2'), '1b')).toEqual([]);
    expect(told({ meanQueueLength: 20 }, mercuryScenario('2'), '1b')).toHaveLength(1);
  });

  it('does not doubt a model that was changed since', () => {
    const measurement = { name: 'run', stages: [{ stage: 'a', meanQueueLength: 9 }] };
    const measured = { ...drawn, measurement: { ...measurement, model: modelFingerprint(drawn) } };
    const faster = updateNode(measured, 'a', { serverCount: 2 });
    const found = solveScenario(faster, 'auto');
    const verdicts = found.kind === 'noAnswer' ? [] : found.verdicts;
    const verdict = verdicts.find(({ code }) => code === 'measured-otherwise');
    expect(verdict?.severity).toBe('note');
    expect(verdict && verdictText(verdict)).toBe(
      'The queue length of a was measured 9, and M/M/c now predicts 0.152; the model was changed after the measurement, which may be why.',
    );
    const undone = solveScenario(measured, 'auto');
    expect(undone.kind !== 'noAnswer' && undone.verdicts.map(({ severity }) => severity)).toContain(
      'warning',
    );
  });
});
