/** Faults of the probabilities on the links of one sender, for all its elements and for single classes. */
import { error, type Finding, warning } from './finding.ts';
import { type Graph, routingRule } from './graph.ts';
import type { ClassId, Link, ScenarioNode } from './scenario.ts';

/** Probabilities typed with six digits sum to 1 within this. */
const SUM_TOLERANCE = 1e-6;

export function probabilityFindings(node: ScenarioNode, graph: Graph): readonly Finding[] {
  const links = graph.outgoing.get(node.id)!;
  const classes = classesOnLinks(links);
  const isWritten = links.some(({ probability }) => probability !== undefined);
  if (!isWritten && classes.length === 0) return [];
  const rule = routingRule(node);
  if (rule !== 'probabilistic') {
    const reason = node.kind === 'fork' ? 'it sends a task along every link' : `its rule is ${rule}`;
    return [warning('probability-ignored', `${reason}; the probabilities on its links are not used.`)];
  }
  return [...(isWritten ? sharesOfAll(links) : []), ...classes.flatMap((id) => sharesOfClass(links, id))];
}

const classesOnLinks = (links: readonly Link[]): readonly ClassId[] => [
  ...new Set(links.flatMap(({ byClass }) => Object.keys(byClass ?? {}))),
];

function sharesOfAll(links: readonly Link[]): readonly Finding[] {
  const missing = links.find(({ probability }) => probability === undefined);
  if (missing) {
    const text = `some of its links have a probability, the one to "${missing.to}" has none.`;
    return [error('probability-missing', text)];
  }
  const sum = links.reduce((total, { probability }) => total + probability!, 0);
  if (isOne(sum)) return [];
  return [
    error('probability-sum', `the probabilities on its links sum to ${shortNumber(sum)} instead of 1.`),
  ];
}

function sharesOfClass(links: readonly Link[], id: ClassId): readonly Finding[] {
  const sum = links.reduce((total, { byClass }) => total + (byClass?.[id] ?? 0), 0);
  if (isOne(sum)) return [];
  const text = `the probabilities of class "${id}" on its links sum to ${shortNumber(sum)} instead of 1.`;
  return [error('class-probability-sum', text)];
}

const isOne = (sum: number): boolean => Math.abs(sum - 1) <= SUM_TOLERANCE;
const shortNumber = (value: number): string => String(Number(value.toPrecision(9)));
