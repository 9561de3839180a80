import { Handle, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useHasStepped, useLiveMessage } from './live.ts';
import type { NodeView } from './node-data.ts';
import { bottleneckText } from './node-label.ts';

interface NodeFrameProps {
  readonly view: NodeView;
  /** Links can be drawn from and to it. */
  readonly connectable: boolean;
  readonly children: ReactNode;
}

/** What all nodes share: where links attach, the fault's corner, the bottleneck's ring and word. */
export function NodeFrame({ view, connectable, children }: NodeFrameProps) {
  const { node, faultText, faultSeverity } = view;
  const standstill = useLiveMessage(node.id);
  return (
    <div
      className={`g-node g-node--${node.kind}`}
      data-bottleneck={view.bottleneck || undefined}
      data-fault={faultSeverity}
      data-stale={view.stale || undefined}
      data-step={useHasStepped(node.id) || undefined}
      data-platform={node.kind === 'stage' ? node.platform : undefined}
    >
      {children}
      {view.starts && (
        <span className="g-starts" title={`Here at the start, and never leaving: ${view.starts}.`}>
          ↻ {view.starts}
        </span>
      )}
      {view.resource && (
        <span className="g-resource" title={`A service holds one unit of ${view.resource} while it lasts.`}>
          ◆ {view.resource}
        </span>
      )}
      {view.difference && (
        <span className="g-difference" title={view.differenceWords}>
          {view.difference}
        </span>
      )}
      {view.bottleneck && <span className="g-bottleneck">{bottleneckText(view)}</span>}
      {faultText && (
        <>
          <span className="g-fault" aria-hidden="true">
            !
          </span>
          <span className="g-fault-text" role="note">
            {faultText}
          </span>
        </>
      )}
      {standstill && (
        <span className="g-live-message" role="note">
          {standstill}
        </span>
      )}
      {node.kind !== 'source' && (
        <Handle type="target" position={Position.Left} isConnectable={connectable} title="Way in" />
      )}
      {node.kind !== 'sink' && (
        <Handle type="source" position={Position.Right} isConnectable={connectable} title="Drag to link" />
      )}
    </div>
  );
}
