/** From the solution of the closed classes, and the open ones beside them, to the measures of an answer. */

import type { NetworkClassMeasures } from '../../../core/measures/measures.ts';
import type { ClassId, NodeId } from '../../../core/scenario/scenario.ts';
import type { LinkFlow, SolveAnswer, StageAnswer } from '../contract.ts';
import { networkMeasures } from '../network-measures.ts';
import type { ClosedNetwork } from './closed-network.ts';
import type { ClosedQuestion } from './closed-question.ts';
import { openAt, stationAnswer } from './closed-station.ts';

export function closedAnswer(question: ClosedQuestion): SolveAnswer {
  const { closed, network, flows, open, method, verdicts } = question;
  // Open streams that are only taken as Poisson are felt wherever the closed jobs go.
  const exact = question.exact && closed.nodes.every((node, k) => sendsOnAsAssumed(question, node, k));
  const stages: Record<NodeId, StageAnswer> = {};
  // What nobody visits is as the open classes have it.
  for (const [id, stage] of Object.entries(open.stages)) stages[id] = stage;
  // How long open elements stay beside closed jobs.
  const openStays: Record<NodeId, Pick<StageAnswer, 'lossRate' | 'meanSojournTime'>> = { ...open.stages };
  closed.nodes.forEach((node, k) => {
    stages[node.id] = stationAnswer({ ...question, exact }, k);
    const { rate, jobs } = openAt(question, k);
    openStays[node.id] = rate > 0 ? { lossRate: 0, meanSojournTime: jobs / rate } : { lossRate: 0 };
  });
  const { bottleneck: _, bottleneckResource: __, ...openNetwork } = open.network;
  const bottleneck = fullest(closed, stages);
  return {
    ...open,
    kind: open.kind,
    method,
    exact: exact && Object.values(stages).every((stage) => stage.exact),
    stages,
    links: linkFlows(question),
    network: {
      ...openNetwork,
      ...networkMeasures(network, flows, openStays),
      ...(bottleneck !== undefined && { bottleneck }),
      byClass: { ...open.network.byClass, ...roundMeasures(question) },
    },
    verdicts: [
      ...verdicts,
      ...open.verdicts.filter(({ stage }) => !closed.nodes.some(({ id }) => id === stage)),
    ],
  };
}

const sendsOnAsAssumed = (
  question: ClosedQuestion,
  { id, kind }: ClosedNetwork['nodes'][number],
  k: number,
) => kind === 'delay' || openAt(question, k).rate === 0 || question.open.stages[id]!.exact;

/** Closed jobs, which no stage makes more or fewer of, beside what the open classes bring. */
function linkFlows({ closed, open, solution }: ClosedQuestion): readonly LinkFlow[] {
  const openFlows = new Map<NodeId, LinkFlow[]>();
  for (const flow of open.links) openFlows.set(flow.from, [...(openFlows.get(flow.from) ?? []), flow]);
  return closed.links.map(({ from, to, perRound }) => {
    const jobs = perRound.reduce((sum, count, r) => sum + count * solution.throughput[r]!, 0);
    const beside = openFlows.get(from)?.find((flow) => flow.to === to);
    return {
      from,
      to,
      rate: (beside?.rate ?? 0) + jobs,
      receivedRate: (beside?.receivedRate ?? 0) + jobs,
    };
  });
}

/** The station with the highest utilization. */
function fullest(
  { nodes }: ClosedNetwork,
  stages: Readonly<Record<NodeId, StageAnswer>>,
): NodeId | undefined {
  let best: { readonly id: NodeId; readonly load: number } | undefined;
  for (const { id } of nodes) {
    const load = stages[id]!.utilization ?? 0;
    if (load > (best?.load ?? 0)) best = { id, load };
  }
  return best?.id;
}

function roundMeasures({ closed, solution }: ClosedQuestion): Record<ClassId, NetworkClassMeasures<number>> {
  return Object.fromEntries(
    closed.classes.map(({ id, closed: { population } }, r) => {
      const X = solution.throughput[r]!;
      return [id, { throughput: X, ...(X > 0 && { meanSojournTime: population / X }) }];
    }),
  );
}
