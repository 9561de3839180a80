/**
 * What is wrong with dataflow stages and their links before anything runs: rates that no schedule balances, depths below
 * what one firing needs, cycles without a token, fields that such a stage does not have.
 */
import { gcdOf } from '../numeric/gcd.ts';
import { isDataflow } from '../rules/firing.ts';
import { losesWhenFull, promisesPlaces } from '../rules/when-full.ts';
import { cycleText, cyclicParts, type Successors, shortestCycle } from './cycles.ts';
import { consumedOf, depthOf, initialTokensOf, nameOf, producedOf } from './defaults.ts';
import type { Fault } from './fault.ts';
import { FIELDS, inSentence } from './fields.ts';
import { errorAt } from './finding.ts';
import { forkRegions } from './fork-regions.ts';
import type { Graph } from './graph.ts';
import type { Link, NodeId, Scenario, ScenarioNode, StageNode } from './scenario.ts';

export const hasDataflow = ({ nodes }: Pick<Scenario, 'nodes'>): boolean =>
  nodes.some((node) => node.kind === 'stage' && isDataflow(node));

export function dataflowFaults(scenario: Scenario, graph: Graph): readonly Fault[] {
  return [
    ...scenario.nodes.flatMap((node) =>
      node.kind === 'stage' && isDataflow(node) ? stageFaults(node, graph) : [],
    ),
    ...tokenFaults(scenario, graph),
    ...inconsistentRates(scenario, graph),
    ...tokenlessCycles(scenario, graph),
    ...strangers(scenario, graph),
  ];
}

/** Tokens have no class, and are no tasks that a join could tell apart. */
function strangers({ nodes, classes = [] }: Scenario, graph: Graph): readonly Fault[] {
  const stages = nodes.filter((node) => node.kind === 'stage' && isDataflow(node));
  const [first] = stages;
  if (!first) return [];
  const named = (node: ScenarioNode): string => `"${nameOf(node)}" takes tokens of every input`;
  const { between } = forkRegions(graph);
  const classed = `${named(first)}, which have no class; a drawing with such stages has one open class at most.`;
  const isClassed = classes.length > 1 || classes.some(({ closed }) => closed);
  return [
    ...(isClassed ? [errorAt('dataflow-classes', first.id, classed)] : []),
    ...stages
      .filter(({ id }) => between.has(id))
      .map((node) => {
        const instead = 'and stands between a fork and its join, which could not put tokens together';
        return errorAt(
          'dataflow-in-fork',
          node.id,
          `${named(node)} ${instead}; a dataflow stage in place of the join can.`,
        );
      }),
  ];
}

/** What a dataflow stage has on its links, or not at all. */
const FOREIGN = [
  ...(['conversionFactor', 'overdriveRate', 'capacity', 'admission', 'discipline', 'speeds'] as const),
  ...(['schedule', 'byClass', 'resource', 'bulk', 'passProbability', 'routing'] as const),
] satisfies readonly (keyof StageNode)[];

/** Whether the field means anything at a stage that fires like this one. */
export const canHave = (stage: StageNode, field: keyof StageNode): boolean =>
  !isDataflow(stage) || !FOREIGN.some((each) => each === field);

function stageFaults(stage: StageNode, graph: Graph): readonly Fault[] {
  const foreign = FOREIGN.filter((field) => stage[field] !== undefined).map((field) =>
    errorAt(
      'dataflow-field',
      stage.id,
      `"${nameOf(stage)}" takes tokens of every input and has no ${inSentence(FIELDS.stage[field].label)}; its links have rates and depths.`,
    ),
  );
  const loses = losesWhenFull({ ...stage, capacity: 1 })
    ? [
        errorAt(
          'dataflow-drops',
          stage.id,
          `"${nameOf(stage)}" takes tokens of every input, which cannot be lost; let its senders wait.`,
        ),
      ]
    : [];
  const isFed = graph.incoming.get(stage.id)!.length > 0;
  const unfed = isFed
    ? []
    : [
        errorAt(
          'dataflow-unfed',
          stage.id,
          `Nothing leads to "${nameOf(stage)}", which takes tokens of every input; link a source to it, or itself with an initial token.`,
        ),
      ];
  return [...foreign, ...loses, ...unfed];
}

