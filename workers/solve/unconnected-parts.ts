/**
 * The answer to a drawing of several networks that nothing connects: each has the answer that it has alone. What happens in
 * one tells nothing of another, so that a joint chain would be larger and no better, and what locks, grows or is refused in
 * one leaves the others as they are. Totals are sums, mean times are weighted by what leaves.
 */
import { groupBy } from '../../core/base/group-by.ts';
import type { NetworkClassMeasures, NetworkMeasures, Rung } from '../../core/measures/measures.ts';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import { isUntold, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { CLOSED_NO_ROOM } from '../../core/scenario/closed-faults.ts';
import { unconnectedNodes } from '../../core/scenario/connected.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import { keepNodes } from '../../core/scenario/edits.ts';
import type { Fault } from '../../core/scenario/fault.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import {
  isDelay,
  isStage,
  type JobClass,
  type NodeId,
  type Scenario,
  type ScenarioNode,
} from '../../core/scenario/scenario.ts';
import type { GroupAnswer, NextBest, SolveAnswer, SolveOutcome } from './contract.ts';
import { answerMoving } from './solve-trapped.ts';

interface Part {
  readonly scenario: Scenario;
  /** Undefined where it has none; `refusal` tells why. */
  readonly answer: SolveAnswer | undefined;
  readonly refusal?: NoAnswer;
}

type Answered = Part & { readonly answer: SolveAnswer };

/** `solvePart` is asked of each part that something comes to. Undefined where all of the drawing is connected, or has errors. */
export function answerApart(
  scenario: Scenario,
  solvePart: (part: Scenario) => SolveOutcome,
): SolveOutcome | undefined {
  const sets = unconnectedNodes(scenario);
  if (sets.length < 2 || findFaults(scenario).some(isOfAll)) return undefined;
  const asked: SolveOutcome[] = [];
  const solve = (part: Scenario): SolveOutcome => {
    const outcome = solvePart(part);
    asked.push(outcome);
    return outcome;
  };
  const parts = sets.map((nodes): Part => {
    const part = partOf(scenario, nodes);
    const outcome = answerMoving(part, solve);
    return outcome.kind === 'noAnswer'
      ? { scenario: part, answer: undefined, refusal: outcome }
      : { scenario: part, answer: outcome };
  });
  const [refused] = asked;
  const isRefused = refused?.kind === 'noAnswer' && asked.every(({ kind }) => kind === 'noAnswer');
  return isRefused ? refused : joinedAnswer(scenario, parts);
}

/** Errors are to be mended before anything is told; jobs without a place keep their own part from being answered. */
const isOfAll = ({ severity, code }: Fault): boolean => severity === 'error' && code !== CLOSED_NO_ROOM;

/** What is asked of measurements is answered for the whole. */
function partOf({ measurement: _, queries: __, ...drawn }: Scenario, part: ReadonlySet<NodeId>): Scenario {
  const { nodes, classes = [], resources = [] } = drawn;
  const startsHere = ({ closed }: JobClass) => !closed || part.has(closed.start);
  const used = new Set(
    nodes.filter((node) => part.has(node.id)).map((node) => isStage(node) && node.resource),
  );
  const whole: Scenario = {
    ...drawn,
    ...(classes.length > 0 && { classes: classes.filter(startsHere) }),
    ...(resources.length > 0 && { resources: resources.filter(({ id }) => used.has(id)) }),
  };
  return keepNodes(whole, part);
}

function joinedAnswer(scenario: Scenario, parts: readonly Part[]): SolveAnswer {
  const answers = parts
    .filter((part): part is Answered => part.answer !== undefined)
    .map(({ answer }) => answer);
  const chosen = answers.filter(({ choice }) => choice);
  const named = chosen.find(({ exact }) => !exact) ?? chosen[0];
  const isSame = chosen.every(({ solvedBy }) => solvedBy === named!.solvedBy);
  const overload = answers.find(({ unstable }) => unstable)?.unstable;
  const factor = saturationFactor(parts);
  const beside = nextBest(answers);
  const critical = answers.flatMap(({ critical: of = [] }) => of);
  return {
    kind: overload ? 'unstable' : 'answer',
    method: 'auto',
    ...(named && { solvedBy: named.solvedBy!, choice: isSame ? named.choice! : { code: 'apart' } }),
    exact: answers.every(({ exact }) => exact),
    ...inOrder(scenario, answers),
    ...(scenario.groups && { groups: joinedGroups(scenario, answers) }),
    network: joinedNetwork(parts, factor),
    ...(critical.length > 0 && { critical }),
    ...(factor !== undefined && { saturationFactor: factor }),
    verdicts: warningsFirst(parts.flatMap((part) => verdictsOf(part, factor))),
    ...(overload && { unstable: overload }),
    ...(beside && { nextBest: beside }),
  };
}

