/** The fuzzers (`npm run verify hostile`, `guided`) forget no format that is read: a new one has no place here until they damage it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isModel, MODEL_WORDS } from '../core/imports/read-model.ts';
import { type HostileKind, hostileKinds } from '../verify/hostile-kinds.ts';
import type { MeasurementFormat } from '../workers/measure/contract.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';

/** Kinds by what is read of their sound files; a format that is written in several ways has several. OCEL is told and not read. */
const KINDS: Readonly<Record<Exclude<MeasurementFormat, 'ocel'>, readonly string[]>> = {
  'qtm-csv': ['tables in CSV', 'tasks and visits', 'events'],
  'qtm-json': ['tables in JSON'],
  'qtm-ndjson': ['rows in JSON'],
  parquet: ['Parquet'],
  timetrial: ['TimeTrial'],
  weh: ['Weh'],
  'bayes-qnet': ['bayes-qnet'],
  opentelemetry: ['OTLP'],
  jaeger: ['Jaeger'],
  zipkin: ['Zipkin'],
  'chrome-trace': ['Chrome trace'],
  vcd: ['VCD'],
  prometheus: ['Prometheus', 'pages of Prometheus'],
  'printed-histograms': ['printed histograms', 'JSON of bpftrace'],
  'hdr-percentiles': ['tables of percentiles'],
  'level-table': ['table of levels'],
  'access-log': ['access logs'],
  'hdr-log': ['HdrHistogram'],
  'perf-sched': ['perf sched'],
  'packet-capture': ['captures of packets'],
  xes: ['XES'],
  'mapped-csv': ['mapped CSV', 'event logs', 'table of means'],
};

/** By the words that messages name them with. */
const MODELS: Readonly<Record<string, string>> = {
  'a simulation model of JMT (.jsimg)': 'simulation models of JMT',
  'an analytic model of JMT (.jmva)': 'analytic models of JMT',
  'a queueing network of LINE (JSON)': 'models of LINE',
  'an XML file of SDF3': 'SDF3',
  'a Petri net in PNML': 'Petri nets',
  'files of Vitis HLS': 'regions of Vitis HLS',
};

const FOLDERS = ['public/measurements', 'workers/measure/fixtures/others'].map((folder) =>
  resolve(import.meta.dirname, '..', folder),
);

describe('what the fuzzers damage', () => {
  let kinds: ReadonlyMap<string, HostileKind>;
  beforeAll(async () => {
    kinds = new Map((await hostileKinds()).map((kind) => [kind.name, kind]));
  });

  it.each(Object.entries(KINDS))('%s: sound files of %j', async (format, names) => {
    for (const name of names) {
      const read = new Set<string>();
      for (const bytes of kinds.get(name)!.files) {
        const reduced = await reduceMeasurement(new Blob([new Uint8Array(bytes)]), {
          ...{ fileName: 'f', options: { timeUnit: 'ms' } },
        });
        read.add(reduced.ok ? reduced.value.format : reduced.error.map(({ message }) => message).join('; '));
      }
      expect([...read], name).toContain(format);
    }
  });

  it('every model of other programs', () => {
    expect(Object.keys(MODELS)).toEqual(MODEL_WORDS);
    for (const name of Object.values(MODELS))
      for (const bytes of kinds.get(name)!.files)
        expect(isModel(Buffer.from(bytes).toString().slice(0, 4096)), name).toBe(true);
  });

  it('every example of a measurement', () => {
    // The first lines of a long log are enough.
    const begins = new Set(
      [...kinds.values()].flatMap(({ files }) => files.map((bytes) => beginOf(Buffer.from(bytes)))),
    );
    const forgotten = FOLDERS.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
        .filter(({ name }) => !begins.has(beginOf(readFileSync(join(folder, name)))))
        .map(({ name }) => name),
    );
    expect(forgotten).toEqual([]);
  });
});

const beginOf = (bytes: Buffer): string => bytes.subarray(0, 500).toString('latin1');