export const dataflowAt = (graph: Graph, id: NodeId): StageNode | undefined => {
  const node = graph.nodes.get(id);
  return node?.kind === 'stage' && isDataflow(node) ? node : undefined;
};

/** Tokens that one firing of the receiver takes, or one of the sender gives where it asks for their places first. */
export function depthOfOneFiring(link: Link, graph: Graph): number {
  const receiver = dataflowAt(graph, link.to);
  const asks = receiver !== undefined && promisesPlaces(receiver) && dataflowAt(graph, link.from);
  return Math.max(1, ...consumedOf(link), ...(asks ? producedOf(link) : []));
}

/** Tokens and depths of links, which mean nothing at most nodes. */
export const tokenFaults = ({ links }: Scenario, graph: Graph): readonly Fault[] =>
  links.flatMap((link) => linkFaults(link, graph));

function linkFaults(link: Link, graph: Graph): readonly Fault[] {
  const [sender, receiver] = [dataflowAt(graph, link.from), dataflowAt(graph, link.to)];
  const [from, to] = [link.from, link.to].map((id) => nameOf(graph.nodes.get(id)!));
  const at = `The link from "${from}" to "${to}"`;
  const fault = (code: string, text: string) => errorAt(code, link.to, `${at} ${text}`);
  const faults: Fault[] = [];
  const isJoined = graph.nodes.get(link.to)?.kind === 'join';
  const own = [...(isJoined ? [] : (['depth'] as const)), 'initialTokens', 'consumed'] as const;
  for (const field of own)
    if (!receiver && link[field] !== undefined)
      faults.push(
        fault(
          'link-not-dataflow',
          `has ${inSentence(FIELDS.link[field].label)}, but its receiver is no dataflow stage${field === 'depth' ? ' or join' : ''}.`,
        ),
      );
  if (!sender && link.produced !== undefined)
    faults.push(fault('link-not-dataflow', 'has tokens produced, but its sender is no dataflow stage.'));
  if (sum(producedOf(link)) === 0 || sum(consumedOf(link)) === 0)
    faults.push(fault('link-without-tokens', 'never has a token given or taken.'));
  if (!receiver) return faults;
  const needed = depthOfOneFiring(link, graph);
  const depth = depthOf(link);
  if (depth < needed)
    faults.push(fault('depth-too-small', `has depth ${depth}, but one firing needs ${needed}.`));
  else if (initialTokensOf(link) > depth)
    faults.push(fault('depth-too-small', `has depth ${depth}, but ${initialTokensOf(link)} initial tokens.`));
  return faults;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

// Rates (Lee & Messerschmitt 1987, "Static scheduling of synchronous data flow programs")

/** Firings of a stage over those of the first of its part, and the way that tells. */
interface Repeats {
  readonly over: bigint;
  readonly under: bigint;
  readonly path: readonly NodeId[];
  /** The last of the way. */
  readonly link?: Link;
}

/**
 * Rates that no schedule balances: an error among dataflow stages alone. Where forks take part, which give a task of each
 * element to every link, the drawing still runs until a FIFO is full or another for ever empty: a warning.
 */
function inconsistentRates(scenario: Scenario, graph: Graph): readonly Fault[] {
  const among = unbalanced(scenario, graph, (id) => dataflowAt(graph, id) !== undefined);
  if (among) return [among];
  const counts = (id: NodeId): boolean =>
    dataflowAt(graph, id) !== undefined || graph.nodes.get(id)!.kind === 'fork';
  const forked = unbalanced(scenario, graph, counts);
  return forked ? [{ ...forked, severity: 'warning' }] : [];
}

/** Firings of each node that counts for one firing of the first of its part; the first link where two ways disagree. */
function unbalanced(
  { nodes, links }: Scenario,
  graph: Graph,
  counts: (id: NodeId) => boolean,
): Fault | undefined {
  const known = new Map<NodeId, Repeats>();
  const between = links.filter(({ from, to }) => counts(from) && counts(to));
  for (const { id } of nodes) {
    if (known.has(id) || !counts(id)) continue;
    known.set(id, { over: 1n, under: 1n, path: [id] });
    const open = [id];
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      for (const link of between) {
        if (link.from !== at && link.to !== at) continue;
        const other = link.from === at ? link.to : link.from;
        const repeats = along(known.get(at)!, link, other, link.from === at);
        const before = known.get(other);
        if (!before) {
          known.set(other, repeats);
          open.push(other);
        } else if (before.over * repeats.under !== repeats.over * before.under)
          return link.from === link.to ? ownDisagreement(link, graph) : disagreement(before, repeats, graph);
      }
    }
  }
  return undefined;
}

