import { Panel, useReactFlow } from '@xyflow/react';
import type { NodeId, Position, Scenario } from '../../../core/scenario/scenario.ts';
import { IconButton } from '../widgets/IconButton.tsx';
import { FitIcon, LayoutIcon, MinusIcon, PlayIcon, PlusIcon, StopIcon } from '../widgets/icons.tsx';
import { motion } from './bring-into-view.ts';
import { graphLayout } from './graph-layout.ts';
import { FIT } from './use-graph-handle.ts';

interface GraphControlsProps {
  readonly scenario: Scenario;
  /** Absent where the drawing cannot be edited. */
  readonly onLayout?: (positions: Readonly<Record<NodeId, Position>>) => void;
  readonly isAnimated: boolean;
  readonly onAnimate?: () => void;
}

/** Zoom, fit, lay out and animate. */
export function GraphControls({ scenario, isAnimated, onLayout, onAnimate }: GraphControlsProps) {
  const flow = useReactFlow();
  const fit = () => void flow.fitView({ ...FIT, duration: motion() });
  const layOut = async () => {
    onLayout?.(await graphLayout(scenario));
    requestAnimationFrame(fit);
  };
  return (
    <Panel position="bottom-left" className="g-controls" role="toolbar" aria-label="View of the graph">
      <IconButton
        label="Zoom in"
        icon={<PlusIcon />}
        onClick={() => void flow.zoomIn({ duration: motion() })}
      />
      <IconButton
        label="Zoom out"
        icon={<MinusIcon />}
        onClick={() => void flow.zoomOut({ duration: motion() })}
      />
      <IconButton label="Fit the graph" shortcut="F" icon={<FitIcon />} onClick={fit} />
      {onLayout && <IconButton label="Lay out again" icon={<LayoutIcon />} onClick={() => void layOut()} />}
      {onAnimate && (
        <IconButton
          label={isAnimated ? 'End the animation' : 'Animate'}
          shortcut="P"
          icon={isAnimated ? <StopIcon /> : <PlayIcon />}
          onClick={onAnimate}
        />
      )}
    </Panel>
  );
}
