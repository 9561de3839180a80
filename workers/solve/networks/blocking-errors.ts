/**
 * How far off the decomposition by blocking is in 95 % of random networks, by what they have: the 95 % columns of
 * verify/approximations.md (`npm run verify approximations`), which a test holds them to.
 */
import { isPoisson } from '../../../core/distributions/index.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import { batchSizeOf, capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { FlowNetwork } from '../flow-network.ts';

export interface BlockingErrors {
  /** Relative. */
  readonly throughput: number;
  /** As a share of the capacity. */
  readonly occupancy: number;
  /** Share of time. */
  readonly blocked: number;
}

const errors = (throughput: number, occupancy: number, blocked: number): BlockingErrors => ({
  throughput,
  occupancy,
  blocked,
});

export const ERRORS_BY_KIND = {
  line: errors(0.0023, 0.0155, 0.0068),
  'general services': errors(0.0091, 0.0213, 0.0045),
  'general arrivals': errors(0.0058, 0.0469, 0.0052),
  'split and merge': errors(0.0012, 0.1352, 0.0124),
  'filters and conversions': errors(0.0054, 0.03, 0.0185),
  'batch arrivals': errors(0.0477, 0.0586, 0.046),
  'bulk service': errors(0.0221, 0.0693, 0.0439),
  'several servers': errors(0.022, 0.0769, 0.0188),
  'block before service': errors(0.0015, 0.0131, 0.0021),
  losses: errors(0.0015, 0.0051, 0),
  overload: errors(0.0023, 0.009, 0.0018),
  feedback: errors(0.0044, 0.0547, 0.0178),
  'fork and join': errors(0.0243, 0.0363, 0.0125),
  'shortest queue': errors(0.0032, 0.0527, 0.0167),
  everything: errors(0.0812, 0.2151, 0.1033),
  'saturated split': errors(0.0128, 0.1392, 0.0142),
  'split near capacity': errors(0.0319, 0.1213, 0.277),
  'strong feedback': errors(0.0338, 0.0696, 0.011),
  'few places': errors(0.192, 0.1312, 0.1215),
  'unequal shortest queues': errors(0.0821, 0.1201, 0.0118),
  'shared shortest queues': errors(0.4755, 0.4984, 0.1151),
} as const satisfies Readonly<Record<string, BlockingErrors>>;

export type BlockingKind = keyof typeof ERRORS_BY_KIND;

export const ERRORS_OF_ALL = errors(0.0092, 0.0523, 0.0157);

/**
 * The largest of its kinds, and at least that of all: twenty networks tell the tail of a kind poorly. Of the numbers of 150 further networks
 * 92 to 94 % were within their kinds' rows alone, 95 % within these. With several kinds at once also what networks of everything have.
 */
export function errorsOf(
  network: FlowNetwork,
  answered: Answered = { stages: [], gain: 0 },
): BlockingErrors & { readonly kinds: readonly BlockingKind[] } {
  const kinds = kindsOf(network, answered);
  const alike: readonly BlockingKind[] = kinds.length > FEW ? [...kinds, 'everything'] : kinds;
  const rows = [ERRORS_OF_ALL, ...alike.map((kind) => ERRORS_BY_KIND[kind])];
  const largest = (of: keyof BlockingErrors) => Math.max(...rows.map((row) => row[of]));
  return {
    kinds,
    throughput: largest('throughput'),
    occupancy: largest('occupancy'),
    blocked: largest('blocked'),
  };
}

const FEW = 2;

interface Answered {
  /** By index of the node, as far as they are known. */
  readonly stages: readonly ({ readonly fullProbability?: number } | undefined)[];
  /** See SolvedLine. */
  readonly gain: number;
}

