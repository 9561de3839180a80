/** A scenario as the text of a file: equal scenarios are equal texts, so that versions can be compared line by line. */
import { parseScenario } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Fields in the order of the format, two spaces, a newline at the end; lists stay in their order. */
export function scenarioText(scenario: Scenario): string {
  // Reading puts fields into the order of the schema, whichever was set first.
  const read = parseScenario(scenario);
  return `${JSON.stringify(read.ok ? read.value : scenario, null, 2)}\n`;
}
