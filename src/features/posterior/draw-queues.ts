/** A drawing of the queues that tasks went through: a stage for each, with the ways between them that were seen. */

import { picksAtRandomAs } from '../../../core/rules/discipline.ts';
import { takenIds } from '../../../core/scenario/edits.ts';
import { freshId } from '../../../core/scenario/fresh-id.ts';
import { idRefusal } from '../../../core/scenario/id-refusal.ts';
import type { Link, NodeId, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { TaskTable } from '../../../workers/measure/contract.ts';
import type { QueueOfTasks } from '../../../workers/posterior/contract.ts';

const ACROSS = 380;
const DOWN = 190;
/** Ends of a task's way. */
const ENTRY = '';
const EXIT = '\u0000';

interface Visit {
  readonly step: number;
  readonly queue: string;
}

/** Added under what is there: tasks arrive as a Poisson process at their mean rate; services take what queues leave of them. */
export function withQueuesDrawn(
  scenario: Scenario,
  tasks: TaskTable,
  queues: readonly QueueOfTasks[],
): Scenario {
  const ways = waysOf(tasks);
  const taken = new Set(takenIds(scenario));
  const named = (wanted: string): NodeId => {
    const id = freshId(idRefusal(wanted) === undefined ? wanted : 'queue1', taken);
    taken.add(id);
    return id;
  };
  const ids = new Map([[ENTRY, named('tasks')], ...queues.map(({ id }) => [id, named(id)] as const)]);
  ids.set(EXIT, named('done'));
  const top = lowestOf(scenario) + DOWN;
  const nodes = [
    sourceNode(ids.get(ENTRY)!, entryRate(tasks), top),
    ...stageNodes({ queues, ids, depths: ways.depths, tasks, top }),
    { id: ids.get(EXIT)!, kind: 'sink' as const, position: { x: ACROSS * (ways.deepest + 1), y: top } },
  ];
  return {
    ...scenario,
    nodes: [...scenario.nodes, ...nodes],
    links: [...scenario.links, ...linksOf(ways.counts, ids)],
  };
}

const sourceNode = (id: NodeId, rate: number, top: number): ScenarioNode => ({
  id,
  kind: 'source',
  name: 'Tasks',
  interarrival: { distribution: 'exponential', rate },
  position: { x: 0, y: top },
});

interface StagesToDraw {
  readonly queues: readonly QueueOfTasks[];
  readonly ids: ReadonlyMap<string, NodeId>;
  readonly depths: ReadonlyMap<string, number>;
  readonly tasks: TaskTable;
  readonly top: number;
}

function stageNodes({ queues, ids, depths, tasks, top }: StagesToDraw): readonly StageNode[] {
  const above = new Map<number, number>();
  return queues.map(({ id, servers = 1, discipline }) => {
    const depth = depths.get(id) ?? 1;
    const row = above.get(depth) ?? 0;
    above.set(depth, row + 1);
    return {
      id: ids.get(id)!,
      kind: 'stage',
      name: id,
      ...(servers > 1 && { serverCount: servers }),
      ...(picksAtRandomAs(discipline) && { discipline: 'RSS' as const }),
      service: { distribution: 'exponential', mean: shortestResponse(tasks, id) },
      position: { x: ACROSS * depth, y: top + DOWN * row },
    };
  });
}

/** How often tasks went from where to where, and how many steps from the entry a queue is at least. */
function waysOf(tasks: TaskTable) {
  const visits = new Map<string, Visit[]>();
  for (const [row, task] of tasks.task.entries()) {
    const visit = { step: tasks.step[row]!, queue: tasks.queue[row]! };
    if (visit.step === 0) continue;
    const others = visits.get(task);
    if (others) others.push(visit);
    else visits.set(task, [visit]);
  }
  const counts = new Map<string, Map<string, number>>();
  const depths = new Map<string, number>();
  for (const steps of visits.values()) {
    const queues = steps.sort((one, other) => one.step - other.step).map(({ queue }) => queue);
    // A way with a hidden queue tells nothing of shares.
    if (queues.includes('')) continue;
    for (const [i, queue] of queues.entries()) depths.set(queue, Math.min(depths.get(queue) ?? i + 1, i + 1));
    const way = [ENTRY, ...queues, EXIT];
    for (let i = 0; i + 1 < way.length; i += 1) countStep(counts, way[i]!, way[i + 1]!);
  }
  return { counts, depths, deepest: Math.max(1, ...depths.values()) };
}

function countStep(counts: Map<string, Map<string, number>>, from: string, to: string): void {
  const row = counts.get(from) ?? new Map<string, number>();
  counts.set(from, row.set(to, (row.get(to) ?? 0) + 1));
}

function linksOf(
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ids: ReadonlyMap<string, NodeId>,
): readonly Link[] {
  return [...counts].flatMap(([from, row]) => {
    const total = [...row.values()].reduce((sum, count) => sum + count, 0);
    return [...row].flatMap(([to, count]): Link[] => {
      const ends = { from: ids.get(from), to: ids.get(to) };
      if (ends.from === undefined || ends.to === undefined) return [];
      return [{ from: ends.from, to: ends.to, ...(row.size > 1 && { probability: count / total }) }];
    });
  });
}

/** Arrivals per second: by the number of tasks that entered where it was noted, else by those in the table. */
function entryRate({ step, departure, ordinal }: TaskTable): number {
  const entries = [...step.keys()].filter((row) => step[row] === 0 && !Number.isNaN(departure[row]!));
  const sorted = entries.sort((one, other) => departure[one]! - departure[other]!);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || departure[last]! === departure[first]!) return 1;
  const counted = ordinal[last]! - ordinal[first]!;
  return (counted > 0 ? counted : sorted.length - 1) / (departure[last]! - departure[first]!);
}

/** A first guess of a service, s: the tenth of the visits that took least, which hardly waited. */
function shortestResponse({ queue, arrival, departure }: TaskTable, id: string): number {
  const times = queue
    .flatMap((name, row) => (name === id ? [departure[row]! - arrival[row]!] : []))
    .filter((time) => time > 0)
    .sort((one, other) => one - other);
  return times[Math.floor(times.length / 10)] ?? 1;
}

function lowestOf({ nodes }: Scenario): number {
  return nodes.reduce((lowest, { position }) => Math.max(lowest, position?.y ?? 0), -DOWN);
}
