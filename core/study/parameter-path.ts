/**
 * Names of parameters as text: `1a.service.rate`, `disk>1a.probability`, `classes.gold.closed.population`. Parts stand
 * between dots; an id that holds a dot or another sign of this language stands in quotes: `"stage 1.5".capacity`.
 */
import { err, ok, type Result } from '../base/result.ts';

/** First parts of parameters that are no node; a node of such a name stands in quotes. */
const TAKEN: ReadonlySet<string> = new Set(['inputs', 'classes', 'resources', 'buses']);

const PLAIN = /^[^\s.">=]+$/;

/** The first part names what the parameter is of: a node, both ends of a link, or a list of the scenario. */
export type ParameterOwner =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'scenario'; readonly name: string };

/** The readable form, the same for every way that a path may be written. */
export function pathText(owner: ParameterOwner, fields: readonly string[] = [], taken = TAKEN): string {
  return [ownerText(owner, taken), ...fields.map((part) => quoted(part))].join('.');
}

function ownerText(owner: ParameterOwner, taken: ReadonlySet<string>): string {
  if (owner.kind === 'scenario') return owner.name;
  if (owner.kind === 'link') return `${quoted(owner.from)}>${quoted(owner.to)}`;
  return taken.has(owner.id) ? JSON.stringify(owner.id) : quoted(owner.id);
}

const quoted = (part: string): string => (PLAIN.test(part) ? part : JSON.stringify(part));

/** Brings a path to its readable form; refuses what is no path at all. `taken`: first parts that are no node. */
export function readPath(text: string, taken = TAKEN): Result<string, string> {
  const tokens: string[] = [];
  const pattern = /\s*("(?:[^"\\]|\\.)*"|[^\s.">=]+|[.>])\s*/gy;
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    const match = pattern.exec(text);
    if (!match) return err(notAPath(text));
    tokens.push(match[1]!);
  }
  const parts = tokens.filter((_, i) => i % 2 === 0);
  const signs = tokens.filter((_, i) => i % 2 === 1);
  const isWhole = parts.length === signs.length + 1 && parts.every((part) => part !== '.' && part !== '>');
  const isOrdered = signs.every((sign, i) => sign === '.' || (sign === '>' && i === 0));
  if (!isWhole || !isOrdered) return err(notAPath(text));
  const names = parts.map(unquoted);
  if (!names.every((name) => name !== undefined)) return err(notAPath(text));
  const [first, second] = names as [string, string];
  if (signs[0] === '>') return ok(pathText({ kind: 'link', from: first, to: second }, names.slice(2), taken));
  const isOfScenario = taken.has(parts[0]!);
  const owner: ParameterOwner = isOfScenario
    ? { kind: 'scenario', name: first }
    : { kind: 'node', id: first };
  return ok(pathText(owner, names.slice(1), taken));
}

const notAPath = (text: string): string =>
  `Expected the name of a parameter, such as 1a.service.rate or "stage 1.5".capacity; got ${JSON.stringify(text)}.`;

function unquoted(part: string): string | undefined {
  if (!part.startsWith('"')) return part;
  try {
    return JSON.parse(part) as string;
  } catch {
    return undefined;
  }
}
