/** Where an element goes next (SPEC.md, R1 to R6, J1): targets through routers and forks, chosen when it is routed. */
import { indexAt } from '../../core/distributions/draws.ts';
import { noAnswer } from '../../core/measures/refusals.ts';
import { CHOICE, type PortModel } from '../../workers/simulate/simulation-model.ts';
import { sendElement } from './admission.ts';
import { SimulationHalt } from './halt.ts';
import type { Sender } from './sender.ts';
import type { SimulationState } from './state.ts';
import { classOf, isTask, ticketOf, withTicket } from './tag.ts';

/** More steps than this for one element mean that it runs round a circle of routers for ever. */
const MOST_STEPS = 100_000;

/** Sends the element, or its copies or tasks, where this port leads. */
export function routeFrom(
  state: SimulationState,
  sender: Sender,
  element: number,
  port: PortModel,
  tag: number,
): void {
  if (port.sole !== CHOICE) {
    sendElement(state, sender, element, port.sole, tag);
    return;
  }
  // An element that goes on behind a join is routed while the tasks before it still are: the lists are stacks.
  const { targets, tags } = state.chosen;
  const first = targets.length;
  chooseTargets(state, port, tag, sender.born[element]!);
  const end = targets.length;
  for (let i = first; i < end; i++) sendElement(state, sender, element, targets[i]!, tags[i]!);
  targets.length = first;
  tags.length = first;
}

/** Puts the final targets of one element that leaves by this port on `state.chosen`: stages, joins or sinks, with its tag there. */
export function chooseTargets(state: SimulationState, port: PortModel, tag: number, born: number): void {
  const { chosen, open, model } = state;
  const ends = model.stages.length + model.joins.length;
  const first = open.targets.length;
  expand(state, port, tag, born);
  for (let steps = 0; open.targets.length > first; steps++) {
    if (steps > MOST_STEPS) throw new SimulationHalt(circleOf(port));
    const target = open.targets.pop()!;
    const tagThere = open.tags.pop()!;
    if (target < ends) {
      chosen.targets.push(target);
      chosen.tags.push(tagThere);
    } else {
      expand(state, model.ports[target]!, tagThere, born);
    }
  }
}

/** Puts what this port chooses on top of the open targets; copies are taken off in the order of the links. */
function expand(state: SimulationState, port: PortModel, tag: number, born: number): void {
  if (port.sole !== CHOICE) {
    state.open.targets.push(port.sole);
    state.open.tags.push(tag);
  } else if (port.kind === 'fork') {
    const ticket = state.tickets.open(tag, born, port.targets.length);
    openAll(state, port, withTicket(tag, ticket));
  } else {
    expandByRule(state, port, tag);
  }
}

function expandByRule(state: SimulationState, port: PortModel, tag: number): void {
  switch (port.rule) {
    case 'broadcast':
      if (isTask(tag)) state.tickets.add(ticketOf(tag), port.targets.length - 1);
      openAll(state, port, tag);
      return;
    case 'probabilistic': {
      const jobClass = classOf(tag);
      const draw = state.routing[port.index]![jobClass]!.uniform();
      openOne(state, port, indexAt(port.cumulative[jobClass]!, draw), tag);
      return;
    }
    case 'roundRobin':
      takeTurn(state, port, state.turns[port.index]!, tag);
      return;
    case 'joinShortestQueue':
      takeTurn(state, port, shortest(state, port, state.turns[port.index]!), tag);
  }
}

function openOne({ open }: SimulationState, { targets }: PortModel, place: number, tag: number): void {
  open.targets.push(targets[place]!);
  open.tags.push(tag);
}

/** The next turn begins behind the link that is taken now. */
function takeTurn(state: SimulationState, port: PortModel, place: number, tag: number): void {
  state.turns[port.index] = (place + 1) % port.targets.length;
  openOne(state, port, place, tag);
}

function openAll({ open }: SimulationState, { targets }: PortModel, tag: number): void {
  for (let i = targets.length - 1; i >= 0; i--) {
    open.targets.push(targets[i]!);
    open.tags.push(tag);
  }
}

/** The link with the fewest elements at its end; among equals the first from `turn` on (R4). */
function shortest(state: SimulationState, port: PortModel, turn: number): number {
  let best = turn;
  let fewest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < port.targets.length; i++) {
    const place = (turn + i) % port.targets.length;
    const elements = elementsAt(state, port.targets[place]!, 0);
    if (elements >= fewest) continue;
    fewest = elements;
    best = place;
  }
  return best;
}

/** A sink holds none; a router, fork or join as many as the emptiest stage behind it. */
function elementsAt(state: SimulationState, target: number, depth: number): number {
  if (target < 0 || depth > state.model.ports.length) return 0;
  const stage = state.stages[target];
  if (stage) return stage.occupancy;
  let fewest = Number.POSITIVE_INFINITY;
  for (const next of state.model.ports[target]!.targets) {
    fewest = Math.min(fewest, elementsAt(state, next, depth + 1));
  }
  return fewest;
}

const circleOf = ({ node }: PortModel) => noAnswer('routersGoRound', { name: node }, node);
