/** The shipped micro-benchmarks: read from their files, judged, and held against their truth. */
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS, type Benchmark, benchmarkEvents } from './generate-benchmarks.ts';
import { writeHistograms } from './generate-histograms.ts';
import { judged, reduced } from './judged.test-support.ts';

const fileOf = ({ name, asEvents }: Benchmark): URL =>
  new URL(`../../public/measurements/virtual-queues/${name}.${asEvents ? 'csv' : 'json'}`, import.meta.url);
const MOST_BYTES = 150_000;

describe.each(BENCHMARKS)('$name', (benchmark) => {
  const tags = benchmark === BENCHMARKS[0] ? [] : ['long'];
  it('is a small file without faults, as the generator writes it', { tags }, async () => {
    const text = readFileSync(fileOf(benchmark), 'utf8');
    expect(statSync(fileOf(benchmark)).size).toBeLessThan(MOST_BYTES);
    const events = benchmarkEvents(benchmark);
    const written = benchmark.asEvents
      ? events.replace('\n', `\n#notes=${benchmark.notes}\n`)
      : writeHistograms(await reduced(events), benchmark.notes);
    expect(text === written).toBe(true);
    const { faults } = await reduced(text);
    // Raw departure gaps are told of (W08); they are there to be refused.
    expect(faults.counts.filter(({ code }) => code !== 'W08')).toEqual([]);
  });

  // One of each end, and the one that has to be refused.
  const few = ['mm1-hardware-to-software', 'laplace-into-print', 'correlated-hardware-to-software'];
  const isShort = few.includes(benchmark.name);
  it('gets the verdict that its truth deserves', { tags: isShort ? [] : ['long'] }, async () => {
    const measurement = await reduced(readFileSync(fileOf(benchmark), 'utf8'));
    const report = await judged(measurement, {
      replications: 39,
      ...(benchmark.channel && { channel: benchmark.channel }),
    });
    const outcomes = report.replays.map(({ verdict }) => verdict.outcome);
    const right = benchmark.name.startsWith('correlated') ? 'inconsistent' : 'consistent';
    expect(outcomes).toEqual(benchmark.plan.bus ? ['inconsistent', right] : [right]);
    const truth = report.measured.whole?.mean;
    const predicted = report.replays.at(-1)!.parts.whole!;
    if (truth !== undefined) expect(Math.abs(predicted.mean / truth - 1)).toBeLessThan(0.05);
  });
});
