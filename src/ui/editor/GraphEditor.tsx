import { ReactFlowProvider } from '@xyflow/react';
import { GraphCanvas } from './GraphCanvas.tsx';
import type { GraphEditorProps } from './graph-editor-props.ts';

export type { GraphEditorHandle } from './graph-editor-props.ts';

/** The stage graph: the drawing of the scenario, its answer, and every gesture that edits it. Fills its parent. */
export function GraphEditor(props: GraphEditorProps) {
  return (
    <ReactFlowProvider>
      <GraphCanvas {...props} />
    </ReactFlowProvider>
  );
}
