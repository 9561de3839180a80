import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../base/assert.ts';
import { nodeName, rateText, unitOf } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LAW_NAMES } from './law-names.ts';
import { NodeFrame } from './NodeFrame.tsx';

/** A source: its rate, its law, and a burst mark where elements come in batches. */
export const SourceNodeView = memo(function SourceNodeView({
  data: view,
  isConnectable,
}: NodeProps<FlowNode>) {
  const { node: source, rate } = view;
  assert(source.kind === 'source', 'a source is drawn as a source');
  const batch = source.batchSize ?? 1;
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <span className="g-name">{nodeName(source)}</span>
      </div>
      <div className="g-figures">
        <div className="g-rate">{rate === undefined ? '–' : rateText(rate, unitOf(source))}</div>
        <div className="g-law">
          {LAW_NAMES[source.interarrival.law]}
          {batch > 1 && (
            <span className="g-chip" title={`Elements arrive ${batch} at a time.`}>
              ⁘ {batch}
            </span>
          )}
        </div>
      </div>
    </NodeFrame>
  );
}, looksSame);
