/** Where an element goes next (SPEC.md, R1 to R6): targets through routers, chosen when the element is routed. */
import { indexAt } from '../random/cumulative.ts';
import { CHOICE, type PortModel } from './compile-model.ts';
import { SimulationHalt } from './halt.ts';
import type { SimulationState } from './state.ts';

/** More steps than this for one element mean that it runs round a circle of routers for ever. */
const MOST_STEPS = 100_000;

/** Fills `state.chosen` with the final targets of one element that leaves by this port: stages or SINK. */
export function chooseTargets(state: SimulationState, port: PortModel): void {
  const { chosen, open } = state;
  chosen.length = 0;
  open.length = 0;
  expand(state, port);
  for (let steps = 0; open.length > 0; steps++) {
    if (steps > MOST_STEPS) throw new SimulationHalt(circleOf(port));
    const target = open.pop()!;
    if (target < state.stages.length) chosen.push(target);
    else expand(state, state.model.ports[target]!);
  }
}

/** Puts what this port chooses on top of the open targets; copies are taken off in the order of the links. */
function expand(state: SimulationState, port: PortModel): void {
  if (port.sole !== CHOICE) state.open.push(port.sole);
  else if (port.rule === 'broadcast') state.open.push(...[...port.targets].reverse());
  else state.open.push(port.targets[chooseLink(state, port)]!);
}

/** Place of the link that the port's rule takes now. */
function chooseLink(state: SimulationState, port: PortModel): number {
  if (port.rule === 'probabilistic') return indexAt(port.cumulative, state.routing[port.index]!.uniform());
  const turn = state.turns[port.index]!;
  const place = port.rule === 'roundRobin' ? turn : shortest(state, port, turn);
  state.turns[port.index] = (place + 1) % port.targets.length;
  return place;
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

/** A sink holds none; a router as many as the emptiest stage behind it. */
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

const circleOf = (port: PortModel) =>
  ({
    kind: 'noAnswer',
    reason: 'stuck',
    stage: port.node,
    message: `An element from "${port.node}" runs through routers for ever without time passing.`,
  }) as const;
