import { useState } from 'react';
import { LIMITS } from '../../../core/base/limits.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { drawsLink } from '../../../core/rules/routing.ts';
import { type LinkPatch, sameEnds, updateLink } from '../../../core/scenario/edit-links.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { Link, NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { unitOf } from '../../ui/editor/figure-text.ts';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { ClassShares } from './ClassShares.tsx';
import { Facts } from './Facts.tsx';
import type { EditScenario, InspectorFault } from './inspector-types.ts';
import { NodeButton } from './NodeButton.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import { fieldLabel, PlainField } from './PlainField.tsx';
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

interface FifoFieldsProps {
  readonly link: Link;
  readonly sender: ScenarioNode | undefined;
  readonly receiver: ScenarioNode | undefined;
  readonly onEdit: EditScenario;
}

const isActor = (node: ScenarioNode | undefined): boolean => node?.kind === 'stage' && isDataflow(node);

/** The FIFO of a link to a dataflow stage or a join, and the tokens of each firing at its ends. */
function FifoFields({ link, sender, receiver, onEdit }: FifoFieldsProps) {
  const change = (label: string, patch: LinkPatch, gesture?: string) =>
    onEdit(label, (scenario) => updateLink(scenario, link, patch), gesture);
  const field = { rows: FIELDS.link, holder: link, change };
  return (
    <>
      {(isActor(receiver) || receiver?.kind === 'join') && <DepthField {...{ link, change }} />}
      {isActor(receiver) && <PlainField {...field} name="initialTokens" />}
      {isActor(sender) && <TokensField link={link} name="produced" change={change} />}
      {isActor(receiver) && <TokensField link={link} name="consumed" change={change} />}
    </>
  );
}

interface DepthFieldProps {
  readonly link: Link;
  readonly change: (label: string, patch: LinkPatch, gesture?: string) => void;
}

/** A slider beside a depth that is set: 1 to at least twice the depth that it had first. */
function DepthField({ link, change }: DepthFieldProps) {
  const { depth } = link;
  const [max, setMax] = useState(LEAST_RANGE);
  if (depth !== undefined && (depth > max || max === LEAST_RANGE) && rangeFor(depth) !== max)
    setMax(rangeFor(depth));
  return (
    <PlainField
      rows={FIELDS.link}
      name="depth"
      holder={link}
      change={change}
      {...(depth !== undefined && { slider: { min: 1, max, whole: true } })}
    />
  );
}

const LEAST_RANGE = 32;
const rangeFor = (depth: number): number => {
  let most = LEAST_RANGE;
  while (most < 2 * depth) most *= 2;
  return most;
};

function readTokens(text: string): Result<readonly number[] | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const tokens = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
  const isRight = tokens.every((count) => Number.isInteger(count) && count >= 0 && count <= LIMITS.tokens);
  return isRight
    ? ok(tokens)
    : err(
        `Expected whole numbers up to ${LIMITS.tokens.toLocaleString('en')}, such as 2, or 1, 0, 3 for phases that take turns.`,
      );
}

interface TokensFieldProps {
  readonly link: Link;
  readonly name: 'produced' | 'consumed';
  readonly change: (label: string, patch: LinkPatch, gesture?: string) => void;
}

function TokensField({ link, name, change }: TokensFieldProps) {
  const row = FIELDS.link[name];
  return (
    <TextField
      label={fieldLabel(row)}
      help={row.help}
      value={link[name]?.join(', ') ?? ''}
      placeholder={row.absent}
      whenFinished
      parse={(text) => {
        const read = readTokens(text);
        return read.ok ? ok(text) : read;
      }}
      onChange={(text, gesture) => {
        const read = readTokens(text);
        if (read.ok) change(`Change ${row.label.toLowerCase()}`, { [name]: read.value }, gesture);
      }}
    />
  );
}
