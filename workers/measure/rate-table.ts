/** Table `tc`: samples of an estimator of the service rate (Beard and Chamberlain 2015), one queue end at a time. */
import type { RateSamples } from '../contract/measuring.ts';
import { readNumber } from './cell-number.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import type { DirectReduction } from './reduce/direct-reduction.ts';
import type { QueueFinder } from './stage-names.ts';
import { type TimeBase, TimeScale } from './stream/time-base.ts';

interface RateContext {
  readonly findQueue: QueueFinder;
  readonly faults: FaultList;
  readonly time: TimeBase;
  readonly direct: DirectReduction;
}

interface Sample {
  readonly row: Row;
  readonly time: number;
  readonly period: number;
  readonly count: number;
  readonly blocked: boolean;
  readonly blockedFor: number;
}

/** A blocked time may exceed its period by this much: two clocks. */
const BLOCKED_SLACK = 1.01;
/** Realised periods further from the usual one are reported. */
const PERIOD_TOLERANCE = 0.01;

export function readRates(tables: readonly Table[], context: RateContext): void {
  const groups = new Map<string, { queue: string; end: 'head' | 'tail'; samples: Sample[] }>();
  for (const row of rowsOf(tables, 'tc')) {
    const queue = context.findQueue(row, context.faults)?.stage?.id;
    const end = row.text('end');
    const sample = sampleOf(row, context);
    if (end !== 'head' && end !== 'tail') {
      context.faults.add('E01', `expected head or tail, got "${end}"`, at(row, 'end'));
    } else if (queue !== undefined && sample) {
      const key = JSON.stringify([queue, end]);
      const group = groups.get(key) ?? { queue, end, samples: [] };
      group.samples.push(sample);
      groups.set(key, group);
    }
  }
  for (const { queue, end, samples } of groups.values()) {
    reportPeriods(queue, samples, context.faults);
    context.direct.of(queue).rates.push(columnsOf(end, samples));
  }
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

function sampleOf(row: Row, { faults, time }: RateContext): Sample | undefined {
  const period = readNumber(row, 'period', { faults });
  const count = readNumber(row, 'count', { integer: true, faults });
  const blockedFor = readNumber(row, 'blockedFor', { faults });
  const ns = new TimeScale(time, row.unitsPerSecond).parse(row.text('time'), false);
  if (ns === undefined)
    faults.add('E01', "expected an integer >= 0 in the table's time unit", at(row, 'time'));
  if (period === undefined || count === undefined || ns === undefined) return undefined;
  if (period === 0) {
    faults.add('E15', 'expected a period > 0', at(row, 'period'));
    return undefined;
  }
  if (blockedFor !== undefined && blockedFor > period * BLOCKED_SLACK) {
    faults.add('E15', `expected at most the period ${period}, got ${blockedFor}`, at(row, 'blockedFor'));
    return undefined;
  }
  const blocked = ['1', 'true'].includes(row.text('blocked')) || (blockedFor ?? 0) > 0;
  return {
    row,
    time: ns / 1e9,
    period: period / row.unitsPerSecond,
    count,
    blocked,
    blockedFor: (blockedFor ?? Number.NaN) / row.unitsPerSecond,
  };
}

function reportPeriods(queue: string, samples: readonly Sample[], faults: FaultList): void {
  const usual = samples.map(({ period }) => period).sort((a, b) => a - b)[samples.length >> 1]!;
  for (const { row, period } of samples) {
    if (Math.abs(period - usual) <= PERIOD_TOLERANCE * usual) continue;
    const message = `queue ${queue}: this period is more than 1 % from the usual one, ${usual.toPrecision(6)} s`;
    faults.add('W15', message, at(row, 'period'));
  }
}

function columnsOf(end: 'head' | 'tail', samples: readonly Sample[]): RateSamples {
  const column = (name: 'time' | 'period' | 'count' | 'blockedFor') =>
    Float64Array.from(samples, (sample) => sample[name]);
  return {
    end,
    time: column('time'),
    period: column('period'),
    count: column('count'),
    blocked: Uint8Array.from(samples, ({ blocked }) => (blocked ? 1 : 0)),
    blockedFor: column('blockedFor'),
  };
}
