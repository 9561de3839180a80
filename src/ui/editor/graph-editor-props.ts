/** What the editor is given, and what can be asked of it. */

import type { Ref } from 'react';
import type { Fault } from '../../../core/scenario/fault.ts';
import type { NodeId, NodeKind, Position, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { Arrangement } from './arrange.ts';
import type { LivePicture } from './live.ts';
import type { NodeDifference } from './node-data.ts';
import type { RenderOccupancy } from './OccupancySlot.tsx';
import type { Selection } from './selection.ts';

export interface GraphEditorProps {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  /** The answer is of an earlier scenario: its numbers are greyed. */
  readonly answerIsStale: boolean;
  readonly faults: readonly Fault[];
  readonly selection: Selection;
  /** Share of time at each level of occupancy, from a simulation. */
  readonly simulated?: Readonly<Record<NodeId, readonly number[]>>;
  /** Beside the stages: how they differ from a baseline. */
  readonly differences?: Readonly<Record<NodeId, NodeDifference>>;
  readonly colorMode: 'light' | 'dark' | 'system';
  /** Looking, selecting and moving the view only. */
  readonly readOnly?: boolean;
  /** Draws a stage's occupancy in miniature, about 96 by 26 pixels; keep the function while its pictures are the same. */
  readonly renderOccupancy?: RenderOccupancy;
  /** Actual numbers of this moment in place of those of the answer, and elements that move. */
  readonly live?: LivePicture;
  /** A button beside the zoom starts or ends that. */
  readonly onAnimate?: () => void;
  readonly ref?: Ref<GraphEditorHandle>;
  onSelect(selection: Selection): void;
  /** `label` says what was done; edits with the same `gesture` in a row are one undo step. */
  onEdit(label: string, edit: (scenario: Scenario) => Scenario, gesture?: string): void;
  /** Refusals, such as "Select two or more nodes …" */
  onMessage(text: string): void;
}

export interface GraphEditorHandle {
  fitView(): void;
  /** At a point of the window, in pixels; without it, on the selected link, behind the selected node, or in the middle of the view. */
  addNode(kind: NodeKind, point?: Position): void;
  /** Places all nodes anew, left to right. */
  layout(): Promise<void>;
  /** Lets the name of the selected node be typed where it stands. */
  rename(): void;
  /** Places the selected nodes. */
  arrange(arrangement: Arrangement): void;
  /** Selects a node, brings it into view and gives it the keyboard. */
  focusNode(id: NodeId): void;
  /** Asks where to link the node that has the keyboard, else the only selected one. */
  chooseTarget(): void;
  /** Deletes what is selected; the label is that of the undo step. */
  remove(label?: string): void;
  /** Called before nodes are added; what it gives, after that: where all was seen, all is seen again, and the keyboard is at one of them. */
  adding(): (id: NodeId) => void;
  /** A point of the window in the drawing. */
  toDrawing(point: Position): Position;
  /** The graph as an SVG file in the colours of the page. */
  exportSvg(): string;
}
