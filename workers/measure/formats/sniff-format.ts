/** Which format a measurement file is written in, from its first bytes as text. */
import type { MeasurementFormat } from '../contract.ts';
import { isTableName } from '../qtm-format.ts';
import { JsonElements } from '../stream/json-elements.ts';
import { isAccessLog } from './access-log.ts';
import { isBpftraceJson } from './bpftrace-json.ts';
import { isHdrLog } from './hdr-log.ts';
import { holdsPercentileTable } from './hdr-percentiles.ts';
import { jsonRowsOf } from './mapped-json.ts';
import { isPerfSched } from './perf-sched.ts';
import { isPrometheusPage } from './prometheus.ts';
import { holdsTextHistogram, isLevelTable } from './text-histograms.ts';
import { isVcd } from './vcd.ts';

/** How much of a file is looked at. */
export const HEAD_BYTES = 65_536;

/** `head` begins the decoded text. Undefined for what no measurement begins with. */
export function sniffFormat(head: string): MeasurementFormat | undefined {
  const text = head.trimStart();
  if (text === '') return undefined;
  if (text.startsWith('PAR1')) return 'parquet';
  if (/^\s*(inCount|outCount|timestamp|queueId)\s*=/m.test(text.slice(0, 2000))) return 'weh';
  if (text.startsWith('{') || text.startsWith('['))
    return jsonFormat(text) ?? (jsonRowsOf(text) ? 'mapped-csv' : undefined);
  if (/^#\s*qtm\b/i.test(text)) return 'qtm-csv';
  if (isPrometheusPage(text)) return 'prometheus';
  if (/^[sd],\d+,/.test(text)) return 'timetrial';
  if (
    /^EID\s+TID\s+QID\s/.test(text) ||
    /^-\s*(!\S+\s*)?(\{|\n|)\s*(arrival|departure|obs|queue|state|task)\s*:/m.test(text)
  )
    return 'bayes-qnet';
  if (isObjectCentric(text)) return 'ocel';
  if (/^<\?xml\b[\s\S]*?<log\b|^<log\b/.test(text.slice(0, 4000))) return 'xes';
  if (isVcd(text)) return 'vcd';
  if (isHdrLog(text)) return 'hdr-log';
  if (holdsPercentileTable(text)) return 'hdr-percentiles';
  if (holdsTextHistogram(text)) return 'printed-histograms';
  if (isPerfSched(text)) return 'perf-sched';
  if (isAccessLog(text)) return 'access-log';
  if (isLevelTable(text)) return 'level-table';
  return 'mapped-csv';
}

/** OCEL as XML or as a table, of either version. */
const isObjectCentric = (text: string): boolean =>
  /^<[\s\S]*(?:<object-types\b|key="(?:object-types|omap)")/.test(text) || /^"?ocel:\w/.test(text);

/** By the names of the keys, since a long file is cut off here in the middle. */
function jsonFormat(text: string): MeasurementFormat | undefined {
  const has = (key: string): boolean => text.includes(`"${key}"`);
  if (!has('qtm') && holdsLongTable(text)) return 'qtm-json';
  if (has('ocel:global-log') || has('ocel:events') || (has('objectTypes') && has('eventTypes')))
    return 'ocel';
  if (has('resourceSpans') || has('scopeSpans') || has('instrumentationLibrarySpans')) return 'opentelemetry';
  if (has('traceID') && (has('spans') || has('spanID'))) return 'jaeger';
  if (has('traceId') && (has('localEndpoint') || has('parentId'))) return 'zipkin';
  if (has('traceEvents') || (has('ph') && has('ts') && has('pid'))) return 'chrome-trace';
  if (has('sampledata') || (has('inCount') && !has('qtm'))) return 'weh';
  if (has('resultType')) return 'prometheus';
  if (isBpftraceJson(text)) return 'printed-histograms';
  if (!has('qtm')) return undefined;
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  return /^\{.*"table"\s*:.*\}\s*$/.test(firstLine) ? 'qtm-ndjson' : 'qtm-json';
}

/** A list with the name of a table in a document that is not all here: its version may stand behind, as where keys are sorted. */
function holdsLongTable(text: string): boolean {
  const lists = new Set<string>();
  const json = new JsonElements({ element: (key) => lists.add(key), value: () => {} });
  const isJson = json.push(new TextEncoder().encode(text));
  return isJson && !json.isComplete && [...lists].some(isTableName);
}
