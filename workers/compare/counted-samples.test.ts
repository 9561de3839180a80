/** A histogram of few samples differs from the truth by chance: that rejects no model. A wrong model is rejected by many. */

import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import { readReduced } from '../measure/reduce-measurement.ts';
import { openStream } from '../random/random-stream.ts';
import { compareTails } from './agreement.ts';
import { compareWithMeasurement } from './compare-model.ts';
import { shapeOff } from './contract.ts';

const normalised = (weights: readonly number[]): readonly number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};
const levels = (count: number, weight: (n: number) => number) =>
  normalised(Array.from({ length: count }, (_, n) => weight(n)));
const mean = (shares: readonly number[]): number => shares.reduce((sum, share, n) => sum + n * share, 0);

/** By closed forms: an M/M/1 queue at three loads, one of finite capacity that is overloaded, and M/M/∞. */
const TRUTHS = {
  'M/M/1 at 0.5': levels(60, (n) => 0.5 ** n),
  'M/M/1 at 0.8': levels(200, (n) => 0.8 ** n),
  'M/M/1 at 0.95': levels(900, (n) => 0.95 ** n),
  'M/M/1/20 at 1.2': levels(21, (n) => 1.2 ** n),
  'M/M/∞ at 30': levels(120, (n) => Math.exp(n * Math.log(30) - 30 - logFactorial(n))),
};

function logFactorial(n: number): number {
  let sum = 0;
  for (let k = 2; k <= n; k += 1) sum += Math.log(k);
  return sum;
}

/** A table of counts of independent samples. */
function drawn(truth: readonly number[], samples: number, replication: number): string {
  const random = openStream({ seed: 5, replication, node: 'samples', purpose: 'discipline' });
  const counts = truth.map(() => 0);
  for (let i = 0; i < samples; i += 1) {
    let rest = random.uniform();
    let level = 0;
    while (level < truth.length - 1 && rest >= truth[level]!) rest -= truth[level++]!;
    counts[level]! += 1;
  }
  return `occupancy,count\n${counts.map((count, level) => `${level},${count}`).join('\n')}\n`;
}

const scenario = {
  nodes: [
    { id: 'q', kind: 'stage', service: { distribution: 'exponential', rate: 1 } },
    { id: 'end', kind: 'sink' },
  ],
  links: [{ from: 'q', to: 'end' }],
} as const;

async function isRejected(text: string, predicted: readonly number[]): Promise<boolean> {
  const file = text.replace('occupancy,count', 'queue,occupancy,count').replaceAll(/^(?=\d)/gm, 'q,');
  const read = await readReduced(new Blob([file]), { fileName: 'f' }, [{ id: 'q' }]);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const prediction = { q: { meanOccupancy: mean(predicted), occupancyDistribution: predicted } };
  const comparison = compareWithMeasurement(scenario, prediction, read.value.measurement);
  return comparison.rows.some(({ agreement }) => agreement === 'off') || shapeOff(comparison) !== undefined;
}

const DRAWS = examples(400);

async function rejectedShare(truth: readonly number[], samples: number, predicted = truth): Promise<number> {
  const all = await Promise.all(
    Array.from({ length: DRAWS }, (_, draw) => isRejected(drawn(truth, samples, draw), predicted)),
  );
  return all.filter(Boolean).length / DRAWS;
}

describe('a table of counted samples', () => {
  it.each(Object.entries(TRUTHS))('of 100 rejects its own %s in at most one of twenty', async (_, truth) => {
    expect(await rejectedShare(truth, 100)).toBeLessThanOrEqual(0.05);
  });

  it.each([30, 1000])('of %s does so too', async (samples) => {
    expect(await rejectedShare(TRUTHS['M/M/1 at 0.8'], samples)).toBeLessThanOrEqual(0.05);
  });

  describe.each([
    ['M/M/1 at 0.5', TRUTHS['M/M/1 at 0.5']],
    ['M/M/1/20 at 1.2', TRUTHS['M/M/1/20 at 1.2']],
    ['M/M/∞ at 30', TRUTHS['M/M/∞ at 30']],
    ['a load of 0.75 where it is 0.8', levels(200, (n) => 0.75 ** n)],
    ['the same mean at two levels', levels(9, (n) => (n === 0 || n === 8 ? 1 : 0))],
  ])('of 10,000 from another model, %s', (name, predicted) => {
    // The nearest one is the hardest to tell.
    it('rejects it every time', { tags: name.startsWith('a load') ? [] : ['long'] }, async () => {
      expect(await rejectedShare(TRUTHS['M/M/1 at 0.8'], 10_000, predicted)).toBe(1);
    });
  });

  it('is a count of time where its weights are', async () => {
    const stageOf = async (head: string) => {
      const text = `queue,occupancy,${head}\nq,0,30\nq,1,50\nq,2,20\n`;
      const read = await readReduced(new Blob([text]), { fileName: 'f' }, [{ id: 'q' }]);
      return read.ok ? read.value.measurement.stages[0] : undefined;
    };
    for (const head of ['time', 'share', 'time (us)', 'percent'])
      expect(Object.keys((await stageOf(head))!)).not.toContain('samples');
    // Variance 0.49 of 100 samples: t(99) √(0.49 / 99).
    expect(await stageOf('count')).toMatchObject({
      samples: 100,
      halfWidths: { meanOccupancy: expect.closeTo(1.984 * Math.sqrt(0.49 / 99), 4) },
    });
  });
});

it('a handful of samples has no tail', () => {
  expect(compareTails([0.2, 0.2, 0.2, 0.2, 0.2], [10 / 13, 0, 3 / 13], 13).isClose).toBe(true);
});
