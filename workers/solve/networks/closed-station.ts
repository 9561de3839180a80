/** One station of a network with closed classes: its measures, those of each class, and of the open ones beside them. */

import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { sharesServers } from '../../../core/rules/discipline.ts';
import { capacityOf } from '../../../core/scenario/defaults.ts';
import type { ClassId } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import type { FlowNetwork } from '../flow-network.ts';
import { cutTail, LONGEST_DISTRIBUTION } from '../stations/queue.ts';
import { stayAmong } from './beside-open.ts';
import type { ClosedQuestion } from './closed-question.ts';

/** Open arrivals find the closed jobs as well (Bolch et al. 2006, section 8.2.3; Bruell, Balbo & Afshari 1984); at a delay: as alone. */
export function openAt({ closed, network, flows, open, solution }: ClosedQuestion, k: number) {
  const { id } = closed.nodes[k]!;
  const load = closed.openLoad[k]!;
  const rate = flows.offered[network.indexOf.get(id)!]!;
  const alone = open.stages[id]?.meanOccupancy ?? 0;
  const { servers, openWork } = closed.model.stations[k]!;
  if (openWork === undefined) return { rate, alone, jobs: alone };
  const others = solution.occupancy[k]!.reduce((sum, L) => sum + L, 0);
  const stay = solution.openStay?.[k] ?? stayAmong(others, servers, openWork);
  return { rate, alone, jobs: (openWork * stay) / (1 - load) };
}

export function stationAnswer(question: ClosedQuestion, k: number): StageAnswer {
  const { closed, network, open, solution, method, exact } = question;
  const node = closed.nodes[k]!;
  const { visits, times, servers, rates: changing } = closed.model.stations[k]!;
  const openLoad = closed.openLoad[k]!;
  const flowNode = network.nodes[network.indexOf.get(node.id)!]!;
  const occupancy = solution.occupancy[k]!;
  const jobs = occupancy.reduce((sum, L) => sum + L, 0);
  const { rate: openRate, jobs: openJobs, alone } = openAt(question, k);
  const rates = solution.throughput.map((X, r) => X * visits[r]!);
  const closedRate = rates.reduce((sum, rate) => sum + rate, 0);
  const busy = rates.reduce((sum, rate, r) => sum + rate * times[r]! * (1 - openLoad), 0);
  const openWork = openRate === 0 ? 0 : openRate / flowNode.serviceRate;
  const distribution = solution.distribution?.(k);
  // How long a service takes depends on who else is there, so what is busy is not told from the flow.
  const serving =
    changing && distribution
      ? distribution.reduce((sum, p, n) => sum + p * Math.min(n, servers), 0)
      : busy + openWork;
  const isDelay = node.kind === 'delay';
  const stay = node.kind === 'stage' && sharesServers(node) ? sharedStayOf : stayOf;
  const [rate, all] = [
    closedRate + openRate,
    Math.min(jobs + openJobs, node.kind === 'stage' ? capacityOf(node) : Number.POSITIVE_INFINITY),
  ];
  const measures = { ...ratesOf(rate), ...stay({ rate, jobs: all, serving: isDelay ? all : serving }) };
  const utilization = Math.min(1, serving / servers);
  const shares =
    distribution &&
    (openRate === 0
      ? withoutTail(distribution)
      : wholeDistribution({ closed: distribution, servers, openWork }));
  const byClass = openParts({
    network,
    open: open.stages[node.id],
    stay,
    ratio: alone > 0 ? openJobs / alone : 1,
  });
  closed.classes.forEach(({ id }, r) => {
    if (visits[r] === 0) return;
    if (changing && closed.classes.length > 1) {
      byClass[id] = {
        ...ratesOf(rates[r]!),
        ...sharedStayOf({ rate: rates[r]!, jobs: occupancy[r]!, serving: 0 }),
      };
      return;
    }
    const work = changing ? serving : rates[r]! * times[r]! * (1 - openLoad);
    byClass[id] = {
      ...ratesOf(rates[r]!),
      ...stay({ rate: rates[r]!, jobs: occupancy[r]!, serving: isDelay ? occupancy[r]! : work }),
      ...(!isDelay && { utilization: work / servers }),
    };
  });
  return {
    model: methodLabel(method),
    exact: exact && (openRate === 0 || open.stages[node.id]!.exact),
    loadPerServer: isDelay ? 0 : utilization,
    saturated: false,
    ...measures,
    lossRate: 0,
    lossProbability: 0,
    ...(!isDelay && { utilization, blockedFraction: 0, starvedFraction: Math.max(0, 1 - utilization) }),
    ...(shares && { occupancyDistribution: shares }),
    byClass,
  };
}

