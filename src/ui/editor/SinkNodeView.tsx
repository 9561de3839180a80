import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { nodeName, rateText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveArrivals } from './LiveCount.tsx';
import { NodeFrame } from './NodeFrame.tsx';

/** A sink: what arrives there. */
export const SinkNodeView = memo(function SinkNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <span className="g-name">{nodeName(view.node)}</span>
      </div>
      <div className="g-figures">
        <div className="g-rate">
          <LiveArrivals sink={view.node.id} otherwise={view.rate === undefined ? '–' : rateText(view.rate)} />
        </div>
      </div>
    </NodeFrame>
  );
}, looksSame);
