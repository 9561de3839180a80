import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { delay, line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { recordOf } from './records.test-support.ts';
import { simulateNow } from './simulate-scenario.ts';

const MESSAGE = 'More than 16,777,216 elements are in "a": it receives more than it can serve.';

describe('a queue that grows for ever', () => {
  it('E7: ends the run before it ends the memory', () => {
    const beat = { distribution: 'deterministic', mean: 1 } as const;
    // A million elements every second, of which next to none is ever served.
    const flood = source('in', 1, { interarrival: beat, batchSize: 2 ** 20 });
    const network = line(flood, stage('a', 1e-6, { discipline: 'LCFS' }));
    const outcome = simulateNow(network, { horizon: 1e9, warmup: 0, replications: 2 });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'unstable', stage: 'a' });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(MESSAGE);
  });

  it.each([3e9, 2 ** 32 + 1])('has room where the capacity is %d', (capacity) => {
    const roomy = line(source('in', 5), stage('a', 6, { capacity, whenFull: 'drop' }));
    expect(recordOf(roomy, 20)).toEqual(recordOf(line(source('in', 5), stage('a', 6)), 20));
  });

  it('E7: also where all are in service', () => {
    const beat = { distribution: 'deterministic', mean: 1 } as const;
    const network = line(source('in', 1, { interarrival: beat, batchSize: 2 ** 22 }), delay('a', 1e9));
    const outcome = simulateNow(network, { horizon: 1e9, warmup: 0, replications: 2 });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(MESSAGE);
  });
});
