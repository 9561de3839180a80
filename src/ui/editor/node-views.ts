/** Which picture draws which kind of node. */
import type { NodeTypes } from '@xyflow/react';
import type { NodeKind } from '../../../core/scenario/scenario.ts';
import { DelayNodeView } from './DelayNodeView.tsx';
import { RouterNodeView } from './RouterNodeView.tsx';
import { SinkNodeView } from './SinkNodeView.tsx';
import { SourceNodeView } from './SourceNodeView.tsx';
import { StageNodeView } from './StageNodeView.tsx';
import { WedgeNodeView } from './WedgeNodeView.tsx';

export const NODE_VIEWS = {
  source: SourceNodeView,
  stage: StageNodeView,
  delay: DelayNodeView,
  router: RouterNodeView,
  fork: WedgeNodeView,
  join: WedgeNodeView,
  sink: SinkNodeView,
} satisfies NodeTypes & Record<NodeKind, unknown>;
