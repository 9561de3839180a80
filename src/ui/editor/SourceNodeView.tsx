import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { arrivalName } from '../../../core/distributions/index.ts';
import { rateText, unitOf } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { NodeChips } from './NodeChips.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';
import { sourceChips } from './stage-chips.ts';

/** A source: its rate, its distribution, the class it emits, and what is special about its arrivals. */
export const SourceNodeView = memo(function SourceNodeView({
  data: view,
  isConnectable,
}: NodeProps<FlowNode>) {
  const { node: source, rate } = view;
  assert(source.kind === 'source', 'a source is drawn as a source');
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <NodeName node={source} />
        {view.jobClass !== undefined && (
          <span className="g-chip" title={`Emits class ${view.jobClass}.`}>
            {view.jobClass}
          </span>
        )}
      </div>
      <div className="g-figures">
        <div className="g-rate">
          {rate === undefined ? (
            '–'
          ) : (
            <>
              <span className="g-rate-unit">{rateText(rate, unitOf(source))}</span>
              <span className="g-rate-bare">{rateText(rate)}</span>
            </>
          )}
        </div>
        <div className="g-distribution">
          {arrivalName(source.interarrival)}
          <NodeChips chips={sourceChips(source)} />
        </div>
      </div>
    </NodeFrame>
  );
}, looksSame);
