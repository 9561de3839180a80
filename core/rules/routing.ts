/** How elements choose among several links of a node. Meaning: docs/models.md. */
import type { KindWords } from '../base/kinds.ts';

/** joinShortestQueue goes where fewest elements are; broadcast sends a copy along every link. */
export type RoutingRule = 'probabilistic' | 'roundRobin' | 'joinShortestQueue' | 'broadcast';

/** How one element's way is found: drawn by the shares of the links, in turn, by the state of what follows, or all ways. */
export type Choosing = 'draw' | 'turn' | 'state' | 'copy';

interface RoutingKnowledge extends KindWords {
  /** Inside a sentence. */
  readonly words: string;
  readonly choosing: Choosing;
}

export const ROUTING = {
  probabilistic: {
    label: 'Probabilistic',
    hint: "each element draws a link by the links' probability, or evenly when no link has one",
    words: 'random routing',
    choosing: 'draw',
  },
  roundRobin: {
    label: 'Round robin',
    hint: 'the links take turns',
    words: 'round robin',
    choosing: 'turn',
  },
  joinShortestQueue: {
    label: 'Shortest queue',
    hint: 'where the fewest elements are',
    words: 'join the shortest queue',
    choosing: 'state',
  },
  broadcast: {
    label: 'Broadcast',
    hint: 'a copy goes along every link',
    words: 'broadcast',
    choosing: 'copy',
  },
} as const satisfies Record<RoutingRule, RoutingKnowledge>;

export const DEFAULT_ROUTING: RoutingRule = 'probabilistic';

type DrawnRule = {
  [R in RoutingRule]: (typeof ROUTING)[R]['choosing'] extends 'draw' ? R : never;
}[RoutingRule];

/** Each element draws its link. */
export const drawsLink = (rule: RoutingRule): rule is DrawnRule => ROUTING[rule].choosing === 'draw';
/** Links one after the other. */
export const takesTurns = (rule: RoutingRule): boolean => ROUTING[rule].choosing === 'turn';
/** The way depends on what is in the network. */
export const looksAtState = (rule: RoutingRule): boolean => ROUTING[rule].choosing === 'state';
/** A copy goes along every link. */
export const copiesElements = (rule: RoutingRule): boolean => ROUTING[rule].choosing === 'copy';
