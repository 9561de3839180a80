/** Measurements with lost rows: a prediction from them is named as what it is, and none is made. */
import { describe, expect, it } from 'vitest';
import { type BenchmarkPlan, generateTrace, writeEvents } from './generate-benchmarks.ts';
import { judged, reduced, refusal } from './judged.test-support.ts';

const PLAN: BenchmarkPlan = {
  insertions: { distribution: 'exponential', mean: 1.25 },
  services: { distribution: 'exponential', mean: 1 },
  elements: 6000,
  seed: 11,
};
const BUS = { bulkSize: 32, transferTime: 16 };
const FEW = { replications: 39 };

/** Without a table of transfers their time is seen by the events alone. */
const withoutTransfers = (text: string): string => text.replace(/#qtm 1 hist [^#]*/g, '');

function written(
  plan: BenchmarkPlan,
  isLost: (row: string, number: number) => boolean,
  changed: (text: string) => string = (text) => text,
) {
  const trace = generateTrace(plan);
  const end = trace.insertion.at(-1)!;
  const text = writeEvents({ trace, ...(plan.bus && { bus: plan.bus }), frame: end / 4, end });
  let number = 0;
  const isEvent = (line: string): boolean => /^\w+,\d+,[ID],/.test(line);
  return reduced(
    changed(text)
      .split('\n')
      .filter((line) => !isEvent(line) || !isLost(line, number++))
      .join('\n'),
  );
}

const every = (kind: RegExp, n: number) => {
  let seen = 0;
  return (row: string): boolean => kind.test(row) && ++seen % n === 0;
};

describe('lost rows', () => {
  it('of departures are refused with the ledger, and the whole trace is believed', async () => {
    const whole = await judged(await written(PLAN, () => false), FEW);
    expect(whole.replays.at(-1)!.verdict.outcome).not.toBe('inconsistent');
    expect(await refusal(await written(PLAN, every(/,D,/, 50)), FEW)).toMatch(
      /^the events do not add up, .*queue queue: of [56],\d{3} elements that came 5,8\d\d left, 1\d\d \(2 %\) did not, and it was never empty in the last 9\d(\.\d)? % of the time\. Departures are missing, or it grows without end\. Its server would be busy 10\d(\.\d)? % of the time/,
    );
  });

  it('of insertions are refused', async () => {
    expect(await refusal(await written(PLAN, every(/,I,/, 50)), FEW)).toMatch(
      /departures \(.*\) found nothing to take\. Insertions are missing/,
    );
  });

  it('on the other side of a bus are refused', { tags: ['long'] }, async () => {
    const lost = await written({ ...PLAN, bus: BUS }, every(/^head,\d+,I/, 20));
    expect(await refusal(lost, FEW)).toMatch(
      /elements left tail and 5,\d\d\d reached head\. Rows of head are/,
    );
    const right = await judged(await written({ ...PLAN, bus: BUS }, () => false), FEW);
    expect(right.replays.at(-1)!.verdict.outcome).not.toBe('inconsistent');
  });

  it('are named before what they make of the times of transfers', async () => {
    const plan = { ...PLAN, bus: BUS };
    const lost = await written(plan, every(/^tail,\d+,I/, 50), withoutTransfers);
    expect(await refusal(lost, FEW)).toMatch(
      /^the events do not add up, .*departures .* found nothing to take/,
    );
    const right = await judged(await written(plan, () => false, withoutTransfers), FEW);
    expect(right.replays.at(-1)!.verdict.outcome).not.toBe('inconsistent');
    expect(right.replays.at(-1)!.channel!.transferTime).toBeCloseTo(BUS.transferTime, 6);
  });
});
