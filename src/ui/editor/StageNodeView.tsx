import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { assert } from '../../../core/base/assert.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { chipsThatFit } from './chip-room.ts';
import { nodeName, percentText, rateText } from './figure-text.ts';
import { type FlowNode, looksSame } from './flow-nodes.ts';
import { LiveStage } from './LiveStage.tsx';
import { useLivePlace } from './live.ts';
import { NodeChips } from './NodeChips.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { OccupancySlot } from './OccupancySlot.tsx';
import { QueueGauge } from './QueueGauge.tsx';
import { ServerRow } from './ServerRow.tsx';
import { type Chip, classChips, stageChips } from './stage-chips.ts';
import type { StageFigures } from './stage-figures.ts';
import { statedRate } from './stated-rate.ts';

/** A stage: name and unit, its queue, its servers, its occupancy in miniature and what is special about it. */
export const StageNodeView = memo(function StageNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  const { node: stage, figures = { saturated: false } } = view;
  assert(stage.kind === 'stage', 'a stage is drawn as a stage');
  const levels = useLivePlace(stage.id);
  const chips = [...warnings(figures, stage.unit), ...stageChips(stage)];
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <span className="g-name">{nodeName(stage)}</span>
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
      text: `stable < ${rateText(stableBelow, unit)}`,
      meaning: 'More arrives than the servers can do. Below this rate of arrivals the stage is stable.',
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
