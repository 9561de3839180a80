import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { sameEnds } from '../../../core/scenario/edit-links.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type {
  DelayNode,
  ForkNode,
  JoinNode,
  NodeId,
  RouterNode,
  Scenario,
  SinkNode,
} from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TypedIn } from '../../ui/widgets/typed-forms.tsx';
import { AnswerBlock } from './AnswerBlock.tsx';
import { ByClassEditor } from './ByClassEditor.tsx';
import { ClassSwitchEditor } from './ClassSwitchEditor.tsx';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import type { ChangeNode, EditScenario, InspectorFault, Selection } from './inspector-types.ts';
import { LinkInspector } from './LinkInspector.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import { NodeLine } from './NodeLine.tsx';
import type { NodePartProps } from './node-part.ts';
import { Properties } from './Properties.tsx';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';
import { ScenarioInspector } from './ScenarioInspector.tsx';
import { SeveralInspector } from './SeveralInspector.tsx';
import { SourceInspector } from './SourceInspector.tsx';
import { StageInspector } from './StageInspector.tsx';
import { senderUnit } from './sender-unit.ts';
import { linksFrom } from './share-edits.ts';
import { startingHere } from './starting-here.ts';
import { TYPED_LABEL, typedOfLink, typedTexts } from './typed-texts.ts';
import './inspector.css';

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
      <TypedIn
        key={scenario.nodes.indexOf(node)}
        value={typedTexts(node.typed, (typed, gesture) => change(TYPED_LABEL, { typed }, gesture))}
      >
        <NodeInspector
          {...common}
          node={node}
          faults={faults}
          change={change}
          onTitle={(name) =>
            change('Change name', { name: name === '' || name === node.id ? undefined : name })
          }
        />
      </TypedIn>
    );
  }
  if (link) {
    const faults = props.faults.filter((fault) => fault.link && sameEnds(fault.link, link));
    return (
      <TypedIn key={`${link.from} ${link.to}`} value={typedOfLink(link, onEdit)}>
        <LinkInspector {...common} link={link} faults={faults} />
      </TypedIn>
    );
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

/** Sends each element on at once. */
function RouterInspector(props: NodePartProps<RouterNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const inflow = answer?.links.filter((link) => link.to === node.id).reduce((sum, { rate }) => sum + rate, 0);
  return (
    <>
      <NodeHeader title={nameOf(node)} onTitle={props.onTitle} kind="Router" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Routing" remember="router-routing">
        <Facts
          stale={stale}
          facts={[
            { label: 'Flows through', value: rateText(inflow, { unit: senderUnit(scenario, node.id) }) },
          ]}
        />
        <RoutingEditor {...props} />
      </Disclosure>
      <ClassSwitchEditor scenario={scenario} node={node} onEdit={props.onEdit} />
    </>
  );
}

/** Splits each element into tasks. */
function ForkInspector(props: NodePartProps<ForkNode>) {
  const { scenario, node, answer, stale, faults, onSelectNode } = props;
  const links = linksFrom(scenario, node.id);
  const unit = senderUnit(scenario, node.id);
  return (
    <>
      <NodeHeader title={nameOf(node)} onTitle={props.onTitle} kind="Fork" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Tasks" summary={String(links.length)} remember="fork-tasks">
        <p className="i-note">
          Each element becomes one task per link, at once. A join puts the tasks of one element together
          again.
        </p>
        <NodeLine
          words={links.length === 0 ? 'No link leaves here yet.' : 'one task to each of'}
          ids={links.map((link) => link.to)}
          scenario={scenario}
          onSelect={onSelectNode}
        />
        <Facts
          stale={stale}
          facts={[{ label: 'Elements split', value: rateText(inflowOf(answer, node.id), { unit }) }]}
        />
      </Disclosure>
    </>
  );
}

/** Where elements leave: what arrives here, and how long the way took. */
function SinkInspector(props: NodePartProps<SinkNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const reading = { unit: senderUnit(scenario, node.id), timeUnit: scenario.timeUnit };
  const inflow = answer?.links
    .filter((link) => link.to === node.id)
    .reduce((sum, { receivedRate }) => sum + receivedRate, 0);
  const { throughput, lossRate, meanSojournTime } = answer?.network ?? {};
  return (
    <>
      <NodeHeader title={nameOf(node)} onTitle={props.onTitle} kind="Sink" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Totals" remember="totals">
        <Facts
          stale={stale}
          facts={[
            { label: 'Throughput', value: rateText(inflow, reading) },
            { label: 'Throughput of all sinks', value: rateText(throughput, {}) },
            { label: 'Total loss', value: rateText(lossRate, {}) },
            {
              label: 'Mean end-to-end latency',
              value:
                meanSojournTime === undefined ? undefined : formatMeasure(meanSojournTime, 'time', reading),
            },
          ]}
        />
        {!answer && <p className="i-note">No answer yet.</p>}
      </Disclosure>
    </>
  );
}

/** Puts the tasks of an element together again. */
function JoinInspector(props: NodePartProps<JoinNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const measures = answer?.stages[node.id];
  const out = answer?.links.filter((link) => link.from === node.id).reduce((sum, { rate }) => sum + rate, 0);
  const known = (value: number | undefined, dimension: 'elements' | 'time') =>
    value === undefined ? undefined : formatMeasure(value, dimension, { timeUnit: scenario.timeUnit });
  return (
    <>
      <NodeHeader title={nameOf(node)} onTitle={props.onTitle} kind="Join" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Tasks" remember="join-tasks">
        <p className="i-note">
          An element leaves when all tasks of its last fork are here. Tasks that were filtered out or lost are
          not waited for.
        </p>
        <Facts
          stale={stale}
          facts={[
            { label: 'Tasks in', value: rateText(inflowOf(answer, node.id), {}) },
            { label: 'Elements out', value: rateText(out, {}) },
            { label: 'Tasks that wait', value: known(measures?.meanOccupancy, 'elements') },
            { label: 'Mean wait of a task', value: known(measures?.meanSojournTime, 'time') },
          ]}
        />
        {!answer && <p className="i-note">No answer yet.</p>}
      </Disclosure>
      <Disclosure title="Routing" remember="join-routing">
        <RoutingEditor {...props} />
      </Disclosure>
    </>
  );
}

/** What flows into a node that has no measures of its own. */

/** 1/s, as sent; undefined without an answer. */
const inflowOf = (answer: SolveAnswer | undefined, id: NodeId): number | undefined =>
  answer?.links.filter((link) => link.to === id).reduce((sum, { rate }) => sum + rate, 0);

/** A time that every element spends on its own. */
function DelayInspector(props: NodePartProps<DelayNode>) {
  const { scenario, node: delay, answer, stale, faults, change } = props;
  const reading = { unit: delay.unit, unitBytes: delay.unitBytes, timeUnit: scenario.timeUnit };
  return (
    <>
      <NodeHeader
        title={nameOf(delay)}
        onTitle={props.onTitle}
        kind={delay.unit ? `Delay · unit: ${delay.unit}` : 'Delay'}
        faults={faults}
      />
      <Disclosure title="Identity" summary={delay.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Delay time" remember="stay">
        <p className="i-note">Elements stay in parallel: there is no queue and no limit.</p>
        <ServiceDistributionEditor
          distribution={delay.service}
          reading={reading}
          onChange={(service, gesture) => change('Change delay time', { service }, gesture)}
        />
        <Facts facts={[{ label: 'Starts with', value: startingHere(scenario, delay.id) }]} />
      </Disclosure>
      <Properties
        properties={
          scenario.classes
            ? [
                {
                  title: 'By class',
                  isUsed: delay.byClass !== undefined,
                  fields: <ByClassEditor {...{ scenario, reading, change }} node={delay} />,
                },
              ]
            : []
        }
      />
      <Disclosure title="Routing" remember="delay-routing">
        <RoutingEditor {...props} />
      </Disclosure>
      <Disclosure title="Answer" summary={answer?.stages[delay.id]?.model} remember="answer">
        {answer ? (
          <AnswerBlock {...{ scenario, answer, stale }} stage={delay} />
        ) : (
          <p className="i-note">No answer yet.</p>
        )}
      </Disclosure>
    </>
  );
}
