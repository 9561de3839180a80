/** Readable ids for new and copied nodes. */
import type { NodeId } from './scenario.ts';

const LONGEST_STEM = 70;

/** `wanted` when it is free; else the same with the next free number: `stage1` gives `stage2`, `1b` gives `1b-2`. */
export function freshId(wanted: NodeId, taken: ReadonlySet<NodeId>): NodeId {
  if (!taken.has(wanted)) return wanted;
  const digits = /\d{1,9}$/.exec(wanted)?.[0];
  const stem = (digits ? wanted.slice(0, -digits.length) : `${wanted}-`).slice(-LONGEST_STEM);
  let number = digits ? Number(digits) + 1 : 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
