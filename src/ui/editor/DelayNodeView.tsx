import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { countText, stayText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveCount } from './LiveCount.tsx';
import { NodeChips } from './NodeChips.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';
import { CLOCK_SIGN } from './node-outline.ts';
import { classChips } from './stage-chips.ts';

/** A delay: a clock, how long elements stay, and how many there are on average. */
export const DelayNodeView = memo(function DelayNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  const { node: delay, held } = view;
  assert(delay.kind === 'delay', 'a delay is drawn as a delay');
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <svg className="g-clock" viewBox="-18 -18 36 36" aria-hidden="true">
        <path d={CLOCK_SIGN} />
      </svg>
      <div className="g-title">
        <NodeName node={delay} />
        <NodeChips chips={classChips(delay)} />
      </div>
      <div className="g-figures">
        <div className="g-rate">
          <LiveCount
            node={delay.id}
            words="now"
            otherwise={held === undefined ? '–' : `N ${countText(held, delay.unit)}`}
          />
        </div>
        <div className="g-distribution">{stayText(delay.service)}</div>
      </div>
    </NodeFrame>
  );
}, looksSame);
