/** Two scenarios: what was changed of the inputs, and what that changes of the answer. */
import { capitalized } from '../../../core/base/plural.ts';
import { type ArrivalDistribution, formOf, labelOf } from '../../../core/distributions/index.ts';
import {
  formatMeasure,
  MEASURE_KEYS,
  measureLabel,
  measureRow,
  readStage,
  STAGE_MEASURES,
  type StageKey,
} from '../../../core/measures/measure-rows.ts';
import { bottleneckWord } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import {
  formatFull,
  formatInterval,
  formatQuantity,
  formatSignedPercent,
} from '../../../core/quantities/quantity.ts';
import type { Column } from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { Parameter } from '../../../core/study/parameter.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { SolveOutcome } from '../../../workers/solve/contract.ts';
import { isUndetermined, openSpan } from '../../../workers/solve/determined.ts';
import { answerTrust } from '../solve/trust-of.ts';

export interface InputChange {
  /** Such as `1b.capacity` or `disk>1a.probability`. */
  readonly path: string;
  /** Such as `1b Hash lookup: capacity`. */
  readonly what: string;
  /** As it is typed, with its unit; absent of what was added. */
  readonly before?: string;
  /** Absent of what was removed. */
  readonly after?: string;
}

/** `Decode: service rate 1.25 M/s → 2 M/s`. */
export function changeText({ what, before, after }: InputChange): string {
  if (before === undefined) return `${what}, added`;
  if (after === undefined) return `${what}, removed`;
  return `${what} ${before} → ${after}`;
}

export interface AnswerChange {
  /** Absent of the whole network. */
  readonly stage?: string;
  /** Such as `1b Hash lookup`. */
  readonly stageName?: string;
  /** Such as `Number in system`. */
  readonly what: string;
  readonly before?: number | string;
  readonly after?: number | string;
  /** Both in one line, with units. */
  readonly text: string;
}

export interface DiffSide {
  readonly name: string;
  readonly kind: SolveOutcome['kind'];
  /** The method, and how far to trust it; or why there is no answer. */
  readonly trust: string;
}

export interface Diff {
  readonly kind: 'diff';
  readonly inputs: readonly InputChange[];
  readonly answers: readonly AnswerChange[];
  readonly sides: readonly [DiffSide, DiffSide];
}

/** A scenario and what answers it. */
export interface AnsweredScenario {
  readonly scenario: Scenario;
  readonly outcome: SolveOutcome;
}

/** Positions on the drawing are no input. */
export const diffOf = (before: AnsweredScenario, after: AnsweredScenario): Diff => ({
  kind: 'diff',
  inputs: inputChanges(before.scenario, after.scenario),
  answers: answerChanges(before, after),
  sides: [sideOf(before), sideOf(after)],
});

function sideOf({ scenario: { name }, outcome }: AnsweredScenario): DiffSide {
  const { kind } = outcome;
  if (outcome.kind === 'noAnswer') return { name, kind, trust: refusalText(outcome) };
  const by = outcome.solvedBy ? `${methodLabel(outcome.solvedBy)}, ` : '';
  const trust = outcome.kind === 'unstable' ? 'no steady state' : TRUST[answerTrust(outcome)].word;
  return { name, kind, trust: `${by}${trust}` };
}

/** What was changed of the inputs; positions on the drawing are none. */
export function inputChanges(before: Scenario, after: Scenario): readonly InputChange[] {
  const entries = entryChanges(before, after);
  const gone = entries.filter((change) => change.before === undefined || change.after === undefined);
  const numbers = parameterChanges(before, after).filter(
    ({ path }) => !gone.some((entry) => isUnder(path, entry.path)),
  );
  // What no parameter tells: names, notes, schedules, measurements.
  const others = entries.filter(
    (entry) => !gone.includes(entry) && !numbers.some(({ path }) => isUnder(path, entry.path)),
  );
  return [...gone, ...numbers, ...others];
}

const isUnder = (path: string, owner: string): boolean => path === owner || path.startsWith(`${owner}.`);

/** Numbers and choices that both have, or one alone, such as the shape of another distribution. */
function parameterChanges(before: Scenario, after: Scenario): readonly InputChange[] {
  const old = new Map(parametersOf(before).map((parameter) => [parameter.path, parameter]));
  const now = new Map(parametersOf(after).map((parameter) => [parameter.path, parameter]));
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.flatMap((path): InputChange[] => {
    const [a, b] = [old.get(path), now.get(path)];
    if (a?.value === b?.value || isMeanOfRate(path, old, now)) return [];
    return [
      {
        ...{ path, what: (b ?? a!).words },
        ...(a && { before: valueText(a, b) }),
        ...(b && { after: valueText(b, a) }),
      },
    ];
  });
}

type Parameters = ReadonlyMap<string, Parameter>;

/** A time is told once: by its rate where it has one. */
function isMeanOfRate(path: string, ...sides: readonly Parameters[]): boolean {
  if (!path.endsWith('.mean')) return false;
  const rate = `${path.slice(0, -'.mean'.length)}.rate`;
  return sides.some((side) => side.has(rate));
}

