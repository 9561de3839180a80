import { Handle, Position } from '@xyflow/react';
import type { CSSProperties, ReactNode } from 'react';
import { percentText } from './figure-text.ts';
import { useHasStepped, useLiveMessage } from './live.ts';
import type { NodeView } from './node-data.ts';
import { CRITICAL_WORDS } from './node-label.ts';
import { NODE_SIZE } from './node-size.ts';
import { type StageState, stageState } from './stage-figures.ts';

const STATES: Readonly<
  Record<
    StageState,
    { readonly word: (view: NodeView) => string; readonly meaning: (view: NodeView) => string }
  >
> = {
  growing: {
    word: () => 'GROWS ↑',
    meaning: () => 'More arrives than it passes on: the queue has no steady state.',
  },
  overloaded: { word: () => 'OVERLOADED', meaning: () => 'More arrives than the servers can do.' },
  full: { word: () => 'FULL', meaning: () => 'The queue is nearly always full.' },
  blocked: {
    word: ({ blocked, figures }) => `BLOCKED ${percentText(blocked ?? figures?.blocked ?? 0)}`,
    meaning: ({ node, blockedBy = 'the next stage, which is full' }) =>
      node.kind === 'source'
        ? `Share of what is offered that does not get in: blocked by ${blockedBy}.`
        : `Share of time that servers hold finished elements: blocked by ${blockedBy}.`,
  },
};

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
  const state = stateOf(view);
  return (
    <div
      className={`g-node g-node--${node.kind}`}
      style={{ '--g-height': `${NODE_SIZE[node.kind].height}px` } as CSSProperties}
      data-bottleneck={view.bottleneck}
      data-critical={view.critical || undefined}
      data-fault={faultSeverity}
      data-stale={view.stale || undefined}
      data-state={state}
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
      {state && (
        <span className="g-state" title={STATES[state].meaning(view)}>
          {STATES[state].word(view)}
        </span>
      )}
      {view.bottleneck && (
        <span className="g-bottleneck" data-tied={view.isTied}>
          {view.bottleneck}
        </span>
      )}
      {view.critical && (
        <span className="g-critical" title={CRITICAL_WORDS.meaning}>
          {CRITICAL_WORDS.text}
        </span>
      )}
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

function stateOf({ node, figures, stale, blocked }: NodeView): StageState | undefined {
  if (stale) return undefined;
  if (node.kind === 'source') return blocked === undefined ? undefined : 'blocked';
  return node.kind === 'stage' && figures ? stageState(figures, node.capacity) : undefined;
}
