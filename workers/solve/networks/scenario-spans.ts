/**
 * How far the answer of a whole network is determined by the precision of its inputs, where loads alone do not tell:
 * closed populations, Markov chains. The queue of a stage grows with the slowness of that stage and may shrink with
 * that of another. So every input is first moved alone; then, for each stage, all of them at once, each to the side on which it
 * makes that stage's queue longer, and to the other. In product form queues are monotone in every input and this is the
 * widest span; elsewhere it may be a little wider still.
 *
 * Cost: one solution for each input, and two for each pattern of sides. Left out, with a note, beyond `MOST_SOLUTIONS`.
 */

import type { StageMeasures } from '../../../core/measures/measures.ts';
import { note, type Verdict } from '../../../core/measures/verdicts.ts';
import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { dominantInputs, inputOf } from '../dominant-input.ts';
import { type FlowNetwork, flowNetwork } from '../flow-network.ts';
import { type Doubt, doubtAt, notDetermined, type StagePrecision, stageSpans } from '../precision-spans.ts';
import { type TypedNumber, typedNumbers } from '../typed-numbers.ts';

type Stages = Readonly<Record<NodeId, StageMeasures<number>>>;

export interface SpansQuestion {
  readonly scenario: Scenario;
  readonly network: FlowNetwork;
  readonly answer: SolveAnswer;
  /** Solves other inputs by the same method; undefined where it has no answer there. */
  readonly solve: (scenario: Scenario) => Stages | undefined;
}

const MOST_SOLUTIONS = 24;

/** The answer with its spans and the inputs that dominate them. */
export function withScenarioSpans(question: SpansQuestion): SolveAnswer {
  const { network, answer, solve, scenario } = question;
  const numbers = typedNumbers(asDrawn(network, scenario), true);
  const nodes = network.nodes.flatMap(({ node }) => (answer.stages[node.id] ? [node] : []));
  if (numbers.length + 2 * nodes.length > MOST_SOLUTIONS) return spansLeftOut(answer);
  const alone = numbers.map((number) => solve(moved(scenario, network, [[number, 1]])));
  const known = new Map<string, Stages | undefined>();
  const atSides = (sides: readonly number[]): Stages | undefined => {
    const key = sides.join();
    if (!known.has(key))
      known.set(
        key,
        solve(
          moved(
            scenario,
            network,
            numbers.map((number, i) => [number, sides[i]!] as const),
          ),
        ),
      );
    return known.get(key);
  };
  const stages = { ...answer.stages };
  const verdicts: Verdict[] = [];
  for (const node of nodes) {
    const stage = stages[node.id]!;
    const effects = alone.map((there) => effectOn(node, answer.stages, there));
    const heavier = effects.map(Math.sign);
    const ends = {
      light: atSides(heavier.map((side) => -side))?.[node.id],
      heavy: atSides(heavier)?.[node.id],
      node,
    };
    const spans = stageSpans(stage, ends);
    const doubt: Doubt | undefined = doubtAt(ends);
    if (!spans && !doubt) continue;
    const dominant = numbers[strongest(effects)];
    const by = dominant && inputOf(network, dominant);
    const precision: Partial<StagePrecision> = { ...(spans && { spans, ...(by && { dominatedBy: by }) }) };
    stages[node.id] = { ...stage, ...precision };
    if (doubt) verdicts.push(notDetermined(doubt, by));
  }
  return { ...answer, stages, verdicts: [...verdicts, ...answer.verdicts] };
}

interface LoadSpansQuestion extends Omit<SpansQuestion, 'solve'> {
  /** 'unknown' where it cannot be told whether there is an answer. */
  readonly solve: (scenario: Scenario) => Stages | undefined | 'unknown';
}

/**
 * The answer with spans from two solutions alone, where more would take too long: every input at the end that makes
 * loads lighter, and at the other. Queues of open networks grow with the loads, but behind a stage that loses and
 * before one that is held up less.
 */