/** Nodes and links as they are drawn. */
function inOrder(
  { nodes, links }: Scenario,
  answers: readonly SolveAnswer[],
): Pick<SolveAnswer, 'stages' | 'links'> {
  const stages: SolveAnswer['stages'] = Object.assign({}, ...answers.map((answer) => answer.stages));
  const flows = groupBy(
    answers.flatMap((answer) => answer.links),
    ({ from }) => from,
  );
  return {
    stages: Object.fromEntries(nodes.flatMap(({ id }) => (stages[id] ? [[id, stages[id]] as const] : []))),
    links: links.flatMap(({ from, to }) => flows.get(from)?.find((flow) => flow.to === to) ?? []),
  };
}

/** What speaks of the network speaks of this part of it, and stands at its first stage. */
function verdictsOf({ scenario, answer, refusal }: Part, factor: number | undefined): readonly Verdict[] {
  const stations = scenario.nodes.filter((node) => isStage(node) || isDelay(node));
  const [first] = stations;
  if (!answer)
    return [warning('part-without-answer', { names: stations.map(nameOf), refusal: refusal! }, first?.id)];
  return answer.verdicts.map((verdict): Verdict => {
    const placed = verdict.stage === undefined && first ? { ...verdict, stage: first.id } : verdict;
    if (placed.code !== 'saturated' || placed.facts.limit === undefined) return placed;
    const { limit: _, ...facts } = placed.facts;
    return { ...placed, facts: { ...facts, ...(factor !== undefined && { limit: factor }) } };
  });
}

const warningsFirst = (verdicts: readonly Verdict[]): readonly Verdict[] => [
  ...verdicts.filter(({ severity }) => severity === 'warning'),
  ...verdicts.filter(({ severity }) => severity === 'note'),
];

/** All of them are told; what saturates first is not known otherwise. */
const areWhole = (parts: readonly Part[]): parts is readonly Answered[] =>
  parts.every(({ answer }) => answer && !answer.verdicts.some(isUntold));

/** The least of all parts. */
function saturationFactor(parts: readonly Part[]): number | undefined {
  if (!areWhole(parts)) return undefined;
  const factors = parts.flatMap(({ answer: { saturationFactor: factor } }) => factor ?? []);
  return factors.length > 0 ? Math.min(...factors) : undefined;
}

function joinedNetwork(parts: readonly Part[], factor: number | undefined): NetworkMeasures<number> {
  const known = parts.map(({ answer, scenario: { nodes } }): NetworkMeasures<number> => {
    if (answer) return answer.network;
    return {
      ...(!nodes.some(({ kind }) => kind === 'sink') && { throughput: 0 }),
      ...(!nodes.some(loses) && { lossRate: 0 }),
    };
  });
  const lossRate = total(known.map((network) => network.lossRate));
  return {
    ...flowMeasures(known),
    ...(lossRate !== undefined && { lossRate }),
    ...(areWhole(parts) && firstToSaturate(parts, factor)),
    ...byClass(known),
  };
}

const loses = (node: ScenarioNode): boolean => isStage(node) && losesWhenFull(node);

/** Undefined where one of them is. */
const total = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.every((number) => number !== undefined)
    ? numbers.reduce((sum, number) => sum + number, 0)
    : undefined;

/** Times count as often as something leaves. */
function flowMeasures(known: readonly NetworkClassMeasures<number>[]): NetworkClassMeasures<number> {
  const throughput = total(known.map((network) => network.throughput));
  if (throughput === undefined) return {};
  const leaving = known.filter((network) => network.throughput! > 0);
  const times = total(leaving.map((each) => each.meanSojournTime && each.throughput! * each.meanSojournTime));
  return {
    throughput,
    ...(throughput > 0 && times !== undefined && { meanSojournTime: times / throughput }),
  };
}

