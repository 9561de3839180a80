/** Scenarios as they come from outside: text, links, plain objects. Nothing that comes in is trusted. */
import type { Fault } from '../core/scenario/fault.ts';
import { findFaults } from '../core/scenario/faults.ts';
import { inputFault } from '../core/scenario/input-fault.ts';
import { parseScenario, readScenarioText } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { decodeShareLink } from '../core/scenario/share-link.ts';
import { BadInput } from './bad-input.ts';

/** An address, `#` and a fragment, or a bare fragment. */
export const isLink = (text: string): boolean => /^(https?:\/\/|#|\d+\.[\w-]{16,}$)/.test(text);

/** The scenario of a share link or of JSON text; `name` stands before each error. */
export async function scenarioIn(text: unknown, name = 'scenario'): Promise<Scenario> {
  if (typeof text !== 'string')
    throw new BadInput([`${name}: ${inputFault(text, [], 'JSON text or a share link').message}`]);
  if (isLink(text)) {
    const linked = await decodeShareLink(text);
    if (!linked.ok) throw new BadInput([`link: ${linked.error}`]);
    return linked.value;
  }
  const read = readScenarioText(text);
  if (!read.ok) throw new BadInput(read.error.map(({ message }) => `${name}: ${message}`));
  return read.value;
}

/** A scenario that can be solved and simulated. */
export function refuseErrors(scenario: Scenario, name = 'scenario'): Scenario {
  const errors = findFaults(scenario).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new BadInput(errors.map(({ message }) => `${name}: ${message}`));
  return scenario;
}

/** An object that is meant as a scenario, of this or an older version, brought to this one and free of errors. */
export function soundScenario(input: unknown): Scenario {
  const read = parseScenario(input);
  if (!read.ok) throw new BadInput(read.error.map(({ message }) => `scenario: ${message}`));
  return refuseErrors(read.value);
}

export interface Checked {
  /** Whether it can be solved and simulated. */
  readonly valid: boolean;
  /** Errors of form, each with its place, or errors of meaning, such as a stage without a way out. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

export function checkScenario(input: unknown): Checked {
  const read = parseScenario(input);
  if (!read.ok) return { valid: false, errors: read.error.map(({ message }) => message), warnings: [] };
  const found = findFaults(read.value);
  const of = (which: Fault['severity']) =>
    found.filter(({ severity }) => severity === which).map(({ message }) => message);
  const errors = of('error');
  return { valid: errors.length === 0, errors, warnings: of('warning') };
}
