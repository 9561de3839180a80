/**
 * A scenario whose distributions change over time, with distributions that do not: what a model of a steady state can say of it. Frames
 * that repeat count with their mean rate; frames that do not come to an end, after which the last one stays. A distribution of
 * frames that repeat keeps its shape where all of them have the same, and is exponential otherwise.
 */
import {
  type ArrivalDistribution,
  distributionRate,
  distributionScv,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { type Verdict, warning } from '../../../core/measures/verdicts.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { feltDoubts } from '../felt-doubts.ts';
import type { FlowNetwork } from '../flow-network.ts';

export interface SteadyScenario {
  readonly scenario: Scenario;
  readonly verdicts: readonly Verdict[];
}

export function steadyScenario(scenario: Scenario): SteadyScenario {
  if (!scenario.nodes.some(hasSchedule)) return { scenario, verdicts: [] };
  const verdicts = scenario.nodes.flatMap((node) => (hasSchedule(node) ? [scheduleVerdict(node)] : []));
  return { scenario: { ...scenario, nodes: scenario.nodes.map(steadyNode) }, verdicts };
}

type Scheduled = Extract<ScenarioNode, { kind: 'source' | 'stage' }>;

const hasSchedule = (node: ScenarioNode): node is Scheduled =>
  (node.kind === 'source' || node.kind === 'stage') && node.schedule !== undefined;

function steadyNode(node: ScenarioNode): ScenarioNode {
  if (!hasSchedule(node)) return node;
  if (node.kind === 'source') {
    const { schedule, ...rest } = node;
    const distributions = schedule!.frames.map(({ from, interarrival }) => ({
      from,
      distribution: interarrival,
    }));
    return {
      ...rest,
      interarrival: steadyDistribution<ArrivalDistribution>(
        node.interarrival,
        distributions,
        schedule!.period,
      ),
    };
  }
  const { schedule, ...rest } = node;
  const distributions = schedule!.frames.map(({ from, service }) => ({ from, distribution: service }));
  return {
    ...rest,
    service: steadyDistribution<ServiceDistribution>(node.service, distributions, schedule!.period),
  };
}

interface Frame<Distribution> {
  readonly from: number;
  /** Nothing comes when absent. */
  readonly distribution: Distribution | undefined;
}

type Exponential = { readonly distribution: 'exponential'; readonly rate: number };

/** `first` holds before the first frame. */
function steadyDistribution<Distribution extends ArrivalDistribution>(
  first: Distribution,
  frames: readonly Frame<Distribution>[],
  period: number | undefined,
): Distribution | Exponential {
  if (period === undefined) return frames.at(-1)!.distribution ?? { distribution: 'exponential', rate: 0 };
  const all: readonly Frame<Distribution>[] = [{ from: 0, distribution: first }, ...frames];
  const lengths = all.map(({ from }, i) => (all[i + 1]?.from ?? period) - from);
  const mean =
    all.reduce(
      (sum, { distribution }, i) => sum + (distribution ? distributionRate(distribution) * lengths[i]! : 0),
      0,
    ) / period;
  const held = all.filter((_, i) => lengths[i]! > 0).map(({ distribution }) => distribution);
  const only = held[0];
  if (
    only &&
    held.every(
      (distribution) =>
        distribution !== undefined &&
        distributionRate(distribution) === distributionRate(only) &&
        distributionScv(distribution) === distributionScv(only),
    )
  )
    return only;
  return { distribution: 'exponential', rate: mean };
}

function scheduleVerdict(node: Scheduled): Verdict {
  const steady = steadyNode(node) as Scheduled;
  const facts = {
    name: nameOf(node),
    of: node.kind === 'source' ? 'arrivals' : 'service',
    rate: distributionRate(steady.kind === 'source' ? steady.interarrival : steady.service),
    repeats: node.schedule!.period !== undefined,
  } as const;
  return warning(SCHEDULE_AVERAGED, facts, node.id);
}

const SCHEDULE_AVERAGED = 'schedule-averaged';

/** What changes over time, by the nodes that feel it: the one itself and all behind it. */
export const unsteadyNodes = (
  network: FlowNetwork,
  verdicts: readonly Verdict[],
): ReadonlyMap<NodeId, readonly Verdict[]> =>
  feltDoubts(
    network,
    verdicts.filter(({ code }) => code === SCHEDULE_AVERAGED),
  );
