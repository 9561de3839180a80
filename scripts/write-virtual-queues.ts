/** `npx tsx scripts/write-virtual-queues.ts`: the example measurements of virtual queues, in public/measurements/virtual-queues/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import { BENCHMARKS, benchmarkEvents } from '../workers/virtual-queue/generate-benchmarks.ts';
import { writeHistograms } from '../workers/virtual-queue/generate-histograms.ts';

const folder = new URL('../public/measurements/virtual-queues/', import.meta.url);
mkdirSync(folder, { recursive: true });

for (const benchmark of BENCHMARKS) {
  const { name, notes, asEvents } = benchmark;
  const events = benchmarkEvents(benchmark);
  if (asEvents) writeFileSync(new URL(`${name}.csv`, folder), events.replace('\n', `\n#notes=${notes}\n`));
  else {
    const reduced = await reduceMeasurement(new Blob([events]), { fileName: name });
    if (!reduced.ok) throw new Error(`${name} cannot be read`);
    writeFileSync(new URL(`${name}.json`, folder), writeHistograms(reduced.value, notes));
  }
}
