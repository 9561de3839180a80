/** What the parts of the inspector hand to each other. */

import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import type { NodePatch } from '../../../core/scenario/edits.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';

export interface Selection {
  readonly nodes: readonly NodeId[];
  readonly links: readonly LinkEnds[];
}

/** `gesture`: edits with the same one undo together. */
export type EditScenario = (label: string, edit: (scenario: Scenario) => Scenario, gesture?: string) => void;

/** As {@link ChangeScenario}, for fields of the node that is shown. */
export type ChangeNode = (label: string, patch: NodePatch, gesture?: string) => void;

/** Something that keeps the scenario from being solved, or makes the answer doubtful, and where. */
export interface InspectorFault {
  /** Default error. */
  readonly severity?: 'error' | 'warning';
  readonly message: string;
  readonly node?: NodeId;
  readonly link?: LinkEnds;
}

export interface ClassListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

export interface GroupListProps {
  readonly scenario: Scenario;
  readonly answer: SolveAnswer | undefined;
  /** The answer belongs to an earlier drawing. */
  readonly stale: boolean;
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}
