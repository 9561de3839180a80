/** Orders of observed visits that no queue of its kind can produce (first come first served with K servers). */
import type { ReadTask } from './read-tasks.ts';

interface Visit {
  readonly task: string;
  readonly arrival: number;
  readonly departure: number;
}

/**
 * A job leaves only when all but K - 1 of those before it have left: with K others that leave later it cannot be. Names the
 * task and the first one that it overtakes; undefined where all is well.
 */
function orderFault(tasks: readonly ReadTask[], queue: string, servers: number): string | undefined {
  const visits: Visit[] = [];
  for (const { name, steps } of tasks)
    for (const step of steps)
      if (step.queue === queue && step.departure >= step.arrival)
        visits.push({ task: name, arrival: step.arrival, departure: step.departure });
  visits.sort((one, other) => one.arrival - other.arrival || one.departure - other.departure);
  // The K that leave last among those before, the first to leave in front.
  const last: Visit[] = [];
  for (const visit of visits) {
    const overtaken = last[0];
    if (last.length === servers && overtaken && overtaken.departure > visit.departure) {
      const of = servers === 1 ? 'one server' : `${servers} servers`;
      return `queue ${queue}: task ${visit.task} overtakes task ${overtaken.task}; with ${of}, first come first served, that cannot be. Try random selection (RSS) or more servers`;
    }
    const place = last.findIndex(({ departure }) => departure > visit.departure);
    last.splice(place < 0 ? last.length : place, 0, visit);
    if (last.length > servers) last.shift();
  }
  return undefined;
}

export function checkOrders(
  tasks: readonly ReadTask[],
  queues: readonly { readonly id: string; readonly servers: number; readonly discipline: string }[],
): string[] {
  return queues.flatMap(({ id, servers, discipline }) => {
    const fault = discipline === 'FCFS' ? orderFault(tasks, id, servers) : undefined;
    return fault === undefined ? [] : [fault];
  });
}