function along({ over, under, path }: Repeats, link: Link, other: NodeId, forwards: boolean): Repeats {
  const [produced, consumed] = [producedOf(link), consumedOf(link)];
  // Tokens of a firing on average: the sum over the phases, over their number.
  const give = BigInt(sum(produced)) * BigInt(consumed.length);
  const take = BigInt(sum(consumed)) * BigInt(produced.length);
  const [more, less] = forwards ? [over * give, under * take] : [over * take, under * give];
  const common = gcdOf(more, less) || 1n;
  return { over: more / common, under: less / common, path: [...path, other], link };
}

function disagreement(one: Repeats, two: Repeats, graph: Graph): Fault {
  const wayOf = ({ path }: Repeats) => path.map((id) => nameOf(graph.nodes.get(id)!)).join(' – ');
  // Two links between the same stages are told apart by their rates.
  const isSame = wayOf(one) === wayOf(two);
  const said = (repeats: Repeats) => {
    const { over, under, link } = repeats;
    const by =
      isSame && link ? `, by the link of ${producedOf(link)} produced and ${consumedOf(link)} consumed,` : '';
    return `along ${wayOf(repeats)}${by} it is ${under === 1n ? over : `${over}/${under}`}`;
  };
  const last = one.path.at(-1)!;
  const message = `The rates are inconsistent: for one firing of "${nameOf(graph.nodes.get(one.path[0]!)!)}", the firings of "${nameOf(graph.nodes.get(last)!)}" differ: ${said(one)}, ${said(two)}. Tokens would pile up or run out.`;
  return errorAt('inconsistent-rates', last, message);
}

/** A link from a stage to itself must give as many tokens as it takes. */
function ownDisagreement(link: Link, graph: Graph): Fault {
  const [gives, takes] = [producedOf(link), consumedOf(link)].map((phases) => phases.join(', '));
  const name = nameOf(graph.nodes.get(link.to)!);
  return errorAt(
    'inconsistent-rates',
    link.to,
    `The rates are inconsistent: the link from "${name}" to itself is given ${gives} and taken ${takes} tokens per firing. Tokens would pile up or run out.`,
  );
}

/** Each waits for the first token of the next, for ever; a first phase that takes none does not wait. */
function tokenlessCycles({ nodes }: Scenario, graph: Graph): readonly Fault[] {
  const isEmpty = (link: Link) =>
    dataflowAt(graph, link.from) &&
    dataflowAt(graph, link.to) &&
    initialTokensOf(link) === 0 &&
    consumedOf(link)[0]! > 0;
  const next: Successors = new Map(
    nodes.map(({ id }) => [
      id,
      graph.outgoing
        .get(id)!
        .filter(isEmpty)
        .map(({ to }) => to),
    ]),
  );
  return cyclicParts(next).map((part) => {
    const [node] = part;
    const cycle = cycleText(shortestCycle(next, node!, part), graph);
    return errorAt(
      'cycle-without-tokens',
      node!,
      `Nothing on the cycle ${cycle} has a token at the start, so none of its stages ever fires; give a link of it initial tokens.`,
    );
  });
}
