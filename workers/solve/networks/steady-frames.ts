/**
 * A scenario whose laws change over time, with laws that do not: what a model of a steady state can say of it. Frames
 * that repeat count with their mean rate; frames that do not come to an end, after which the last one stays. A law of
 * frames that repeat keeps its shape where all of them have the same, and is exponential otherwise.
 */
import type { ArrivalLaw, ServiceLaw } from '../../../core/distributions/law.ts';
import { lawRate, lawScv } from '../../../core/distributions/law-moments.ts';
import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { Verdict } from '../../../core/measures/measures.ts';
import { type FlowNetwork, reachableNodes } from '../flow-network.ts';
import { digits, nameOf } from '../verdict-words.ts';

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
    const laws = schedule!.frames.map(({ from, interarrival }) => ({ from, law: interarrival }));
    return { ...rest, interarrival: steadyLaw<ArrivalLaw>(node.interarrival, laws, schedule!.period) };
  }
  const { schedule, ...rest } = node;
  const laws = schedule!.frames.map(({ from, service }) => ({ from, law: service }));
  return { ...rest, service: steadyLaw<ServiceLaw>(node.service, laws, schedule!.period) };
}

interface Frame<Law> {
  readonly from: number;
  /** Nothing comes when absent. */
  readonly law: Law | undefined;
}

type Exponential = { readonly law: 'exponential'; readonly rate: number };

/** `first` holds before the first frame. */
function steadyLaw<Law extends ArrivalLaw>(
  first: Law,
  frames: readonly Frame<Law>[],
  period: number | undefined,
): Law | Exponential {
  if (period === undefined) return frames.at(-1)!.law ?? { law: 'exponential', rate: 0 };
  const all: readonly Frame<Law>[] = [{ from: 0, law: first }, ...frames];
  const lengths = all.map(({ from }, i) => (all[i + 1]?.from ?? period) - from);
  const mean = all.reduce((sum, { law }, i) => sum + (law ? lawRate(law) * lengths[i]! : 0), 0) / period;
  const held = all.filter((_, i) => lengths[i]! > 0).map(({ law }) => law);
  const only = held[0];
  if (
    only &&
    held.every((law) => law !== undefined && lawRate(law) === lawRate(only) && lawScv(law) === lawScv(only))
  )
    return only;
  return { law: 'exponential', rate: mean };
}

function scheduleVerdict(node: Scheduled): Verdict {
  const what = node.kind === 'source' ? `Arrivals from ${nameOf(node)}` : `Services at ${nameOf(node)}`;
  const steady = steadyNode(node) as Scheduled;
  const rate = digits(lawRate(steady.kind === 'source' ? steady.interarrival : steady.service));
  const message =
    node.schedule!.period === undefined
      ? `${what} change over time; this is the steady state of the last frame (${rate}/s).`
      : `${what} change over time; the model takes their mean rate (${rate}/s) all the time, and queues that build up in busy frames are longer than shown.`;
  return { code: SCHEDULE_AVERAGED, severity: 'warning', stage: node.id, message };
}

const SCHEDULE_AVERAGED = 'schedule-averaged';

/** What changes over time, by the nodes that feel it: the one itself and all behind it. */
export function unsteadyNodes(
  network: FlowNetwork,
  verdicts: readonly Verdict[],
): ReadonlyMap<NodeId, readonly Verdict[]> {
  const felt = new Map<NodeId, Verdict[]>();
  for (const verdict of verdicts) {
    const index = verdict.code === SCHEDULE_AVERAGED && network.indexOf.get(verdict.stage!);
    if (typeof index !== 'number') continue;
    for (const at of reachableNodes(network, [index])) {
      const { id } = network.nodes[at]!.node;
      felt.set(id, [...(felt.get(id) ?? []), verdict]);
    }
  }
  return felt;
}
