/** Checked assertions as people, scripts and build servers read them. */
import { queryText } from '../core/measurement/query-text.ts';
import { escaped } from '../src/ui/editor/graph-svg.ts';
import type { CheckedQuery } from '../workers/measure/queries/contract.ts';
import { EXIT } from './outcome.ts';

const MARKS = { holds: 'ok   ', fails: 'FAIL ', unknown: '?    ', asked: '     ' } as const;

export const assertionsText = (checked: readonly CheckedQuery[]): string =>
  checked.map((one) => `${MARKS[one.outcome]} ${lineOf(one)}`).join('\n');

function lineOf({ query, outcome, sentence }: CheckedQuery): string {
  const why = outcome === 'unknown' ? 'cannot be told: ' : '';
  return `${queryText(query)}: ${why}${sentence}`;
}

/** For the JSON document. */
export const assertionRows = (checked: readonly CheckedQuery[]) =>
  checked.map(({ query, outcome, sentence, frame, answer }) => ({
    text: queryText(query),
    ...{ outcome, sentence },
    ...(answer.kind === 'value' && { value: answer.value, bound: answer.bound }),
    ...(frame !== undefined && { frame }),
  }));

/** 1 when one fails; 2 when none fails but one cannot be told: that must not pass for success. */
export function assertionExit(checked: readonly CheckedQuery[]): number {
  if (checked.some(({ outcome }) => outcome === 'fails')) return EXIT.noAnswer;
  return checked.some(({ outcome }) => outcome === 'unknown') ? EXIT.badInput : EXIT.answered;
}

const isWrong = ({ outcome }: CheckedQuery): boolean => outcome === 'fails' || outcome === 'unknown';

/** A report of tests in the form of JUnit, which most build servers show. */
export function junitText(suite: string, checked: readonly CheckedQuery[]): string {
  const count = (outcome: CheckedQuery['outcome']) => checked.filter((one) => one.outcome === outcome).length;
  const counts = `tests="${checked.length}" failures="${count('fails')}" errors="${count('unknown')}"`;
  const cases = checked.map((one) => {
    const head = `    <testcase classname="stagegraph" name="${escaped(queryText(one.query))}"`;
    if (!isWrong(one)) return `${head}/>`;
    const tag = one.outcome === 'fails' ? 'failure' : 'error';
    return `${head}><${tag} message="${escaped(one.sentence)}"/></testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Findings in SARIF 2.1.0 (OASIS), which code scanning shows. */
export function sarifText(file: string, version: string, checked: readonly CheckedQuery[]): string {
  const rules = [
    { id: 'fails', shortDescription: { text: 'An assertion does not hold.' } },
    { id: 'unknown', shortDescription: { text: 'It cannot be told whether an assertion holds.' } },
  ];
  const results = checked.filter(isWrong).map((one) => ({
    ruleId: one.outcome,
    level: 'error',
    message: { text: lineOf(one) },
    locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) } } }],
    partialFingerprints: { assertion: queryText(one.query) },
  }));
  const run = { tool: { driver: { name: 'Stagegraph', version, rules } }, results };
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Workflow commands of GitHub: an annotation for each assertion that does not hold. */
export const githubText = (file: string, checked: readonly CheckedQuery[]): string =>
  checked
    .filter(isWrong)
    .map((one) => `::error file=${property(file)},title=Stagegraph::${command(lineOf(one))}\n`)
    .join('');

/** Signs that end a command or a property of one. */
const command = (words: string): string =>
  words.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (words: string): string => command(words).replaceAll(':', '%3A').replaceAll(',', '%2C');
