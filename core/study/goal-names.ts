/** What people call the parameters and measures that goals are about: `K at 1b`, `servers of the web tier`, `p99 sojourn`, `every ρ`. */

import { MEASURE_KEYS, measureRow } from '../measures/measure-rows.ts';
import { titlesOf } from '../scenario/defaults.ts';
import { isStage, type NodeId, type Scenario } from '../scenario/scenario.ts';
import { pathText } from './parameter-path.ts';
import { findParameter, parametersOf } from './parameters.ts';
import { findMeasure, measuresOf } from './study-measures.ts';

/** Fields of a stage as parameters. */
const PARAMETERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:k|capacity|queue|queue size|buffer|buffer size|places?|room)$/u, ['capacity']],
  [/^(?:c|servers?|cores?|workers?|server count|number of servers)$/u, ['serverCount']],
  [/^(?:μ|mu|rate|service rate|speed)$/u, ['service', 'rate']],
  [/^(?:s|service time|mean service time)$/u, ['service', 'mean']],
];

const PERCENTILE =
  /^p?(50|90|99|99\.9|999)(?:th)?(?: ?%| percent(?:ile)?)? (?:of (?:the )?)?(sojourn|latency|delay|response|waiting|wait)(?: time)?$/u;
const ARTICLE = /^(?:the|a|number of|my|our) /u;
const EVERY = /^(?:every|each|all|any|largest|highest|max(?:imum)?)(?: stage(?:’s|'s)?)? /u;
const AT = /^(.+?) (?:at|of|in|for) (?:the |stage )?(.+)$/u;

/** The parameter or design measure that is sought; undefined for what nobody knows. */
export function soughtName(scenario: Scenario, text: string): string | undefined {
  const parameter = findParameter(scenario, text);
  if (parameter.ok) return parameter.value.parameter.path;
  const measure = findMeasure(scenario, text);
  if (measure.ok) return measure.value.name;
  const words = plain(text);
  if (INPUT.test(words)) return loadName(scenario);
  if (/^(?:servers|cores|workers)$/u.test(words)) return 'servers';
  if (/^(?:buffers?|places|memory|buffer memory|buffer space)$/u.test(words)) return 'buffer';
  if (/^(?:cost|price|money)s?$/u.test(words)) return 'cost';
  if (/^(?:jobs|users|customers|population|number of users)$/u.test(words)) return populationName(scenario);
  const stageField = ownFields(scenario, text, PARAMETERS);
  if (stageField !== undefined && findParameter(scenario, stageField).ok) return stageField;
  for (const named of [scenario, nameless(scenario)]) {
    const same = parametersOf(named).filter((each) => plain(each.words) === words);
    if (same.length === 1) return same[0]!.path;
  }
  return measureNames(scenario, text, undefined)?.[0];
}

const INPUT =
  /^(?:inputs?|input rate|input factor|(?:external |total )?(?:arrival|offered|input)s? ?(?:rate|load)?|loads?|arrivals|λ|lambda|traffic|external input)$/u;

/** The stage that a parameter is of. */
export const stageOf = ({ nodes }: Scenario, path: string): NodeId | undefined =>
  nodes.find(({ id }) => path.startsWith(`${pathText({ kind: 'node', id })}.`))?.id;

/** What grows with the load: all input, or the jobs of the only closed class. */
export const loadName = (scenario: Scenario): string | undefined =>
  findParameter(scenario, 'inputs').ok ? 'inputs' : populationName(scenario);

function populationName({ classes = [] }: Scenario): string | undefined {
  const closed = classes.filter((each) => each.closed);
  return closed.length === 1
    ? pathText({ kind: 'scenario', name: 'classes' }, [closed[0]!.id, 'closed', 'population'])
    : undefined;
}

/** The measures that the words name, one or `every` one; undefined for what nobody knows. `near`: the stage that was spoken of. */
export function measureNames(
  scenario: Scenario,
  text: string,
  near: NodeId | undefined,
): readonly string[] | undefined {
  const strict = findMeasure(scenario, text);
  if (strict.ok) return [strict.value.name];
  const isEvery = EVERY.test(plain(text));
  const words = plain(text).replace(EVERY, '');
  const [, head, place] = AT.exec(words) ?? [];
  const stage = place === undefined ? undefined : stageCalled(scenario, place);
  const { ofStage, ofNetwork } = measureCalled(stage === undefined ? words : head!);
  const known = measuresOf(scenario);
  const named = (id: NodeId): readonly string[] =>
    known
      .filter(({ name, source }) => 'node' in source && source.node === id && name.endsWith(`.${ofStage}`))
      .map(({ name }) => name);
  if (stage !== undefined) return some(named(stage));
  if (ofNetwork !== undefined && (isEvery || near === undefined || ofStage !== 'backPressureProbability'))
    return [`network.${ofNetwork}`];
  if (isEvery)
    return some(
      scenario.nodes
        .filter(isStage)
        .filter(({ capacity }) => ofStage !== 'backPressureProbability' || capacity !== undefined)
        .flatMap(({ id }) => named(id)),
    );
  if (near !== undefined && ofStage !== undefined) return some(named(near));
  for (const measures of [known, measuresOf(nameless(scenario))]) {
    const same = measures.filter(({ words, formerWords = [] }) =>
      [words, ...formerWords].some((spelled) => plain(spelled) === plain(text)),
    );
    if (same.length === 1) return [same[0]!.name];
  }
  return undefined;
}

/** Earlier versions called nodes by their ids. */
function nameless(scenario: Scenario): Scenario {
  const nodes = scenario.nodes.map((node) => ({ ...node, name: node.id }));
  return { ...scenario, nodes };
}

const some = (names: readonly string[]): readonly string[] | undefined =>
  names.length > 0 ? names : undefined;

function measureCalled(words: string): { readonly ofStage?: string; readonly ofNetwork?: string } {
  const [, digits, what] = PERCENTILE.exec(words) ?? [];
  if (digits !== undefined) {
    const percentile = `P${digits.replace('.', '')}`;
    if (what!.startsWith('wait')) return { ofStage: `waiting${percentile}` };
    return { ofStage: `sojourn${percentile}`, ofNetwork: `sojourn${percentile}` };
  }
  const name = words.replace(/^mean /u, '').replaceAll(/[-_]/gu, '');
  const ofStage = MEASURE_KEYS.find((key) => measureRow(key).aliases?.includes(name));
  if (ofStage === undefined) return {};
  const { ofNetwork } = measureRow(ofStage);
  return { ofStage, ...(ofNetwork !== undefined && { ofNetwork }) };
}

/** `K at 1b`, `servers of Application`. */
function ownFields(scenario: Scenario, text: string, known: typeof PARAMETERS): string | undefined {
  const [, head, place] = AT.exec(plain(text)) ?? [];
  const id = place === undefined ? undefined : stageCalled(scenario, place);
  const [, fields] = known.find(([pattern]) => pattern.test(plain(head ?? ''))) ?? [];
  return id !== undefined && fields ? pathText({ kind: 'node', id }, fields) : undefined;
}

/** By its id or its name, or by both where names repeat. */
function stageCalled({ nodes }: Scenario, words: string): NodeId | undefined {
  const wanted = plain(words).replaceAll('"', '');
  const stages = nodes.filter((node) => node.kind === 'stage' || node.kind === 'delay');
  const byId = stages.find(({ id }) => plain(id) === wanted);
  const title = titlesOf(nodes);
  const byName = stages.find(({ id }) => plain(title(id)) === wanted);
  return (byId ?? byName ?? stages.find(({ name }) => name !== undefined && plain(name) === wanted))?.id;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s:]+/gu, ' ')
    .trim()
    .replace(ARTICLE, '')
    .replace(ARTICLE, '');
