import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { statedRate } from '../../../core/distributions/index.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { percentText, rateText, shareText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveStage } from './LiveStage.tsx';
import { useLivePlace } from './live.ts';
import { NodeChips } from './NodeChips.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName } from './NodeName.tsx';
import { OccupancySlot } from './OccupancySlot.tsx';
import { QueueGauge } from './QueueGauge.tsx';
import { type Chip, classChips, stageChips } from './stage-chips.ts';
import type { StageFigures } from './stage-figures.ts';

interface ServerRowProps {
  readonly stage: StageNode;
  readonly figures: StageFigures;
}

const MOST_CIRCLES = 8;
const RADIUS = 5;
const PITCH = 12;

/** The servers as circles that fill up, and how their time is spent: busy, blocked, idle. */
function ServerRow({ stage, figures }: ServerRowProps) {
  const count = serverCountOf(stage);
  const { utilization = 0, blocked = 0 } = figures;
  return (
    <div className="g-row" title={sentence(count, figures)}>
      {count <= MOST_CIRCLES ? (
        <Circles count={count} busy={(utilization + blocked) * count} />
      ) : (
        <span className="g-servers-many">×{count}</span>
      )}
      <span className="g-time" aria-hidden="true">
        <span className="g-time-serving" style={{ flexGrow: utilization }} />
        <span className="g-time-blocked" style={{ flexGrow: blocked }} />
        <span className="g-time-starved" style={{ flexGrow: Math.max(0, 1 - utilization - blocked) }} />
      </span>
      <span className="g-number">
        {figures.utilization === undefined ? '–' : `ρ ${shareText(figures.utilization)}`}
      </span>
    </div>
  );
}

function Circles({ count, busy }: { readonly count: number; readonly busy: number }) {
  return (
    <svg className="g-servers" width={count * PITCH} height={PITCH + 2} aria-hidden="true">
      {Array.from({ length: count }, (_, server) => {
        const x = server * PITCH + PITCH / 2;
        const radius = (RADIUS - 1.5) * Math.sqrt(Math.min(1, Math.max(0, busy - server)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: servers are alike, a server is its index
          <g key={server}>
            <circle className="g-server" cx={x} cy={PITCH / 2 + 1} r={RADIUS} />
            <circle className="g-server-busy" cx={x} cy={PITCH / 2 + 1} r={radius} />
          </g>
        );
      })}
    </svg>
  );
}

function sentence(count: number, { utilization, blocked, starved }: StageFigures): string {
  const servers = count === 1 ? 'One server' : `${count} servers`;
  const parts = [
    utilization !== undefined && `busy ${percentText(utilization)}`,
    blocked !== undefined && `blocked ${percentText(blocked)}`,
    starved !== undefined && `idle ${percentText(starved)}`,
  ].filter(Boolean);
  return parts.length === 0 ? `${servers}.` : `${servers}: ${parts.join(', ')} of the time.`;
}

/** Which chips have room beside the miniature of a stage. */

/** Pixels beside the miniature, and about what a chip takes beside its letters, and a letter. */
const ROOM = 116;
const FRAME = 16;
const LETTER = 6;

const widthOf = (chips: readonly Chip[]): number =>
  chips.reduce((sum, { text }) => sum + FRAME + LETTER * text.length, 0);

/** All of them, or the first few and one that stands for the rest. */
export function chipsThatFit(chips: readonly Chip[]): readonly Chip[] {
  if (widthOf(chips) <= ROOM) return chips;
  for (let shown = chips.length - 1; shown > 0; shown--) {
    const some = [...chips.slice(0, shown), restChip(chips.slice(shown))];
    if (widthOf(some) <= ROOM) return some;
  }
  return chips.length === 1 ? chips : [chips[0]!, restChip(chips.slice(1))];
}

const restChip = (rest: readonly Chip[]): Chip => ({
  text: `+${rest.length}`,
  meaning: rest.map(({ text, meaning }) => `${text}: ${meaning}`).join('\n'),
});

/** A stage: name and unit, its queue, its servers, its occupancy in miniature and what is special about it. */
export const StageNodeView = memo(function StageNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  const { node: stage, figures = { saturated: false } } = view;
  assert(stage.kind === 'stage', 'a stage is drawn as a stage');
  const levels = useLivePlace(stage.id);
  const chips = [...warnings(figures, stage.unit), ...stageChips(stage)];
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <NodeName node={stage} />
        <NodeChips chips={classChips(stage)} />
        <span className="g-unit">{stage.unit}</span>
      </div>
      <div className="g-figures">
        {levels ? (
          <LiveStage stage={stage} levels={levels} figures={figures} />
        ) : (
          <>
            <QueueGauge stage={stage} figures={figures} />
            <ServerRow stage={stage} figures={figures} />
            <div className="g-row g-row--last">
              <OccupancySlot stage={stage.id} otherwise={<ServiceRate stage={stage} />} />
              <NodeChips chips={chipsThatFit(chips)} />
            </div>
          </>
        )}
      </div>
    </NodeFrame>
  );
}, looksSame);

/** How fast one server is, where the distribution says so itself. */
function ServiceRate({ stage }: { readonly stage: StageNode }) {
  const rate = statedRate(stage.service);
  return rate !== undefined && <span className="g-service">μ {rateText(rate, stage.unit)}</span>;
}

/** A smaller share of losses is said in the table and not on the graph. */
const NEGLIGIBLE_LOSS = 1e-9;

/** What is going wrong, before what is merely special. */
function warnings({ lossRate = 0, lossProbability = 1, stableBelow }: StageFigures, unit?: string): Chip[] {
  const chips: Chip[] = [];
  if (stableBelow !== undefined)
    chips.push({
      // Beside the miniature and the count of further chips there is room for no unit.
      text: `λ < ${rateText(stableBelow)}`,
      meaning: `More arrives than the servers can do. Below an arrival rate of ${rateText(stableBelow, unit)} they keep up.`,
      tone: 'bad',
    });
  if (lossRate > 0 && lossProbability > NEGLIGIBLE_LOSS)
    chips.push({
      text: `▽ ${rateText(lossRate)}`,
      meaning: `Arrivals lost because the stage is full: ${percentText(lossProbability)}.`,
      tone: 'warn',
    });
  return chips;
}
