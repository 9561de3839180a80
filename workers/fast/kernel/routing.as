/** Where an element goes next: targets through routers, chosen when the element is routed (SPEC.md, R1 to R4, R6). No routers form a circle. */
import { choose } from './choice';
import { choiceOf, Port } from './network';
import { isRouter, isSink, routerAt, stageIn } from './places';

/** Rules of a port. */
export const PROBABILISTIC: i32 = 0;
export const ROUND_ROBIN: i32 = 1;

/** The stage or sink that an element of this class goes to by this port. */
@inline
export function placeBehind(port: Port, jobClass: i32): i32 {
  let place = nextOf(port, jobClass);
  while (isRouter(place)) place = nextOf(routerAt(place), jobClass);
  return place;
}

/** The stage, sink or router behind the port. */
@inline
function nextOf(port: Port, jobClass: i32): i32 {
  if (!port.hasChoice) return port.sole;
  return port.rule == PROBABILISTIC ? choose(choiceOf(port, jobClass)) : takeTurn(port);
}

@inline
function linkAt(port: Port, place: i32): i32 {
  return load<i32>(port.targets + (<usize>place << 2));
}

/** The link that the port's rule takes now. */
function takeTurn(port: Port): i32 {
  const place = port.rule == ROUND_ROBIN ? port.turn : shortest(port);
  port.turn = place + 1 == port.count ? 0 : place + 1;
  return linkAt(port, place);
}

/** The link with the fewest elements at its end; among equals the first from the turn on (R4). */
function shortest(port: Port): i32 {
  let best = port.turn;
  let fewest = i32.MAX_VALUE;
  for (let i = 0; i < port.count; i++) {
    const place = (port.turn + i) % port.count;
    const elements = elementsAt(linkAt(port, place));
    if (elements >= fewest) continue;
    fewest = elements;
    best = place;
  }
  return best;
}

/** A sink holds none; a router as many as the emptiest stage behind it. */
function elementsAt(place: i32): i32 {
  if (isSink(place)) return 0;
  if (!isRouter(place)) return stageIn(place).occupancy;
  const port = routerAt(place);
  let fewest = i32.MAX_VALUE;
  for (let i = 0; i < port.count; i++) fewest = min(fewest, elementsAt(linkAt(port, i)));
  return fewest;
}
