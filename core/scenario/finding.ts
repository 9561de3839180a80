/** A fault of a node before it is told whose it is; sentences call nodes by their names. */
import { capitalized } from '../base/plural.ts';
import { nameOf } from './defaults.ts';
import type { Fault } from './fault.ts';
import type { ScenarioNode } from './scenario.ts';

export interface Finding {
  readonly severity: Fault['severity'];
  readonly code: string;
  /** Goes on after `Stage "a": `. */
  readonly text: string;
}

export const error = (code: string, text: string): Finding => ({ severity: 'error', code, text });
export const warning = (code: string, text: string): Finding => ({ severity: 'warning', code, text });

export function faultAt(node: ScenarioNode, { severity, code, text }: Finding): Fault {
  const place = `${capitalized(node.kind)} "${nameOf(node)}"`;
  return { severity, code, node: node.id, message: `${place}: ${text}` };
}

/** An error whose sentence names the node itself. */
export const errorAt = (code: string, node: string, message: string): Fault => ({
  severity: 'error',
  code,
  node,
  message,
});