interface Stay {
  /** 1/s. */
  readonly rate: number;
  readonly jobs: number;
  /** Jobs in service. */
  readonly serving: number;
}

/** Nothing is lost and nothing filtered. */
const ratesOf = (rate: number) => ({
  offeredRate: rate,
  arrivalRate: rate,
  throughput: rate,
  outputRate: rate,
});

/** By Little's law. */
function stayOf({ rate, jobs, serving }: Stay) {
  const waiting = Math.max(0, jobs - serving);
  return {
    meanOccupancy: jobs,
    meanQueueLength: waiting,
    ...(rate > 0 && { meanSojournTime: jobs / rate, meanWaitingTime: waiting / rate }),
  };
}

/** Under processor sharing nobody waits apart from service. */
function sharedStayOf(stay: Stay) {
  const { meanQueueLength: _, meanWaitingTime: __, ...rest } = stayOf(stay);
  return rest;
}

interface OpenParts {
  readonly network: FlowNetwork;
  /** The stage as if there were no closed jobs. */
  readonly open: StageAnswer | undefined;
  /** How many times as many open elements there are beside the closed jobs. */
  readonly ratio: number;
  readonly stay: typeof stayOf | typeof sharedStayOf;
}

function openParts({ network, open, ratio, stay }: OpenParts): Record<ClassId, ClassMeasures<number>> {
  const [only] = network.classes;
  if (!open || !only || open.offeredRate === 0) return {};
  const parts = open.byClass ?? { [only.id]: open };
  return Object.fromEntries(
    Object.entries(parts).map(([id, part]) => {
      const { utilization, arrivalRate: rate = 0, meanOccupancy, meanQueueLength = 0 } = part;
      const busy = utilization === undefined ? {} : { utilization };
      if (meanOccupancy === undefined) return [id, { ...ratesOf(rate), ...busy }];
      const times = stay({ rate, jobs: ratio * meanOccupancy, serving: meanOccupancy - meanQueueLength });
      return [id, { ...ratesOf(rate), ...busy, ...times }];
    }),
  );
}

function withoutTail(p: readonly number[]): readonly number[] {
  let length = p.length;
  let tail = 0;
  while (length > 1 && tail + p[length - 1]! < 1e-12) tail += p[--length]!;
  return p.slice(0, length);
}

/**
 * How many jobs there are at a station, closed and open together, from the distribution of the closed ones alone.
 *
 * Beside n closed jobs there are m open ones with probability C(n + m, m) rho^m / (work(1) ... work(n + m)) / f(n), in the
 * letters of beside-open.ts; each is the one before times rho (n + m) / (m work(n + m)), with which it rises to its mode and falls.
 * Inputs: P[n closed], n = 0, 1, ...; c servers, Infinity for a delay; rho open jobs in service, < c.
 * Outputs: P[n], n = 0, 1, ..., cut where the rest is below the smallest tail; undefined where it would be too long.
 * Source: as in beside-open.ts.
 */

interface ClosedDistribution {
  /** P[n]. */
  readonly closed: readonly number[];
  readonly servers: number;
  readonly openWork: number;
}

export function wholeDistribution({ closed, servers, openWork }: ClosedDistribution): number[] | undefined {
  const whole: number[] = [];
  for (const [n, p] of closed.entries()) {
    if (p < NEGLIGIBLE) continue;
    // Near the mode, on whichever side: all in service, or the servers all busy.
    const mode = Math.floor(openWork * Math.max(1, n / (servers - openWork)));
    if (n + mode > LONGEST_DISTRIBUTION) return undefined;
    const { first, weights } = openDistribution({ n, c: servers, rho: openWork, mode });
    while (whole.length < n + first + weights.length) whole.push(0);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    weights.forEach((weight, k) => {
      whole[n + first + k]! += (p * weight) / total;
    });
  }
  return cutTail(whole);
}

const NEGLIGIBLE = 1e-18;

interface OpenJobs {
  readonly n: number;
  readonly c: number;
  readonly rho: number;
  readonly mode: number;
}

/** Distribution of m open jobs beside n closed ones, from `first` on, relative to its value near the mode. */
function openDistribution({ n, c, rho, mode }: OpenJobs) {
  const growth = (m: number) => (rho * (n + m)) / (m * Math.min(n + m, c));
  const above = [1];
  for (let m = mode + 1; above.length <= LONGEST_DISTRIBUTION; m++) {
    const weight = above.at(-1)! * growth(m);
    if (weight < NEGLIGIBLE) break;
    above.push(weight);
  }
  const below: number[] = [];
  let weight = 1;
  for (let m = mode; m > 0; m--) {
    weight /= growth(m);
    if (weight < NEGLIGIBLE) break;
    below.push(weight);
  }
  return { first: mode - below.length, weights: [...below.reverse(), ...above] };
}
