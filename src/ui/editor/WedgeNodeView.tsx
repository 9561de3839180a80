import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { waitingText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveCount } from './LiveCount.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';
import { FORK_SIGN, JOIN_SIGN, outlinePath } from './node-outline.ts';
import { NODE_SIZE } from './node-size.ts';

const { width, height } = NODE_SIZE.fork;
const BOX = { x: -width / 2, y: -height / 2, width, height };

/** A fork or a join: a wedge that opens or closes, its name below; a join tells how many tasks wait in it. */
export const WedgeNodeView = memo(function WedgeNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  const { node, held } = view;
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <svg className="g-shape" viewBox={`${BOX.x} ${BOX.y} ${width} ${height}`} aria-hidden="true">
        <path className="g-shape-edge" d={outlinePath(node.kind, BOX)} />
        <path className="g-shape-sign" d={node.kind === 'fork' ? FORK_SIGN : JOIN_SIGN} />
      </svg>
      <div className="g-below">
        <NodeName node={node} />
        {node.kind === 'join' && (
          <span className="g-figures g-distribution">
            <LiveCount
              node={node.id}
              words="tasks wait"
              otherwise={held !== undefined && waitingText(held)}
            />
          </span>
        )}
      </div>
    </NodeFrame>
  );
}, looksSame);
