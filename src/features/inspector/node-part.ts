/** What every inspector of a node is given. */

import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { ChangeNode, EditScenario, InspectorFault, Selection } from './inspector-types.ts';

export interface NodePartProps<N extends ScenarioNode = ScenarioNode> {
  readonly scenario: Scenario;
  readonly node: N;
  readonly answer?: SolveAnswer;
  /** The answer belongs to an earlier drawing. */
  readonly stale: boolean;
  /** Errors of this node only. */
  readonly faults: readonly InspectorFault[];
  readonly change: ChangeNode;
  /** A new name; an empty one gives way to the id. */
  readonly onTitle: (name: string) => void;
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
  readonly onSelectNode: (id: NodeId) => void;
}
