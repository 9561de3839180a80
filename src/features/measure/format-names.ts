import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';

/** What a file is, in words. */
export const FORMAT_NAMES: Readonly<Record<ReducedMeasurement['format'], string>> = {
  'qtm-csv': 'QTM',
  'qtm-json': 'QTM JSON',
  'qtm-ndjson': 'QTM NDJSON',
  parquet: 'Parquet',
  timetrial: 'TimeTrial',
  weh: 'Queue sampling',
  'bayes-qnet': 'bayes-qnet',
  opentelemetry: 'OpenTelemetry',
  jaeger: 'Jaeger',
  zipkin: 'Zipkin',
  'chrome-trace': 'Chrome trace',
  vcd: 'Waveforms (VCD)',
  prometheus: 'Prometheus',
  'printed-histograms': 'bpftrace, BCC',
  'hdr-percentiles': 'HdrHistogram percentiles',
  'level-table': 'Occupancy table',
  'access-log': 'Access log',
  'hdr-log': 'HdrHistogram',
  'perf-sched': 'perf sched',
  ocel: 'object-centric event log',
  'packet-capture': 'Packet capture',
  xes: 'XES event log',
  'mapped-csv': 'CSV',
};