/** Six digits; all of them where fewer would not tell the two apart. */
function valueText(parameter: Parameter, other: Parameter | undefined): string {
  if (parameter.kind === 'choice')
    return parameter.labels[parameter.choices.indexOf(parameter.value)] ?? parameter.value;
  const { dimension, unit, value } = parameter;
  const short = (of: number): string => formatQuantity(of, dimension, { unit, digits: 6 });
  const isTold = other?.kind !== 'number' || short(value) !== short(other.value);
  return isTold ? short(value) : formatFull(value, dimension);
}

interface Entry {
  readonly what: string;
  readonly value: unknown;
}

/** Nodes, links and other entries by their paths, and their fields by theirs. */
function entryChanges(before: Scenario, after: Scenario): readonly InputChange[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const owners = [...new Set([...old.keys(), ...now.keys()])];
  return owners.flatMap((path): readonly InputChange[] => {
    const [a, b] = [old.get(path), now.get(path)];
    if (!a || !b) {
      const { what } = (a ?? b)!;
      return [{ path, what, ...(a ? { before: 'there' } : { after: 'there' }) }];
    }
    return fieldChanges(path, a, b);
  });
}

function fieldChanges(path: string, a: Entry, b: Entry): readonly InputChange[] {
  const [old, now] = [recordOf(a.value), recordOf(b.value)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !UNSEEN.has(name));
  return names.flatMap((name): InputChange[] => {
    const [from, to] = [textOf(old[name]), textOf(now[name])];
    if (JSON.stringify(old[name]) === JSON.stringify(now[name])) return [];
    const told = from === to ? [from, `${to}, changed`] : [from, to];
    return [
      {
        path: `${path}.${name}`,
        what: `${b.what}: ${fieldLabel(b.value, name)}`,
        before: told[0]!,
        after: told[1]!,
      },
    ];
  });
}

/** Places on the drawing, how numbers were typed, and what tells an entry from others. */
const UNSEEN: ReadonlySet<string> = new Set(['position', 'typed', 'id', 'from', 'to']);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function entriesOf(scenario: Scenario): ReadonlyMap<string, Entry> {
  const {
    nodes,
    links,
    classes = [],
    resources = [],
    groups = [],
    buses = [],
    measurement,
    ...rest
  } = scenario;
  // Which model was measured is no input, and follows every change of one.
  const whole = { ...rest, ...(measurement && { measurement: { ...measurement, model: undefined } }) };
  const listed = { classes, resources, groups, buses };
  const titles = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  return new Map<string, Entry>([
    ['scenario', { what: 'Scenario', value: whole }],
    ...nodes.map((node): [string, Entry] => [node.id, { what: nodeTitle(node), value: node }]),
    ...links.map((link): [string, Entry] => [
      `${link.from}>${link.to}`,
      { what: `Link ${titles.get(link.from)} → ${titles.get(link.to)}`, value: link },
    ]),
    ...Object.entries(listed).flatMap(([list, entries]) =>
      entries.map((entry): [string, Entry] => [
        `${list}.${entry.id}`,
        { what: `${LISTS[list as keyof typeof listed]} ${nameOf(entry)}`, value: entry },
      ]),
    ),
  ]);
}

const LISTS = { classes: 'Class', resources: 'Shared resource', groups: 'Group', buses: 'Bus' } as const;

const nodeTitle = (node: ScenarioNode): string => `${capitalized(node.kind)} ${nameOf(node)}`;

/** As the inspector calls it. */
function fieldLabel(entry: unknown, name: string): string {
  const { kind } = recordOf(entry);
  const rows: Readonly<Record<string, { readonly label: string }>> =
    typeof kind === 'string' && Object.hasOwn(FIELDS, kind)
      ? FIELDS[kind as ScenarioNode['kind']]
      : { ...FIELDS.scenario, ...FIELDS.link, ...FIELDS.class, ...FIELDS.bus };
  return (rows[name]?.label ?? name).toLowerCase();
}

/** Words stand as they are, distributions by their names, and what is long by its size. */
function textOf(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 59)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const { distribution } = recordOf(value);
  // The scenario was read: what has a distribution is one.
  if (typeof distribution === 'string') return labelOf(formOf(value as ArrivalDistribution));
  return 'given';
}

/** Smaller relative changes are rounding. */
const NOTHING = 1e-9;

const OF_STAGES: readonly StageKey[] = MEASURE_KEYS.filter((key): key is StageKey => {
  const { percentile } = measureRow(key);
  const isMost = key === 'throughput' || key === 'utilization' || key === 'meanOccupancy';
  return isMost || (percentile?.[0] === 'sojourn' && percentile[1] === 'p99');
});

