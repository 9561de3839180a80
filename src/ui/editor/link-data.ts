/** What each link's picture needs. A link about which nothing changed keeps its object. */

import { drawsLink, ROUTING } from '../../../core/rules/routing.ts';
import { losesWhenFull } from '../../../core/rules/when-full.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { Fault } from '../../../core/scenario/fault.ts';
import { graphOf, linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { Link, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { countText, flowText, percentText, unitOf } from './figure-text.ts';
import { sameFields } from './node-data.ts';
import { linkKey } from './selection.ts';

export type LinkView = {
  readonly from: string;
  readonly to: string;
  /** Text for screen readers. */
  readonly label: string;
  /** How elements choose this link; absent where there is no choice, or where many links are chosen alike. */
  readonly choice?: string;
  /** How they choose among many links alike, on the first of them. */
  readonly choiceOfAll?: string;
  /** Flow in the receiver's unit, such as "31.9 M seeds/s". */
  readonly rate?: string;
  /** Mean tokens in its FIFO and its depth, such as "23 / 32". */
  readonly fill?: string;
  /** Depth of its FIFO as in `fill`, such as "32". */
  readonly depth: string;
  /** Why nothing moves here. */
  readonly fault?: string;
  /** What is waited for here, in words; only on the critical cycle. */
  readonly critical?: string;
  /** Width of the stroke, pixels. */
  readonly width: number;
  /** Share of time that the receiver is full and holds the sender up, where it is worth showing. */
  readonly blocked?: number;
  /** Platforms of both ends, such as "cpu → fpga"; absent where they are equal. */
  readonly crossing?: string;
  readonly stale: boolean;
};

export type LinkData = ReadonlyMap<string, LinkView>;

interface LinkDataInput {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly answerIsStale: boolean;
  readonly faults: readonly Fault[];
}

const THINNEST = 1.5;
const THICKEST = 7;
const DECADES = 4;
const BLOCKED_FROM = 0.05;

export function buildLinkData(input: LinkDataInput, previous: LinkData = new Map()): LinkData {
  const { scenario, answer } = input;
  const graph = graphOf(scenario);
  const flows = new Map(answer?.links.map((flow) => [linkKey(flow), flow]));
  const largest = Math.max(0, ...[...flows.values()].map(({ receivedRate }) => receivedRate));
  const views = scenario.links.flatMap((link) => {
    const sender = graph.nodes.get(link.from);
    const receiver = graph.nodes.get(link.to);
    if (!sender || !receiver) return [];
    const key = linkKey(link);
    const flow = flows.get(key);
    const siblings = graph.outgoing.get(link.from)!;
    const choice = choiceText(sender, link, siblings);
    const ofAll = siblings.length < MANY ? undefined : choiceOfAll(sender, siblings, choice);
    const rate = flow && flowText(flow.receivedRate, flow.halfWidth, unitOf(receiver) ?? unitOf(sender));
    const fill = fillText(link, input.answerIsStale ? undefined : flow?.fill?.mean);
    const fault = input.faults.find((each) => each.link && linkKey(each.link) === key)?.message;
    const critical = criticalText(key, answer);
    const words = [
      `Link from ${nameOf(sender)} to ${nameOf(receiver)}`,
      choice,
      rate,
      fill && `FIFO ${fill}`,
      critical && `on the critical cycle, ${critical}`,
    ];
    const view: LinkView = {
      from: link.from,
      to: link.to,
      label: [...words, fault].filter(Boolean).join(', '),
      choice: ofAll === undefined ? choice : undefined,
      choiceOfAll: link === siblings[0] ? ofAll : undefined,
      rate,
      fill,
      depth: depthText(link),
      fault,
      critical,
      width: strokeWidth(flow?.receivedRate, largest),
      blocked: holdUp(receiver, answer),
      crossing: crossingText(sender, receiver),
      stale: input.answerIsStale,
    };
    const before = previous.get(key);
    return [[key, before && sameFields(before, view) ? before : view] as const];
  });
  return new Map(views);
}

function criticalText(key: string, answer: SolveAnswer | undefined): string | undefined {
  const here = (answer?.critical ?? []).filter(({ links }) => links.some((link) => linkKey(link) === key));
  if (here.length === 0) return undefined;
  const kinds = new Set(here.map((wait) => wait.for));
  return `waits for ${[...kinds].map((kind) => (kind === 'room' ? 'free slots' : 'tokens')).join(' and ')}`;
}

/** Undefined for a link without a FIFO of its own. */
function fillText({ depth }: Link, mean: number | undefined): string | undefined {
  if (depth === undefined && mean === undefined) return undefined;
  return `${mean === undefined ? '–' : countText(mean)} / ${depthText({ depth })}`;
}

const depthText = ({ depth }: Pick<Link, 'depth'>): string => (depth === undefined ? '∞' : countText(depth));

/** Four decades below the largest flow of the drawing, a link is at its thinnest. */
export function strokeWidth(flow: number | undefined, largest: number): number {
  if (flow === undefined) return 2;
  if (!(flow > 0)) return THINNEST;
  const t = Math.max(0, 1 + Math.log10(flow / largest) / DECADES);
  return Math.round((THINNEST + t * (THICKEST - THINNEST)) * 10) / 10;
}

function choiceText(sender: ScenarioNode, link: Link, siblings: readonly Link[]): string | undefined {
  if (siblings.length < 2) return undefined;
  if (sender.kind === 'fork') return 'task';
  const rule = routingRule(sender);
  const share = linkShares(rule, siblings)[siblings.indexOf(link)] ?? 0;
  const differs = siblings.some(({ byClass }) => byClass !== undefined);
  switch (rule) {
    case 'probabilistic':
      return differs ? 'by class' : percentText(share);
    case 'roundRobin':
      return `${percentText(1 / siblings.length)} (round robin)`;
    case 'joinShortestQueue':
      return 'shortest';
    case 'broadcast':
      return 'copy';
  }
}

/** So many links with the same words have no room for all of them side by side. */
const MANY = 4;

/** Said once where all links out of a node are chosen alike; `choice` is what one of them would say. */
function choiceOfAll(
  sender: ScenarioNode,
  siblings: readonly Link[],
  choice: string | undefined,
): string | undefined {
  const rule = routingRule(sender);
  if (!drawsLink(rule)) return sender.kind === 'fork' ? choice : ROUTING[rule].words;
  const shares = linkShares(rule, siblings);
  return shares.every((share) => share === shares[0]) ? `each ${choice}` : undefined;
}

function holdUp(receiver: ScenarioNode, answer: SolveAnswer | undefined): number | undefined {
  if (receiver.kind !== 'stage' || losesWhenFull(receiver)) return undefined;
  const full = answer?.stages[receiver.id]?.backPressureProbability;
  return full !== undefined && full >= BLOCKED_FROM ? full : undefined;
}

function crossingText(sender: ScenarioNode, receiver: ScenarioNode): string | undefined {
  const from = sender.kind === 'stage' ? sender.platform : undefined;
  const to = receiver.kind === 'stage' ? receiver.platform : undefined;
  return from && to && from !== to ? `${from} → ${to}` : undefined;
}
