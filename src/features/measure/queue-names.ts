/** How queues of a measurement are called, and which of them are drawn. */
import { useMemo } from 'react';
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { nodeTitle } from '../results/node-title.ts';
import type { NameQueue } from './frame-rows.ts';
import { useStudy } from './measured-keeping.ts';
import { useMeasured } from './measured-store.ts';

/** Drawn while nobody has chosen. */
const FIRST_FEW = 4;

export interface NamedQueues {
  /** Those with frames, in flow order; queues of no stage come last. */
  readonly all: readonly ReducedQueue[];
  readonly drawn: readonly ReducedQueue[];
  readonly nameOf: NameQueue;
}

export function useQueues({ queues }: ReducedMeasurement): NamedQueues {
  const scenario = useScenario();
  const stageOf = useStudy((study) => study?.stageOf);
  const chosen = useMeasured((measured) => measured.queues);
  return useMemo(() => {
    const order = flowOrder(scenario);
    const rank = ({ id }: ReducedQueue): number => {
      const place = order.indexOf(stageOf?.[id] ?? '');
      return place < 0 ? order.length : place;
    };
    const all = queues.filter(({ frames }) => frames).sort((a, b) => rank(a) - rank(b));
    const drawn = all.filter(({ id }) => chosen.includes(id));
    return {
      all,
      drawn: drawn.length > 0 ? drawn : all.slice(0, FIRST_FEW),
      nameOf: nameIn(scenario, stageOf),
    };
  }, [queues, scenario, stageOf, chosen]);
}

/** By the stage that it alone feeds, else by its own name. */
export const nameIn =
  (scenario: Scenario, stageOf: Readonly<Record<string, string>> = {}): NameQueue =>
  ({ id, name }) => {
    const stage = stageOf[id];
    const node = scenario.nodes.find((candidate) => candidate.id === stage);
    const unit = node && isStage(node) ? node.unit : undefined;
    const isShared = Object.values(stageOf).filter((fed) => fed === stage).length > 1;
    return {
      title: stage === undefined || isShared ? (name ?? id) : nodeTitle(scenario, stage),
      unit: unit ?? 'elements',
    };
  };
