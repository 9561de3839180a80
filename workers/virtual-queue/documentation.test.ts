/** The page for users has a virtual queue that is judged as it says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { judgeVirtualQueue } from './judge-virtual-queue.ts';
import { reduced } from './judged.test-support.ts';

const page = readFileSync(new URL('../../docs/measurements.md', import.meta.url), 'utf8');

it('docs/measurements.md has a virtual queue that is judged as it says', async () => {
  const section = page.split(/^## /m).find((text) => text.startsWith('Virtual queues\n'))!;
  const measurement = await reduced(/```csv\n(.*?)```/s.exec(section)![1]!);
  expect(measurement.faults.counts).toEqual([]);
  const report = await judgeVirtualQueue(measurement, { queue: 'bus', replications: 39 });
  if (report.kind === 'refused') throw new Error(report.reason);
  expect(report).toMatchObject({ tail: 'bus.tail', head: 'bus.head' });
  expect(report.evidence).toMatchObject({ service: 'nonBlocked', gapCount: 200 });
  expect(report.replays.map(({ model }) => model)).toEqual(['ideal', 'tandem']);
  const { channel, verdict } = report.replays[1]!;
  expect(channel).toMatchObject({ bulkSize: 4 });
  expect(channel!.transferTime).toBeCloseTo(200e-6, 12);
  expect(report.measured.tail!.mean).toBeCloseTo(3.5205, 9);
  expect(section).toContain(`\`${verdict.outcome}\`, as here`);
  for (const check of report.checks.slice(0, 3)) expect(check.status).toBe('unknown');
});
