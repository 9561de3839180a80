/** How each stage goes, read from a pilot or from the records of a run: what its relaxation time is estimated from. */

import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  distributionScv,
  type ServiceDistribution,
} from '../../core/distributions/index.ts';
import { sin } from '../../core/numeric/trigonometry.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { isDataflow } from '../../core/rules/firing.ts';
import { fullService } from '../../core/rules/timing.ts';
import { blocksSenders, losesWhenFull } from '../../core/rules/when-full.ts';
import { isClosed } from '../../core/scenario/classes.ts';
import {
  batchSizeOf,
  capacityOf,
  conversionFactorOf,
  depthOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import { type Graph, graphOf, linkShares, routingRule } from '../../core/scenario/graph.ts';
import {
  isStage,
  type JobClass,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from './contract.ts';
import type { ReplicationRecord, StageRecord } from './records.ts';

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
  if (isDataflow(node)) return timeOfFirings(node, flow, served);
  const batch = largestBatch(node.bulk);
  const { mean: meanServiceTime, scv } = flow.service(node);
  const serviceRate = mostServed(node, meanServiceTime) * (1 - flow.heldShare(node.id));
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

/** Relaxation time of a dataflow stage, s, as if the tokens of a firing were one element: as many come as are fired. */
function timeOfFirings(node: StageNode, flow: FlowSeen, served: number): number | undefined {
  const tokens = flow.sum(node.id, (stage) => stage.offered) / served;
  const { mean: meanServiceTime, scv } = flow.service(node);
  const serviceRate = (serverCountOf(node) / meanServiceTime) * (1 - flow.heldShare(node.id));
  const variability = (flow.dispersion(node.id) / Math.max(1, tokens) + scv) / 2;
  const doubt = Math.min(0.5, Math.sqrt((2 * variability) / served));
  const places = flow.depth(node) / Math.max(1, tokens);
  const arrivalRate = Math.min(
    served / flow.duration,
    Number.isFinite(places) ? serviceRate : serviceRate * (1 - doubt),
  );
  return relaxationTime({ arrivalRate, serviceRate, meanServiceTime, places, variability });
}

/** What the records say about the flow, all replications together. */
class FlowSeen {
  private readonly records: readonly ReplicationRecord[];
  private readonly warmupShare: number;
  private readonly inflow: Inflow;
  private readonly classes: readonly JobClass[];
  private readonly links: Scenario['links'];
  /** Jobs that are in a network without arrivals, each in one place; else Infinity. */
  private readonly population: number;
  /** Observed time, s. */
  readonly duration: number;

  constructor(scenario: Scenario, records: readonly ReplicationRecord[], warmupShare: number) {
    this.records = records;
    this.warmupShare = warmupShare;
    this.classes = scenario.classes ?? [];
    this.links = scenario.links;
    this.population = populationOf(scenario);
    this.duration = records.reduce((sum, record) => sum + record.duration, 0);
    const { duration } = this;
    this.inflow = new Inflow(scenario, {
      offered: (id) => this.sum(id, (stage) => stage.offered) / duration,
      output: (id) => this.sum(id, (stage) => stage.output) / duration,
    });
  }

  /** Moments of a service: of the phases, of the classes in the proportion in which they were served, of a schedule as long as it took. */
  service(node: StageNode): { readonly mean: number; readonly scv: number } {
    if (node.firingTimes) return momentsOf(node.firingTimes);
    const distributions = this.classes.map(({ id }) => node.byClass?.[id]?.service ?? node.service);
    if (node.schedule) {
      const mean = this.sum(node.id, (stage) => stage.servingTime / stage.served) / this.records.length;
      return { mean: mean * largestBatch(node.bulk), scv: distributionScv(node.service) };
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

  /** Tokens that all FIFOs of a dataflow stage hold at most. */
  depth({ id }: StageNode): number {
    return this.links.reduce((sum, link) => (link.to === id ? sum + depthOf(link) : sum), 0);
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

  /** K, and in the stage's own elements what fits upstream into stages that it holds up; no more than there are. */
  places(node: StageNode): number {
    return Math.min(this.population, this.placesAbove(node, new Set()));
  }

  private placesAbove(node: StageNode, below: ReadonlySet<NodeId>): number {
    const own = capacityOf(node);
    if (!blocksSenders(node)) return own;
    const seen = new Set([...below, node.id]);
    return this.inflow.senders(node.id).reduce((sum, { from, gain }) => {
      if (seen.has(from.id) || from.capacity === undefined || this.heldShare(from.id) === 0) return sum;
      return sum + gain * this.placesAbove(from, seen);
    }, own);
  }
}

function populationOf({ classes = [], nodes }: Scenario): number {
  if (classes.length === 0 || !classes.every(isClosed) || nodes.some(({ kind }) => kind === 'fork'))
    return Number.POSITIVE_INFINITY;
  return classes.reduce((sum, { closed }) => sum + closed!.population, 0);
}

/** Mean and scv of times that are taken in turn. */
function momentsOf(times: readonly number[]): { readonly mean: number; readonly scv: number } {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return { mean, scv: squares / times.length / mean ** 2 };
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

/**
 * How long a stage remembers its start: the relaxation time 1 / gap, with which the distance from the steady state dies
 * out as exp(-t / relaxation time), and as which the occupancy correlates with itself later.
 *
 * M/M/1/K, exact: gap = lambda + mu - 2 sqrt(lambda mu) cos(pi / (K + 1)), and for K = Infinity mu (1 - sqrt rho)^2 (Morse,
 * J. Oper. Res. Soc. Am. 3 (1955), 255-261; Takacs, Introduction to the Theory of Queues (1962), chapter 1; Cohen, The
 * Single Server Queue (1982), chapter II.2). Written as drift + diffusion,
 *   gap = mu (1 - sqrt rho)^2 + 2 mu sqrt(rho) (1 - cos(pi / (K + 1))),
 * it is near saturation that of Brownian motion reflected on [0, K], drift^2 / (2 sigma^2) + pi^2 sigma^2 / (2 K^2). Its
 * sigma^2 = 2 mu V tells what other distributions and batches do: the first term is divided by V, the second multiplied (as in
 * Whitt, Planning queueing simulations, Management Science 35 (1989), 1341-1366, for K = Infinity).
 * An estimate: for most stages good to a factor of two, rather too long than too short.
 */
interface StagePace {
  /** lambda: arrivals that want in, 1/s. */
  readonly arrivalRate: number;
  /** mu: what all servers finish while they have work, 1/s; less than their rate when what follows holds them up. */
  readonly serviceRate: number;
  /** Mean of one service, s; no stage forgets faster. */
  readonly meanServiceTime: number;
  /** K, with the places upstream that fill when this stage is full; may be Infinity. */
  readonly places: number;
  /** V: half the sum of the indices of dispersion of arrivals and services, batches included; 1 for M/M/1. */
  readonly variability: number;
}

/** Less variability than this is that of clocks, which have no steady state to relax to: they only fill up. */
const CLOCKWORK = 0.05;

/**
 * In s; Infinity where the steady state is never reached (rho = 1 without bound, V = Infinity without bound). A stage
 * that is offered more than it serves first has to fill up, which takes longer than its relaxation: at the speed of
 * the drift, or of the diffusion where that is faster.
 */
export function relaxationTime(pace: StagePace): number {
  const { arrivalRate, serviceRate: mu, meanServiceTime, places, variability: V } = pace;
  const rho = arrivalRate / mu;
  const filling = rho > 1 ? Math.min(places / (arrivalRate - mu), places ** 2 / (2 * mu * V)) : 0;
  if (V < CLOCKWORK) return Math.max(meanServiceTime, filling);
  const drift = mu * (1 - Math.sqrt(rho)) ** 2;
  // 1 - cos x = 2 sin^2(x/2), which keeps its digits for small x.
  const diffusion = 4 * mu * Math.sqrt(rho) * sin(Math.PI / (2 * (places + 1))) ** 2;
  const gap = drift / V + (diffusion === 0 ? 0 : diffusion * V);
  return Math.max(meanServiceTime, filling, 1 / gap);
}

/**
 * The rate of arrivals that want into a stage. Where arrivals are lost or there is always room, it is what was offered.
 * A stage that blocks slows its senders, so that what it is offered never exceeds what it serves: there it is
 * followed from the sources along the links, each sender giving at most what its servers can serve.
 */

/** Seen in a run, 1/s. */
interface SeenRates {
  offered(stage: NodeId): number;
  output(stage: NodeId): number;
}

interface SendingStage {
  readonly from: StageNode;
  /** Elements here that one element there becomes. */
  readonly gain: number;
}

/** Rounds after which rates in cycles are close enough: the shares that go round shrink. */
const ROUNDS = 100;

class Inflow {
  private readonly graph: Graph;
  private readonly seen: SeenRates;
  private readonly wanted = new Map<NodeId, number>();

  constructor(scenario: Scenario, seen: SeenRates) {
    this.graph = graphOf(scenario);
    this.seen = seen;
    for (let round = 0; canBeFollowed(scenario) && round < ROUNDS; round++) if (!this.passOn()) break;
  }

  /** In the stage's native elements, 1/s. */
  arrivalRate(stage: StageNode): number {
    const seen = this.seen.offered(stage.id);
    const blocks = blocksSenders(stage);
    return blocks ? Math.max(seen, this.wanted.get(stage.id) ?? 0) : seen;
  }

  /** Stages whose elements come here next, through routers; `through` are the routers on the way. */
  senders(to: NodeId, through: ReadonlySet<NodeId> = new Set()): SendingStage[] {
    const node = this.graph.nodes.get(to)!;
    const factor = isStage(node) ? conversionFactorOf(node) : 1;
    return this.graph.incoming.get(to)!.flatMap((link): SendingStage[] => {
      const from = this.graph.nodes.get(link.from)!;
      const share = factor * this.share(link.from, to);
      if (isStage(from)) return [{ from, gain: share * passProbabilityOf(from) }];
      if (from.kind !== 'router' || through.has(from.id)) return [];
      const behind = this.senders(from.id, new Set([...through, from.id]));
      return behind.map((sender) => ({ ...sender, gain: sender.gain * share }));
    });
  }

  private share(from: NodeId, to: NodeId): number {
    const node = this.graph.nodes.get(from)!;
    const links = this.graph.outgoing.get(from)!;
    return linkShares(routingRule(node), links)[links.findIndex((link) => link.to === to)] ?? 0;
  }

  /** One round over all nodes; false when nothing changed any more. */
  private passOn(): boolean {
    let changed = false;
    for (const [id, node] of this.graph.nodes) {
      const arriving = this.graph.incoming
        .get(id)!
        .reduce((sum, link) => sum + this.sent(link.from) * this.share(link.from, id), 0);
      const rate = isStage(node) ? (arriving + overdriveRateOf(node)) * conversionFactorOf(node) : arriving;
      if (Math.abs(rate - (this.wanted.get(id) ?? 0)) > 1e-9 * rate) changed = true;
      this.wanted.set(id, rate);
    }
    return changed;
  }

  private sent(id: NodeId): number {
    const node = this.graph.nodes.get(id)!;
    if (node.kind === 'source') return sourceRate(node);
    if (!isStage(node)) return this.wanted.get(id) ?? 0;
    if (losesWhenFull(node)) return this.seen.output(id);
    const most = mostServed(node);
    return Math.min(this.wanted.get(id) ?? 0, most) * passProbabilityOf(node);
  }
}

/** Not where the shortest queue divides a flow, where classes go different ways, or where tasks or tokens wait for each other. */
function canBeFollowed({ nodes, classes = [] }: Scenario): boolean {
  const isSimple = (node: ScenarioNode): boolean =>
    node.kind !== 'join' && routingRule(node) !== 'joinShortestQueue' && !(isStage(node) && isDataflow(node));
  return classes.length < 2 && nodes.every(isSimple);
}

/** Elements per second, over one period where the arrivals follow a schedule; of one without a period the last frame stays. */
function sourceRate(source: SourceNode): number {
  const { interarrival, schedule } = source;
  const rateOf = (distribution: ArrivalDistribution | undefined): number =>
    distribution === undefined ? 0 : distributionRate(distribution) * batchSizeOf(source);
  if (!schedule) return rateOf(interarrival);
  const { frames, period } = schedule;
  if (period === undefined) return rateOf(frames.at(-1)!.interarrival);
  const arrivals = frames.reduce(
    (sum, frame, i) => sum + rateOf(frame.interarrival) * ((frames[i + 1]?.from ?? period) - frame.from),
    rateOf(interarrival) * frames[0]!.from,
  );
  return arrivals / period;
}

/** Elements per second that all servers do with full batches, services of this mean, s. */
function mostServed(stage: StageNode, mean = distributionMean(stage.service)): number {
  return (serverCountOf(stage) * fullService(stage, 1 / mean)) / mean;
}
