import { sameEnds } from '../../../core/scenario/edit-links.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { DelayInspector } from './DelayInspector.tsx';
import { ForkInspector } from './ForkInspector.tsx';
import './inspector.css';
import type { ChangeNode, EditScenario, InspectorFault, Selection } from './inspector-types.ts';
import { JoinInspector } from './JoinInspector.tsx';
import { LinkInspector } from './LinkInspector.tsx';
import type { NodePartProps } from './node-part.ts';
import { RouterInspector } from './RouterInspector.tsx';
import { ScenarioInspector } from './ScenarioInspector.tsx';
import { SeveralInspector } from './SeveralInspector.tsx';
import { SinkInspector } from './SinkInspector.tsx';
import { SourceInspector } from './SourceInspector.tsx';
import { StageInspector } from './StageInspector.tsx';

export interface InspectorProps {
  readonly scenario: Scenario;
  readonly selection: Selection;
  /** The last one; `answerIsStale` says whether it belongs to this scenario. */
  readonly answer?: SolveAnswer;
  /** Default: stale while the scenario has a fault that keeps it from being solved. */
  readonly answerIsStale?: boolean;
  readonly faults: readonly InspectorFault[];
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}

/** The numbers of what is selected: shown, explained and changed here. */
export function Inspector(props: InspectorProps) {
  return (
    <aside className="inspector" aria-label="Inspector">
      <Contents {...props} />
    </aside>
  );
}

function Contents(props: InspectorProps) {
  const { scenario, selection, onEdit, onSelect } = props;
  const nodes = scenario.nodes.filter((node) => selection.nodes.includes(node.id));
  const links = scenario.links.filter((link) => selection.links.some((ends) => sameEnds(ends, link)));
  const stale = props.answerIsStale ?? props.faults.some((fault) => fault.severity !== 'warning');
  const [node] = nodes;
  const [link] = links;
  const common = { ...props, stale, onSelectNode: (id: NodeId) => onSelect({ nodes: [id], links: [] }) };

  if (nodes.length + links.length > 1) {
    return (
      <SeveralInspector
        scenario={scenario}
        selection={{ nodes: nodes.map(({ id }) => id), links }}
        onEdit={onEdit}
      />
    );
  }
  if (node) {
    const change: ChangeNode = (label, patch, gesture) =>
      onEdit(label, (s) => updateNode(s, node.id, patch), gesture);
    const faults = props.faults.filter((fault) => fault.node === node.id);
    // The place in the list stays when the id is changed, so that the field being typed in keeps its focus.
    return (
      <NodeInspector
        key={scenario.nodes.indexOf(node)}
        {...common}
        node={node}
        faults={faults}
        change={change}
      />
    );
  }
  if (link) {
    const faults = props.faults.filter((fault) => fault.link && sameEnds(fault.link, link));
    return <LinkInspector key={`${link.from} ${link.to}`} {...common} link={link} faults={faults} />;
  }
  return <ScenarioInspector {...common} />;
}

function NodeInspector({ node, ...props }: NodePartProps) {
  switch (node.kind) {
    case 'stage':
      return <StageInspector node={node} {...props} />;
    case 'source':
      return <SourceInspector node={node} {...props} />;
    case 'delay':
      return <DelayInspector node={node} {...props} />;
    case 'fork':
      return <ForkInspector node={node} {...props} />;
    case 'join':
      return <JoinInspector node={node} {...props} />;
    case 'router':
      return <RouterInspector node={node} {...props} />;
    case 'sink':
      return <SinkInspector node={node} {...props} />;
  }
}
