/** How each stage goes, read from a pilot or from the records of a run: what its relaxation time is estimated from. */

import type { ServiceDistribution } from '../../core/distributions/distribution.ts';
import { distributionMean, distributionScv } from '../../core/distributions/distribution-moments.ts';
import {
  isStage,
  type JobClass,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from './contract.ts';
import { Inflow } from './inflow.ts';
import type { ReplicationRecord, StageRecord } from './records.ts';
import { relaxationTime } from './relaxation.ts';

/** Fewer services leave the rates of a stage unknown. */
const ENOUGH_SERVICES = 100;
/** Intervals of a record that are counted together for the dispersion of arrivals. */
const WINDOW = 4;
/** A server that is held for less than this share of the time is not held up. */
const HELD_SHARE = 0.01;

/** Relaxation time per stage, s. Absent: a stage that has served little, and one that is offered more than it can serve without bound. */
export function relaxationTimes(
  scenario: Scenario,
  plan: Pick<SimulationPlan, 'warmup' | 'horizon'>,
  records: readonly ReplicationRecord[],
): ReadonlyMap<NodeId, number> {
  const flow = new FlowSeen(scenario, records, plan.warmup / plan.horizon);
  const times = scenario.nodes.filter(isStage).flatMap((node): [NodeId, number][] => {
    const time = timeOf(node, flow);
    return time === undefined ? [] : [[node.id, time]];
  });
  return new Map(times);
}

function timeOf(node: StageNode, flow: FlowSeen): number | undefined {
  const served = flow.sum(node.id, (stage) => stage.served);
  if (served < ENOUGH_SERVICES) return undefined;
  const batch = largestBatch(node);
  const { mean: meanServiceTime, scv } = flow.service(node);
  const serviceRate = (((node.serverCount ?? 1) * batch) / meanServiceTime) * (1 - flow.heldShare(node.id));
  const variability = (flow.dispersion(node.id) + batch * scv) / 2;
  const places = flow.places(node);
  const rho = flow.arrivalRate(node) / serviceRate;
  // Rates are known to about this share: the standard error of arrivals less services over their number.
  const doubt = Math.min(0.5, Math.sqrt((2 * variability) / served));
  const bounded = Number.isFinite(places);
  if (!bounded && rho > 1 + 3 * doubt) return undefined;
  const arrivalRate = serviceRate * (bounded ? rho : Math.min(rho, 1 - doubt));
  return relaxationTime({ arrivalRate, serviceRate, meanServiceTime, places, variability });
}

const largestBatch = ({ bulk }: StageNode): number =>
  bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;

/** What the records say about the flow, all replications together. */
class FlowSeen {
  private readonly records: readonly ReplicationRecord[];
  private readonly warmupShare: number;
  private readonly inflow: Inflow;
  private readonly classes: readonly JobClass[];

  constructor(scenario: Scenario, records: readonly ReplicationRecord[], warmupShare: number) {
    this.records = records;
    this.warmupShare = warmupShare;
    this.classes = scenario.classes ?? [];
    const duration = records.reduce((sum, record) => sum + record.duration, 0);
    this.inflow = new Inflow(scenario, {
      offered: (id) => this.sum(id, (stage) => stage.offered) / duration,
      output: (id) => this.sum(id, (stage) => stage.output) / duration,
    });
  }

  /** Moments of a service: of the classes in the proportion in which they were served, of a schedule as long as it took. */
  service(node: StageNode): { readonly mean: number; readonly scv: number } {
    const distributions = this.classes.map(({ id }) => node.byClass?.[id]?.service ?? node.service);
    if (node.schedule) {
      const mean = this.sum(node.id, (stage) => stage.servingTime / stage.served) / this.records.length;
      return { mean: mean * largestBatch(node), scv: distributionScv(node.service) };
    }
    if (distributions.length < 2)
      return { mean: distributionMean(node.service), scv: distributionScv(node.service) };
    const weights = distributions.map((_, i) => this.sum(node.id, (stage) => stage.classes![i]!.served));
    const served = weights.reduce((sum, weight) => sum + weight, 0);
    const moment = (of: (distribution: ServiceDistribution) => number): number =>
      distributions.reduce((sum, distribution, i) => sum + weights[i]! * of(distribution), 0) / served;
    const mean = moment(distributionMean);
    return {
      mean,
      scv:
        moment((distribution) => distributionMean(distribution) ** 2 * (1 + distributionScv(distribution))) /
          mean ** 2 -
        1,
    };
  }

  sum(id: NodeId, what: (stage: StageRecord) => number): number {
    return this.records.reduce((sum, record) => sum + what(record.stages[id]!), 0);
  }

  arrivalRate(node: StageNode): number {
    return this.inflow.arrivalRate(node);
  }

  /** Share of their working time that the servers are held. */
  heldShare(id: NodeId): number {
    const held = this.sum(id, (stage) => stage.blockedTime);
    const share = held / (held + this.sum(id, (stage) => stage.servingTime));
    return share > HELD_SHARE ? share : 0;
  }

  /** Variance over mean of the number of arrivals in a window of time: 1 for Poisson, b for Poisson batches of b. */
  dispersion(id: NodeId): number {
    const counts = this.records.flatMap(({ stages }) => {
      const series = stages[id]!.offeredSeries;
      return windows(series.subarray(Math.ceil(this.warmupShare * series.length)));
    });
    let sum = 0;
    for (const count of counts) sum += count;
    const mean = sum / counts.length;
    let squares = 0;
    for (const count of counts) squares += (count - mean) ** 2;
    return mean > 0 && counts.length > 1 ? squares / (counts.length - 1) / mean : 1;
  }

  /** K, and in the stage's own elements what fits upstream into stages that it holds up. */
  places(node: StageNode, below: ReadonlySet<NodeId> = new Set()): number {
    const own = node.capacity ?? Number.POSITIVE_INFINITY;
    if (node.whenFull === 'drop' || !Number.isFinite(own)) return own;
    const seen = new Set([...below, node.id]);
    return this.inflow.senders(node.id).reduce((sum, { from, gain }) => {
      if (seen.has(from.id) || from.capacity === undefined || this.heldShare(from.id) === 0) return sum;
      return sum + gain * this.places(from, seen);
    }, own);
  }
}

function windows(series: Float64Array): number[] {
  const sums: number[] = [];
  for (let end = WINDOW; end <= series.length; end += WINDOW) {
    let sum = 0;
    for (let i = end - WINDOW; i < end; i++) sum += series[i]!;
    sums.push(sum);
  }
  return sums;
}
