/** What must hold of a measurement: the scenario's queries and those of `--assert`, checked one line each. */
import type { Query } from '../core/measurement/query.ts';
import { parseQuery, queryText } from '../core/measurement/query-text.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReduceOptions } from '../workers/measure/contract.ts';
import type { CheckedQuery } from '../workers/measure/queries/contract.ts';
import { reducedOfMeasurement, studyMeasurement } from '../workers/measure/queries/study-measurement.ts';
import { readReduced } from '../workers/measure/reduce-measurement.ts';
import { byteSource, type ReadFile } from './measurement-input.ts';
import { BadInput, EXIT } from './outcome.ts';

/** Those of the scenario that require something, then those of the command line. */
export function assertionsOf({ queries = [] }: Scenario, texts: readonly string[]): readonly Query[] {
  const asked = texts.map((text): Query => {
    const query = parseQuery(text);
    if (!query.ok) throw new BadInput([`--assert "${text}": ${query.error}`]);
    if (!query.value.require)
      throw new BadInput([`--assert "${text}": nothing is required; add a limit such as < 100.`]);
    return { id: text, ...query.value };
  });
  return [...queries.filter(({ require }) => require !== undefined), ...asked];
}

export function checkAssertions(
  scenario: Scenario,
  reduced: ReducedMeasurement,
  assertions: readonly Query[],
): readonly CheckedQuery[] {
  return studyMeasurement(reduced, scenario, assertions).queries;
}

/** With its frames, also of a file whose means were read without them. */
export async function reducedForAssertions(
  scenario: Scenario,
  file: string | undefined,
  read: ReadFile,
  options: ReduceOptions,
): Promise<ReducedMeasurement> {
  if (read.reduced) return read.reduced;
  if (file !== undefined && file !== '-') {
    const context = { fileName: read.measurement.name, options };
    const again = await readReduced(await byteSource(file), context, scenario.nodes.filter(isStage));
    if (again.ok && again.value.reduced.queues.length > 0) return again.value.reduced;
  }
  return reducedOfMeasurement(read.measurement);
}

const MARKS = { holds: 'ok   ', fails: 'FAIL ', unknown: '?    ', asked: '     ' } as const;

export const assertionsText = (checked: readonly CheckedQuery[]): string =>
  checked
    .map(({ query, outcome, sentence }) => {
      const why = outcome === 'unknown' ? 'cannot be told: ' : '';
      return `${MARKS[outcome]} ${queryText(query)}: ${why}${sentence}`;
    })
    .join('\n');

/** For the JSON document. */
export const assertionRows = (checked: readonly CheckedQuery[]) =>
  checked.map(({ query, outcome, sentence, frame, answer }) => ({
    text: queryText(query),
    ...{ outcome, sentence },
    ...(answer.kind === 'value' && { value: answer.value, bound: answer.bound }),
    ...(frame !== undefined && { frame }),
  }));

/** 1 when one fails; 2 when none fails but the measurement does not tell one: that must not pass for success. */
export function assertionExit(checked: readonly CheckedQuery[]): number {
  if (checked.some(({ outcome }) => outcome === 'fails')) return EXIT.noAnswer;
  return checked.some(({ outcome }) => outcome === 'unknown') ? EXIT.badInput : EXIT.answered;
}