/** Whoever deals out has to wait for each of several when two of its branches are full as often as this. */
const OFTEN = 0.02;
/** A stage that is full as often as this always has something to deal out; so has a source. */
const MOSTLY = 0.5;
/** Elements of which more than this share comes back to where they may be lost. */
const STRONG = 0.5;
/** Stages are as quick as each other within this factor. */
const ALIKE = 1.05;
/** Stages have few places with less than this, or than twice what their servers take at once. */
const FEW_PLACES = 10;

const hasFewPlaces = (stage: StageNode): boolean =>
  capacityOf(stage) < Math.max(FEW_PLACES, 2 * serverCountOf(stage) * largestBatch(stage.bulk));

function kindsOf(
  { nodes, returns, forkJoins }: FlowNetwork,
  { stages: answered, gain }: Answered,
): readonly BlockingKind[] {
  const stages = nodes.flatMap(({ node }) => (node.kind === 'stage' ? [node] : []));
  const splits = nodes.filter(({ links }) => links.length > 1);
  const choosesShortest = splits.some(({ node }) => routingRule(node) === 'joinShortestQueue');
  const senders = new Map<number, number>();
  for (const { links } of nodes) for (const { to } of links) senders.set(to, (senders.get(to) ?? 0) + 1);
  const merges = nodes.some(({ node }, i) => node.kind === 'stage' && (senders.get(i) ?? 0) > 1);
  const isForked = forkJoins.length > 0;
  const waits = nodes.flatMap(({ links }, i) =>
    links.filter(({ to }) => (answered[to]?.fullProbability ?? 0) > OFTEN).length > 1 ? [i] : [],
  );
  const choices = splits.flatMap(({ node, links }) =>
    routingRule(node) === 'joinShortestQueue' ? [links.map(({ to }) => to)] : [],
  );
  /** Shortest queues of different speeds, beside a sink, or where others come at random. */
  const isUnequal = choices.some((among) => {
    const limits = among.map((i) => nodes[i]!.serverLimit);
    return (
      !(Math.max(...limits) <= ALIKE * Math.min(...limits)) || among.some((i) => nodes[i]!.overdriveRate > 0)
    );
  });
  const isShared = choices.some((among) =>
    among.some((i) => nodes[i]!.node.kind === 'stage' && senders.get(i)! > 1),
  );
  const isNear = waits.some((i) => (answered[i]?.fullProbability ?? 1) < MOSTLY);
  // Ways back, forks and the shortest queue split and merge as well, and are kinds of their own.
  const plain = returns.length === 0 && !isForked && !choosesShortest;
  const has: readonly (readonly [BlockingKind, boolean])[] = [
    ['general services', stages.some(({ service }) => !isPoisson(service))],
    ['general arrivals', nodes.some(({ node }) => node.kind === 'source' && !isPoisson(node.interarrival))],
    ['split and merge', plain && waits.length === 0 && (splits.length > 0 || merges)],
    ['saturated split', plain && waits.length > 0],
    ['split near capacity', plain && isNear],
    [
      'filters and conversions',
      nodes.some(({ node, pass, conversion }) => node.kind === 'stage' && (pass !== 1 || conversion !== 1)),
    ],
    ['batch arrivals', nodes.some(({ node }) => node.kind === 'source' && batchSizeOf(node) > 1)],
    ['bulk service', stages.some(({ bulk }) => largestBatch(bulk) > 1)],
    ['several servers', stages.some((stage) => serverCountOf(stage) > 1)],
    ['block before service', stages.some(promisesPlaces)],
    ['losses', stages.some(losesWhenFull)],
    ['feedback', returns.length > 0],
    ['fork and join', isForked],
    ['shortest queue', choosesShortest],
    ['strong feedback', gain > STRONG],
    ['few places', stages.some(hasFewPlaces)],
    ['unequal shortest queues', isUnequal],
    ['shared shortest queues', isShared],
  ];
  const kinds = has.flatMap(([kind, isThere]) => (isThere ? [kind] : []));
  return kinds.length > 0 ? kinds : ['line'];
}
