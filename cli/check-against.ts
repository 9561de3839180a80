/** `stagegraph check SAMPLES --against TRACE`: do counter samples show what a trace says was inside? */

import { collectRows } from '../workers/measure/collected-rows.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { type Discrepancy, sampledAgainstTraced } from '../workers/measure/sampled-against-traced.ts';
import { TimeBase } from '../workers/measure/stream/time-base.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { BadInput, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

const MOST_SHOWN = 20;

export async function checkAgainst(samplesFile: string, traceFile: string, json: boolean): Promise<void> {
  const time = new TimeBase();
  const [sampled, traced] = [await collect(samplesFile, time), await collect(traceFile, time)];
  if (sampled.samples.length === 0)
    throw new BadInput([`${nameOf(samplesFile)}: holds no counter samples; expected a table counters`]);
  if (traced.trace.arrival.length === 0)
    throw new BadInput([`${nameOf(traceFile)}: holds no visits; expected insertions and departures`]);
  const result = sampledAgainstTraced(sampled.samples, traced.trace);
  if (json) printJson({ queues: sampled.samples.map(({ id }) => id), origin: time.origin, ...result });
  else
    process.stdout.write(
      `${report(
        result,
        sampled.samples.map(({ id }) => id),
      )}\n`,
    );
}

async function collect(file: string, time: TimeBase) {
  const rows = await collectRows(await byteSource(file), nameOf(file), time);
  if (!rows.ok) throw new BadInput(rows.error.map(describeFault));
  for (const fault of rows.value.faults) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  return rows.value;
}

function report(result: Discrepancy, queues: readonly string[]): string {
  const { samples, mismatches, share, outside, tracedDepartures, sampledDepartures, listed } = result;
  const control = sampledDepartures - tracedDepartures;
  const lines = [
    `${queues.length === 1 ? `queue ${queues[0]}` : `queues ${queues.join(' and ')} together`}: ` +
      `${mismatches} of ${samples} samples (${(100 * share).toFixed(2)} %) differ from the trace` +
      `${outside > 0 ? `; ${outside} samples lie outside of it` : ''}.`,
    `Departures: ${sampledDepartures} by the counters, ${tracedDepartures} in the trace up to the last sample; ` +
      `${Math.abs(control)} ${control >= 0 ? 'were not traced' : 'more were traced than counted'}.`,
    `Mean time inside: ${nsText(result.meanDuration)} of all, ${nsText(result.meanMismatchDuration)} of those inside where the two differ.`,
  ];
  if (listed.length === 0) return lines.join('\n');
  const rows = listed
    .slice(0, MOST_SHOWN)
    .map(({ time, sampled, traced, durations }) => [
      (time / 1e9).toFixed(9),
      String(sampled),
      String(traced),
      durations.map(nsText).join(' '),
    ]);
  const more = mismatches > rows.length ? [`and ${mismatches - rows.length} more`] : [];
  return [...lines, '', formatTable(['time, s', 'sampled', 'traced', 'inside for'], rows), ...more].join(
    '\n',
  );
}

const nsText = (ns: number): string => (Number.isFinite(ns) ? `${Math.round(ns)} ns` : 'n/a');
