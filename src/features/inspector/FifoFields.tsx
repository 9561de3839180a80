import { useState } from 'react';
import { LIMITS } from '../../../core/base/limits.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { type LinkPatch, updateLink } from '../../../core/scenario/edit-links.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { Link, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { TextField } from '../../ui/widgets/TextField.tsx';
import type { EditScenario } from './inspector-types.ts';
import { fieldLabel, PlainField } from './PlainField.tsx';

export interface FifoFieldsProps {
  readonly link: Link;
  readonly sender: ScenarioNode | undefined;
  readonly receiver: ScenarioNode | undefined;
  readonly onEdit: EditScenario;
}

const isActor = (node: ScenarioNode | undefined): boolean => node?.kind === 'stage' && isDataflow(node);

/** The FIFO of a link to a dataflow stage or a join, and the tokens of each firing at its ends. */
export function FifoFields({ link, sender, receiver, onEdit }: FifoFieldsProps) {
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