function answerChanges(a: AnsweredScenario, b: AnsweredScenario): readonly AnswerChange[] {
  const [old, now] = [a.outcome, b.outcome];
  const network = (side: SolveOutcome) => (side.kind === 'noAnswer' ? {} : side.network);
  const stagesOf = (side: SolveOutcome) => (side.kind === 'noAnswer' ? {} : side.stages);
  const titled = (id: string | undefined): string | undefined => {
    const node = [...b.scenario.nodes, ...a.scenario.nodes].find((one) => one.id === id);
    return node ? nameOf(node) : id;
  };
  const isAnswered = (id: string): boolean => id in stagesOf(old) || id in stagesOf(now);
  const drawn = [...b.scenario.nodes, ...a.scenario.nodes].map(({ id }) => id);
  const ids = [...new Set(drawn)].filter(isAnswered);
  const { timeUnit } = b.scenario;
  const unitOf = (id: string): string | undefined =>
    [...b.scenario.nodes, ...a.scenario.nodes].flatMap((node) =>
      node.id === id && 'unit' in node && node.unit !== undefined ? [node.unit] : [],
    )[0];
  return [
    ...(['throughput', 'meanSojournTime'] as const).flatMap((key) =>
      numberChange(
        measureLabel(key, 'network'),
        [network(old)[key], network(now)[key]],
        (value) => formatMeasure(value, measureRow(key).dimension, { timeUnit }),
        { open: key === 'meanSojournTime' ? [openNetwork(old), openNetwork(now)] : [] },
      ),
    ),
    ...textChange(capitalized(bottleneckWord(stagesOf(now))), [
      titled(network(old).bottleneck),
      titled(network(now).bottleneck),
    ]),
    ...ids.flatMap((id) =>
      OF_STAGES.flatMap((key) => {
        const write = (value: number): string =>
          formatMeasure(value, measureRow(key).dimension, { timeUnit, unit: unitOf(id) });
        return numberChange(
          measureLabel(key),
          [readStage(stagesOf(old)[id], key), readStage(stagesOf(now)[id], key)],
          write,
          {
            stage: id,
            name: titled(id),
            open: [openStage(old, { id, key, write }), openStage(now, { id, key, write })],
          },
        );
      }),
    ),
  ];
}

const OPEN = `${TRUST.notDetermined.shape} ${TRUST.notDetermined.word}`;

/** In place of a latency that the precision of the inputs leaves open. */
const openNetwork = (outcome: SolveOutcome): string | undefined =>
  outcome.kind !== 'noAnswer' && answerTrust(outcome) === 'notDetermined' ? OPEN : undefined;

interface OpenNumber {
  readonly id: string;
  readonly key: StageKey;
  readonly write: (value: number) => string;
}

/** In place of a stage's number that the precision of the inputs leaves open: between what it lies, where that is known. */
function openStage(outcome: SolveOutcome, { id, key, write }: OpenNumber): string | undefined {
  if (outcome.kind === 'noAnswer') return undefined;
  const measure = STAGE_MEASURES.find((one) => one === key);
  if (measure === undefined) return isUndetermined(outcome, id) ? OPEN : undefined;
  const span = openSpan(outcome.stages[id], measure);
  return span && `${TRUST.notDetermined.shape} ${formatInterval(span, write)}`;
}

type Both<T> = readonly [before: T | undefined, after: T | undefined];

interface NumberOf {
  readonly stage?: string;
  readonly name?: string | undefined;
  readonly open?: Partial<Both<string>>;
}

function numberChange(
  what: string,
  [before, after]: Both<number>,
  write: (value: number) => string,
  { stage, name, open = [] }: NumberOf,
): readonly AnswerChange[] {
  const isSame =
    before === after ||
    (before !== undefined &&
      after !== undefined &&
      Math.abs(after - before) <= NOTHING * Math.max(Math.abs(before), Math.abs(after)));
  if (isSame) return [];
  const text = (value: number | undefined, instead: string | undefined): string =>
    value === undefined ? 'none' : (instead ?? write(value));
  const isOpen = open[0] !== undefined || open[1] !== undefined;
  // By how much an open number changes, nobody can say.
  const share = before && after !== undefined && !isOpen ? after / before - 1 : undefined;
  const grown = share === undefined ? '' : ` (${formatSignedPercent(share)})`;
  return [
    {
      ...(stage !== undefined && { stage }),
      ...(name !== undefined && { stageName: name }),
      what,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      text: `${text(before, open[0])} → ${text(after, open[1])}${grown}`,
    },
  ];
}

const textChange = (what: string, [before, after]: Both<string>): readonly AnswerChange[] =>
  before === after
    ? []
    : [
        {
          what,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
          text: `${before ?? 'none'} → ${after ?? 'none'}`,
        },
      ];

/** The two tables of the page and of the terminal. */

export const INPUT_COLUMNS: readonly Column<InputChange>[] = [
  { id: 'what', header: 'Input', value: ({ what }) => what },
  { id: 'before', header: 'Before', value: ({ before = '–' }) => before },
  { id: 'after', header: 'After', value: ({ after = '–' }) => after },
];

export const ANSWER_COLUMNS: readonly Column<AnswerChange>[] = [
  {
    id: 'where',
    header: 'Answer',
    value: ({ stageName, what }) => (stageName ? `${stageName}: ${what}` : what),
  },
  { id: 'text', header: 'Before → after', value: ({ text }) => text },
];

export const NO_INPUT = 'No input changed.';
export const NO_ANSWER = 'The answer is the same.';
