/**
 * Where elements go. The host knows nodes by their numbers (below 0 the sinks, then stages, then joins, then routers and
 * forks; FIFOs of dataflow stages far above); while the network runs, a place is one number that says at once what is there: the address of a stage, that of
 * a join plus 2, that of a router's or fork's port plus 1, or an even number below 0 for a sink.
 */
import { startChoice } from './choice';
import { choiceOf, classOf, Port, Stage, switchOf } from './network';
import { isTree, PROBABILISTIC } from './routing';
import { classCount, joinCount, portAt, portCount, stageAt, stageCount } from './state';
import { isWatched } from './watch';

/** Number of the first FIFO for the host. */
const FIFOS: i32 = 1 << 28;

export function placeOf(node: i32): i32 {
  if (node < 0) return 2 * node;
  if (node >= FIFOS) return <i32>changetype<usize>(stageAt(stageCount + joinCount + node - FIFOS));
  if (node < stageCount) return <i32>changetype<usize>(stageAt(node));
  if (node < stageCount + joinCount) return <i32>changetype<usize>(stageAt(node)) + 2;
  return <i32>changetype<usize>(portAt(node)) + 1;
}

@inline
export function isSink(place: i32): bool {
  return place < 0;
}

@inline
export function sinkAt(place: i32): i32 {
  return -1 - (place >> 1);
}

/** Where elements come to from any port: a stage, and neither a sink nor a join. */
@inline
export function isStage(place: i32): bool {
  return (place & (i32.MIN_VALUE | 2)) == 0;
}

/** A router or a fork; no sink looks like one. */
@inline
export function isRouter(place: i32): bool {
  return (place & 1) != 0;
}

@inline
export function routerAt(place: i32): Port {
  return changetype<Port>(place - 1);
}

@inline
export function isJoin(place: i32): bool {
  return (place & 2) != 0;
}

/** The stage or join that is there; of a sink, something that nobody may look at. */
@inline
export function stageIn(place: i32): Stage {
  return changetype<Stage>(place & ~3);
}

/** Once the host has written all that ports choose from, as numbers of nodes. */
export function openPlaces(): void {
  for (let i = 0; i < portCount; i++) {
    const port = portAt(i);
    for (let link = 0; link < port.count; link++) {
      const at = port.targets + (<usize>link << 2);
      store<i32>(at, placeOf(load<i32>(at)));
    }
    if (port.hasChoice && port.rule == PROBABILISTIC)
      for (let c = 0; c < classCount; c++) startChoice(choiceOf(port, c));
    if (port.becomes != 0) startSwitches(port);
  }
  for (let i = 0; i < portCount; i++) portAt(i).isTree = isTree(portAt(i), 0);
  for (let i = 0; i < stageCount; i++) stageAt(i).isSimple = isSimple(stageAt(i));
}

/** Whether entering is all that happens to one element that finds room. */
function isSimple(stage: Stage): bool {
  if (stage.converts || stage.whole || stage.promises || stage.pushesOut || isWatched) return false;
  for (let c = 0; c < classCount; c++) if (classOf(stage, c).rounds !== null) return false;
  return true;
}

function startSwitches(port: Port): void {
  for (let c = 0; c < classCount; c++) {
    const choice = switchOf(port, c);
    if (choice !== null) startChoice(choice);
  }
}
