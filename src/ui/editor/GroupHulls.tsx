import { ViewportPortal } from '@xyflow/react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { FlowNode } from './flow-nodes.ts';
import { groupHulls } from './group-hulls.ts';
import { boxOf } from './node-size.ts';
import type { Selection } from './selection.ts';

interface GroupHullsProps {
  readonly scenario: Scenario;
  /** As they are drawn now: the shapes follow a drag. */
  readonly nodes: readonly FlowNode[];
  readonly answer?: SolveAnswer;
  readonly answerIsStale: boolean;
  onSelect(selection: Selection): void;
}

/** A soft shape with a name behind the stages of each group; pressing the name selects them. */
export function GroupHulls({ scenario, nodes, answer, answerIsStale, onSelect }: GroupHullsProps) {
  if (!scenario.groups?.length) return null;
  const boxes = new Map(nodes.map(({ id, data, position }) => [id, boxOf(data.node.kind, position)]));
  const hulls = groupHulls(scenario, boxes, answer);
  return (
    <ViewportPortal>
      <div className="g-hulls" data-stale={answerIsStale || undefined}>
        <svg className="g-hull-shapes" aria-hidden="true">
          {hulls.map(({ id, path }) => (
            <path key={id} className="g-hull" d={path} />
          ))}
        </svg>
        {hulls.map(({ id, words, stages, label }) => (
          <button
            key={id}
            type="button"
            className="g-hull-label nodrag nopan"
            title="Select its stages"
            aria-label={`${words}: virtual queue of ${stages.length}, select its stages`}
            style={{ translate: `${label.x}px calc(${label.y}px - 100%)` }}
            onClick={() => onSelect({ nodes: stages, links: [] })}
          >
            {words}
          </button>
        ))}
      </div>
    </ViewportPortal>
  );
}
