import { formatNumber } from '../../../core/quantities/quantity.ts';
import { drawsLink } from '../../../core/rules/routing.ts';
import { sameEnds } from '../../../core/scenario/edit-links.ts';
import { linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { Link, NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { unitOf } from '../../ui/editor/figure-text.ts';
import { nodeTitle } from '../results/node-title.ts';
import { ClassShares } from './ClassShares.tsx';
import { Facts } from './Facts.tsx';
import { FifoFields } from './FifoFields.tsx';
import type { EditScenario, InspectorFault } from './inspector-types.ts';
import { NodeButton } from './NodeButton.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import { rateText } from './rate-text.ts';
import { ShareField } from './ShareField.tsx';
import { handsThrough, senderUnit } from './sender-unit.ts';
import { linksFrom } from './share-edits.ts';

export interface LinkInspectorProps {
  readonly scenario: Scenario;
  readonly link: Link;
  readonly answer?: SolveAnswer;
  readonly stale: boolean;
  readonly faults: readonly InspectorFault[];
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** One channel: its ends, its share and its flow in the units of both ends. */
export function LinkInspector({
  scenario,
  link,
  answer,
  stale,
  faults,
  onEdit,
  onSelectNode,
}: LinkInspectorProps) {
  const sender = scenario.nodes.find((node) => node.id === link.from);
  const receiver = scenario.nodes.find((node) => node.id === link.to);
  const siblings = linksFrom(scenario, link.from);
  const rule = sender ? routingRule(sender) : 'probabilistic';
  const share = linkShares(rule, siblings)[siblings.findIndex((sibling) => sameEnds(sibling, link))] ?? 1;
  const flow = answer?.links.find((candidate) => sameEnds(candidate, link));
  const sent = {
    unit: sender && handsThrough(sender) ? senderUnit(scenario, sender.id) : unitOf(sender),
  };
  const received = {
    unit: receiver?.kind === 'stage' || receiver?.kind === 'delay' ? receiver.unit : sent.unit,
  };
  return (
    <>
      <NodeHeader
        title={`${nodeTitle(scenario, link.from)} → ${nodeTitle(scenario, link.to)}`}
        kind="Link"
        faults={faults}
      />
      <p className="i-targets">
        <span>from</span>
        <NodeButton scenario={scenario} id={link.from} onSelect={onSelectNode} />
        <span>to</span>
        <NodeButton scenario={scenario} id={link.to} onSelect={onSelectNode} />
      </p>
      {siblings.length > 1 && drawsLink(rule) && (
        <>
          <ShareField scenario={scenario} link={link} share={share} label="Share" onEdit={onEdit} />
          <ClassShares scenario={scenario} link={link} onEdit={onEdit} />
        </>
      )}
      <FifoFields {...{ link, sender, receiver, onEdit }} />
      {sender?.kind === 'fork' && <p className="i-note">One task of every element goes this way.</p>}
      <Facts
        stale={stale}
        facts={[
          { label: 'Flow, as sent', value: rateText(flow?.rate, sent) },
          { label: 'Flow, as received', value: rateText(flow?.receivedRate, received) },
          ...(flow?.fill
            ? [
                { label: 'Mean fill of the FIFO', value: formatNumber(flow.fill.mean) },
                { label: 'Highest fill', value: formatNumber(flow.fill.most) },
              ]
            : []),
        ]}
      />
      {!flow && <p className="i-note">No answer yet.</p>}
    </>
  );
}
