/** Traces as a worker offers them. */
import { err } from '../../core/base/result.ts';
import { sniffFormat } from '../measure/formats/sniff-format.ts';
import { headOf } from '../measure/read-rows.ts';
import { analyseTraces } from './analyse-traces.ts';
import type { TraceService } from './contract.ts';
import { readTraces } from './read-traces.ts';

const OF_SPANS = ['opentelemetry', 'jaeger', 'zipkin'];

export function traceService(): TraceService {
  return {
    async holdsSpans(file) {
      const format = sniffFormat((await headOf(file)).text);
      return format !== undefined && OF_SPANS.includes(format);
    },
    async draw(file, fileName, settings) {
      const read = await readTraces(file, { fileName });
      if (!read.ok) return read;
      const answer = analyseTraces(read.value, settings);
      return answer.ok ? answer : err([{ code: 'E21', message: answer.error.message }]);
    },
  };
}
