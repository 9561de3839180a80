import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { arrivalName } from '../../../core/distributions/index.ts';
import { isSwitch } from '../../../core/scenario/class-switch.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { RouterNode, Routing } from '../../../core/scenario/scenario.ts';
import { countText, plainText, rateText, stayText, unitOf, waitingText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveCount } from './LiveCount.tsx';
import { NodeChips } from './NodeChips.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';
import { CLOCK_SIGN, FORK_SIGN, JOIN_SIGN, outlinePath } from './node-outline.ts';
import { NODE_SIZE } from './node-size.ts';
import { classChips, sourceChips } from './stage-chips.ts';

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
            otherwise={
              held === undefined ? (
                '–'
              ) : (
                <>
                  <span className="g-rate-unit">{`N ${countText(held, delay.unit)}`}</span>
                  <span className="g-rate-bare">{`N ${countText(held)}`}</span>
                </>
              )
            }
          />
        </div>
        <div className="g-distribution">{stayText(delay.service)}</div>
      </div>
    </NodeFrame>
  );
}, looksSame);

const SIGNS: Readonly<Record<Routing['rule'], { readonly path: string; readonly meaning: string }>> = {
  probabilistic: { path: 'M-9,0 H-2 L8,-7 M-2,0 L8,7', meaning: 'Each element takes one link at random.' },
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
        {isSwitch(view.node) && (
          <span className="g-chip" title={switchText(view.node)}>
            switches classes
          </span>
        )}
      </div>
    </NodeFrame>
  );
}, looksSame);

/** `ask becomes hit (0.75) or miss (0.25)`, row by row. */
const switchText = ({ classSwitch = {} }: RouterNode): string =>
  Object.entries(classSwitch)
    .map(([from, row]) => {
      const parts = Object.entries(row).map(([to, share]) => `${to} (${plainText(share)})`);
      return `${from} becomes ${parts.join(' or ')}.`;
    })
    .join(' ');

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