export function withLoadSpans({ scenario, network, answer, solve }: LoadSpansQuestion): SolveAnswer {
  const numbers = typedNumbers(asDrawn(network, scenario));
  const [light, heavy] = bothEnds(scenario, network, numbers).map(solve);
  if (light === 'unknown' || heavy === 'unknown') return spansLeftOut(answer);
  const wanted = [...network.nodes.keys()].filter((i) => answer.stages[network.nodes[i]!.node.id]);
  const dominant = dominantInputs({ network, losses: 'counted', numbers, wanted });
  const stages = { ...answer.stages };
  const verdicts: Verdict[] = [];
  for (const i of wanted) {
    const { node } = network.nodes[i]!;
    const stage = stages[node.id]!;
    const ends = { light: light?.[node.id], heavy: heavy?.[node.id], node };
    const spans = stageSpans(stage, ends);
    const doubt = doubtAt(ends);
    const by = dominant.get(i);
    if (spans) stages[node.id] = { ...stage, spans, ...(by && { dominatedBy: by }) };
    if (doubt) verdicts.push(notDetermined(doubt, by));
  }
  return { ...answer, stages, verdicts: [...verdicts, ...answer.verdicts] };
}

export const spansLeftOut = (answer: SolveAnswer): SolveAnswer => ({
  ...answer,
  verdicts: [...answer.verdicts, note(PRECISION_LEFT_OUT, {})],
});

export const PRECISION_LEFT_OUT = 'precision-left-out';

function effectOn({ id }: ScenarioNode, before: Stages, there: Stages | undefined): number {
  const after = there?.[id]?.meanOccupancy;
  const now = before[id]?.meanOccupancy;
  if (now === undefined) return 0;
  return after === undefined ? Number.POSITIVE_INFINITY : after - now;
}

const strongest = (effects: readonly number[]): number =>
  effects.reduce((best, effect, i) => (Math.abs(effect) > Math.abs(effects[best]!) ? i : best), 0);

/** With the distributions that were typed, which those of a mixture of classes stand in for. */
function asDrawn(network: FlowNetwork, { nodes }: Scenario): FlowNetwork {
  const drawn = new Map(nodes.map((node) => [node.id, node]));
  return {
    ...network,
    nodes: network.nodes.map((each) => ({ ...each, node: drawn.get(each.node.id) ?? each.node })),
  };
}

/** The scenario with every number that was typed at the end of its precision that makes loads lighter, and at the other. */
export function atBothEnds(scenario: Scenario): readonly Scenario[] {
  const network = flowNetwork(scenario);
  return bothEnds(scenario, network, typedNumbers(asDrawn(network, scenario)));
}

const bothEnds = (
  scenario: Scenario,
  network: FlowNetwork,
  numbers: readonly TypedNumber[],
): readonly Scenario[] =>
  [-1, 1].map((side) =>
    moved(
      scenario,
      network,
      numbers.map((number) => [number, side * number.direction] as const),
    ),
  );

/** Each number moved by its precision: 1 up, -1 down. */
function moved(
  scenario: Scenario,
  network: FlowNetwork,
  moves: readonly (readonly [TypedNumber, number])[],
): Scenario {
  const byNode = new Map<NodeId, ScenarioNode>();
  for (const [{ index, field, halfWidth }, side] of moves) {
    const { id } = network.nodes[index]!.node;
    const node = byNode.get(id) ?? scenario.nodes.find((each) => each.id === id)!;
    byNode.set(id, scaled(node, field.split('.'), Math.max(SMALLEST, 1 + side * halfWidth)));
  }
  return { ...scenario, nodes: scenario.nodes.map((node) => byNode.get(node.id) ?? node) };
}

const SMALLEST = 1e-6;

/** The number at this path times a factor; a probability stays one. */
function scaled<T extends object>(of: T, [key = '', ...rest]: readonly string[], factor: number): T {
  const value = of[key as keyof T];
  const next =
    typeof value === 'object' && value !== null
      ? scaled(value, rest, factor)
      : key === 'passProbability'
        ? Math.min(1, Number(value) * factor)
        : Number(value) * factor;
  return { ...of, [key]: next };
}