function byClass(known: readonly NetworkMeasures<number>[]): Pick<NetworkMeasures<number>, 'byClass'> {
  const ids = new Set(known.flatMap(({ byClass: of = {} }) => Object.keys(of)));
  if (ids.size === 0) return {};
  const rows = [...ids].map(
    (id) => [id, flowMeasures(known.flatMap(({ byClass: of }) => of?.[id] ?? []))] as const,
  );
  return { byClass: Object.fromEntries(rows) };
}

/** The bottleneck, and what saturates after it; the inputs of all parts grow together. */
function firstToSaturate(
  parts: readonly Answered[],
  factor: number | undefined,
): Pick<NetworkMeasures<number>, 'bottleneck' | 'bottleneckResource' | 'ladder'> {
  const answers = parts.map(({ answer }) => answer);
  const limited = answers.filter(({ saturationFactor: of }) => of !== undefined);
  const first =
    limited.find(({ saturationFactor: of }) => of === factor) ??
    answers.find(({ network }) => network.bottleneck !== undefined);
  const { bottleneck, bottleneckResource } = first?.network ?? {};
  const ladders = limited.map(({ network: { ladder = [] } }) => ladder);
  const isKnown = ladders.length > 0 && ladders.every((ladder) => ladder.length > 0);
  const inputRate = ladders.reduce((sum, [rung]) => sum + (rung ? rung.inputRate / rung.factor : 0), 0);
  const rungs = ladders.flat().map((rung): Rung => ({ ...rung, inputRate: rung.factor * inputRate }));
  return {
    ...(bottleneck !== undefined && { bottleneck }),
    ...(bottleneckResource !== undefined && { bottleneckResource }),
    ...(isKnown && { ladder: rungs.sort((a, b) => a.factor - b.factor) }),
  };
}

/** Virtual queues with stages in several parts: means add up, and what each part holds is independent of the others. */
function joinedGroups(
  { groups = [] }: Scenario,
  answers: readonly SolveAnswer[],
): Readonly<Record<string, GroupAnswer>> {
  const found: Record<string, GroupAnswer> = {};
  for (const { id, stages } of groups) {
    const within = answers.filter((answer) => stages.some((stage) => answer.stages[stage]));
    const known = within.flatMap((answer) => answer.groups?.[id] ?? []);
    if (known.length < within.length || !stages.every((stage) => within.some((each) => each.stages[stage])))
      continue;
    found[id] = known.reduce(bothGroups);
  }
  return found;
}

function bothGroups(one: GroupAnswer, other: GroupAnswer): GroupAnswer {
  const [low, high] = [0, 1].map(
    (end) => (one.span?.[end] ?? one.meanOccupancy) + (other.span?.[end] ?? other.meanOccupancy),
  );
  return {
    meanOccupancy: one.meanOccupancy + other.meanOccupancy,
    ...((one.span || other.span) && { span: [low!, high!] }),
    ...(one.occupancyDistribution &&
      other.occupancyDistribution && {
        occupancyDistribution: sumDistribution(one.occupancyDistribution, other.occupancyDistribution),
      }),
  };
}

/** P[X + Y = n] of independent X and Y. */
function sumDistribution(p: readonly number[], q: readonly number[]): readonly number[] {
  const sum = new Array<number>(p.length + q.length - 1).fill(0);
  p.forEach((here, i) => {
    q.forEach((there, j) => {
      sum[i + j]! += here * there;
    });
  });
  return sum;
}

/** A part that has nothing beside it gives its answer; undefined where parts have different methods beside them. */
function nextBest(answers: readonly SolveAnswer[]): NextBest | undefined {
  const known = answers.flatMap(({ nextBest: of }) => of ?? []);
  const [first] = known;
  if (!first || known.some(({ method }) => method !== first.method)) return undefined;
  const all = answers.map(({ nextBest: of, exact, stages, network }) => of ?? { exact, stages, network });
  return {
    method: first.method,
    exact: all.every(({ exact }) => exact),
    stages: Object.assign({}, ...all.map(({ stages }) => stages)),
    network: flowMeasures(all.map(({ network }) => network)),
  };
}
