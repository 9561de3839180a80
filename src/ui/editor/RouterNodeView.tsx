import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { Routing } from '../../../core/scenario/scenario.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';

const SIGNS: Readonly<Record<Routing['rule'], { readonly path: string; readonly meaning: string }>> = {
  probabilistic: { path: 'M-9,0 H-2 L8,-7 M-2,0 L8,7', meaning: 'Each element goes one way by chance.' },
  roundRobin: { path: 'M7,-3 A7.5,7.5 0 1 0 7,3 M7,-8 V-3 H2', meaning: 'Elements take the ways in turn.' },
  joinShortestQueue: {
    path: 'M-8,-6 H8 M-8,0 H0 M-8,6 H5',
    meaning: 'Each element goes where fewest elements are.',
  },
  broadcast: {
    path: 'M-9,0 H9 M-3,0 L8,-8 M-3,0 L8,8',
    meaning: 'A copy of each element goes every way.',
  },
};

/** A router: a diamond with a sign for its rule, its name below. */
export const RouterNodeView = memo(function RouterNodeView({
  data: view,
  isConnectable,
}: NodeProps<FlowNode>) {
  const sign = SIGNS[routingRule(view.node)];
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <svg className="g-shape" viewBox="-32 -32 64 64" aria-hidden="true">
        <title>{sign.meaning}</title>
        <path className="g-shape-edge" d="M0,-30 L30,0 L0,30 L-30,0 Z" />
        <path className="g-shape-sign" d={sign.path} />
      </svg>
      <div className="g-below">
        <NodeName node={view.node} />
      </div>
    </NodeFrame>
  );
}, looksSame);
