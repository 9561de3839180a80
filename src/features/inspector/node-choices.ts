/** Nodes to choose among in a list. */
import type { NodeId, NodeKind, Scenario } from '../../../core/scenario/scenario.ts';
import type { Choice } from '../../ui/widgets/ChoiceField.tsx';

/** Those of some kinds, the first kind first. A node with a name shows its id below it. */
export const nodeChoices = (scenario: Scenario, kinds: readonly NodeKind[]): readonly Choice<NodeId>[] =>
  kinds.flatMap((kind) =>
    scenario.nodes
      .filter((node) => node.kind === kind)
      .map(({ id, name }) =>
        name === undefined ? { value: id, label: id } : { value: id, label: name, hint: id },
      ),
  );
