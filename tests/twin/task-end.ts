/**
 * Tasks at the end of their way (SPEC.md, J): one comes to a join, or leaves where it need not be waited for. The last of
 * them lets the element go on, and keeps its server until there is room for that.
 */
import { routeFrom } from './routing.ts';
import type { Sender } from './sender.ts';
import type { SimulationState } from './state.ts';
import { classOf, isTask, pathOf, ticketOf, withPath } from './tag.ts';

/** A task of the sender's element comes to a join; what was never split passes through. */
export function reachJoin(
  state: SimulationState,
  sender: Sender,
  element: number,
  at: number,
  tag: number,
): void {
  const join = state.joins[at]!;
  const jobClass = classOf(tag);
  state.watcher?.moved(sender.port.node, join.model.id, jobClass);
  join.collector.countOffered(join, jobClass, 1);
  join.collector.countEntered(jobClass, 1);
  if (!isTask(tag)) {
    join.collector.countOutput(jobClass);
    routeFrom(state, sender, element, join.port, tag);
    return;
  }
  const { tickets } = state;
  const ticket = ticketOf(tag);
  gather(state, ticket, at, jobClass);
  if (tickets.remove(ticket)) goOn(state, sender, element, tag);
  else {
    tickets.wait(ticket);
    join.change(jobClass, 1);
  }
}

/** A task leaves: filtered, lost, absorbed by a conversion, or at a sink. Nobody waits for it (J3). */
export function leaveTask(state: SimulationState, sender: Sender, element: number, tag: number): void {
  if (isTask(tag) && state.tickets.remove(ticketOf(tag))) goOn(state, sender, element, tag);
}

/** Tasks of one element that came to another join wait where its last one has come (J4). */
function gather(state: SimulationState, ticket: number, at: number, jobClass: number): void {
  const { tickets, joins } = state;
  const before = tickets.joinOf(ticket);
  const waiting = tickets.waitingOf(ticket);
  tickets.moveTo(ticket, at);
  if (before === at || waiting === 0) return;
  joins[before]!.change(jobClass, -waiting);
  joins[at]!.change(jobClass, waiting);
}

/** No task is on its way any more: the element goes on from the join, or is gone when none ever came to one. */
function goOn(state: SimulationState, sender: Sender, element: number, tag: number): void {
  const { tickets } = state;
  const ticket = ticketOf(tag);
  const whole = withPath(tickets.tagOf(ticket), pathOf(tag));
  const join = state.joins[tickets.joinOf(ticket)];
  const waiting = tickets.waitingOf(ticket);
  tickets.close(ticket);
  if (!join) {
    leaveTask(state, sender, element, whole);
    return;
  }
  const jobClass = classOf(whole);
  if (waiting > 0) join.change(jobClass, -waiting);
  join.collector.countOutput(jobClass);
  routeFrom(state, sender, element, join.port, whole);
}
