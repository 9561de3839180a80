/** A stream of elements between two nodes: how many can come at most, and how many come at least. */
import { distributionRange, formOf, replayedTimes } from '../../core/distributions/index.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { batchSizeOf, nameOf } from '../../core/scenario/defaults.ts';
import type { SourceNode } from '../../core/scenario/scenario.ts';
import { type ArrivalCurve, arrivalCurve, delayed, scaled, sumOf } from './arrival-curve.ts';
import type { RateLatency } from './contract.ts';
import { traceArrivals } from './trace-curves.ts';

export interface Flow {
  readonly most: ArrivalCurve;
  /** In any time t at least rate * (t - latency) elements come; absent where there may be none for ever. */
  readonly least?: RateLatency;
}

/** What a source emits, or why there is no bound. */
export function sourceFlow(node: SourceNode): Flow | NoAnswer {
  const { interarrival } = node;
  const batchSize = batchSizeOf(node);
  const values = replayedTimes(interarrival);
  if (values) {
    const most = scaled(traceArrivals(values), batchSize);
    const rate = (batchSize * values.length) / values.reduce((sum, gap) => sum + gap, 0);
    return { most, least: { rate, latency: most.at(-1)!.burst / rate } };
  }
  const { shortest, longest } = distributionRange(interarrival);
  if (!(shortest > 0))
    return noAnswer('arrivalsUnbounded', { name: nameOf(node), distribution: formOf(interarrival) }, node.id);
  const most = arrivalCurve([{ rate: batchSize / shortest, burst: batchSize }]);
  return longest < Number.POSITIVE_INFINITY
    ? { most, least: { rate: batchSize / longest, latency: longest } }
    : { most };
}

/** All streams into one node. */
export function together(flows: readonly Flow[]): Flow {
  const least = flows.flatMap((flow) => (flow.least ? [flow.least] : []));
  const most = sumOf(flows.map((flow) => flow.most));
  if (least.length === 0) return { most };
  const rate = least.reduce((sum, part) => sum + part.rate, 0);
  return { most, least: { rate, latency: Math.max(...least.map(({ latency }) => latency)) } };
}

/** Each element becomes `factor` native ones; what is short of a whole one is kept until the next (C2). */
export function converted(flow: Flow, factor: number): Flow {
  if (factor === 1) return flow;
  const rest = Number.isInteger(factor) ? 0 : 1;
  const most = scaled(flow.most, factor, rest);
  if (!flow.least) return { most };
  const rate = factor * flow.least.rate;
  return { most, least: { rate, latency: flow.least.latency + rest / rate } };
}

/** Every k-th element (round robin). */
export function everyOf(flow: Flow, k: number): Flow {
  const most = scaled(flow.most, 1 / k, 1);
  if (!flow.least) return { most };
  const rate = flow.least.rate / k;
  return { most, least: { rate, latency: flow.least.latency + 1 / rate } };
}

/** After a stay that is up to `jitter` longer for one element than for another. */
export function afterStay({ most, least }: Flow, jitter: number): Flow {
  return {
    most: delayed(most, jitter),
    ...(least && { least: { rate: least.rate, latency: least.latency + jitter } }),
  };
}
