import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { delay, line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { recordOf } from './records.test-support.ts';
import { replicateNow } from './replicate.ts';
import { simulateNow } from './simulate-scenario.ts';

const MESSAGE = 'More than 16,777,216 elements are in "a": it receives more than it can serve.';

describe('a queue that grows for ever', () => {
  // Most of it is filling the memory, as in what follows.
  it('E7: ends the run before it ends the memory', { tags: ['long'] }, () => {
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

  // Ten seconds; the same limit ends the queue above, and this way to it is left to `npm run verify tests`.
  it('E7: also where all are in service', { tags: ['long'] }, () => {
    const beat = { distribution: 'deterministic', mean: 1 } as const;
    const network = line(source('in', 1, { interarrival: beat, batchSize: 2 ** 22 }), delay('a', 1e9));
    const outcome = simulateNow(network, { horizon: 1e9, warmup: 0, replications: 2 });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(MESSAGE);
  });

  // Half a minute; what is said of it is said above of networks.
  it.runIf(process.env.PROPERTY_SEED)('E7: in a line of single servers, too', () => {
    const beat = { distribution: 'deterministic', mean: 1 } as const;
    const flood = source('in', 1, { interarrival: beat, batchSize: 2 ** 22 });
    const plan = { seed: 1, replications: 1, horizon: 1e9, warmup: 0 };
    const outcome = replicateNow(line(flood, stage('a', 1e-6)), plan, 0);
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(MESSAGE);
  });
});

describe('what the memory does not hold', () => {
  const plan = { seed: 1, replications: 1, horizon: 20, warmup: 0 };

  it('is refused before the first event, with what there is too much of', () => {
    const outcome = replicateNow(line(source('in', 1), stage('a', 1, { serverCount: 1e7 })), plan, 0);
    expect(outcome).toMatchObject({ code: 'tooLargeToSimulate' });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(
      'The simulator has memory for 4,000,000 servers; here are 10,000,000.',
    );
  });

  it('B2: is no batch that takes whatever waits', () => {
    const all = line(source('in', 5), stage('a', 1, { bulk: { rule: 'upTo', min: 1, max: 1e8 } }));
    const some = line(source('in', 5), stage('a', 1, { bulk: { rule: 'upTo', min: 1, max: 1000 } }));
    expect(replicateNow(all, plan, 0)).toEqual(replicateNow(some, plan, 0));
  });
});
