/** What the fields of a scenario must be to each other: ids are unique, and what is named exists. */
import { type ClassSwitch, isSwitch } from './class-switch.ts';
import { faultOf, type InputFault, type InputPath, inputFault, placeText } from './input-fault.ts';
import type { ClassId, NodeId, Scenario, StageGroup } from './scenario.ts';

/** Faults of a scenario whose fields are all right one by one. */
export function scenarioFaults(scenario: Scenario): readonly InputFault[] {
  return [
    ...repeatedIds(scenario, 'nodes'),
    ...disorderedSchedules(scenario),
    ...looseLinks(scenario),
    ...repeatedLinks(scenario),
    ...repeatedIds(scenario, 'classes'),
    ...repeatedIds(scenario, 'resources'),
    ...repeatedIds(scenario, 'groups'),
    ...repeatedIds(scenario, 'buses'),
    ...repeatedIds(scenario, 'queries'),
    ...groupsCalledLikeNodes(scenario),
    ...danglingReferences(scenario),
    ...repeatedStages(scenario),
    ...repeatedPrecisions(scenario),
  ];
}

function repeatedIds(
  scenario: Scenario,
  list: 'nodes' | 'classes' | 'resources' | 'groups' | 'buses' | 'queries',
): readonly InputFault[] {
  const ids = (scenario[list] ?? []).map(({ id }) => id);
  return repeats(ids).map(({ at, before }) =>
    faultOf(`${list}[${at}].id`, 'an id of its own', `"${ids[at]}" again, as in ${list}[${before}]`),
  );
}

function groupsCalledLikeNodes({ nodes, groups = [] }: Scenario): readonly InputFault[] {
  const places = new Map(nodes.map(({ id }, i) => [id, i]));
  return groups.flatMap(({ id }, i) =>
    places.has(id)
      ? [
          faultOf(
            `groups[${i}].id`,
            'an id that no node has',
            `"${id}" again, as in nodes[${places.get(id)}]`,
          ),
        ]
      : [],
  );
}

function looseLinks(scenario: Scenario): readonly InputFault[] {
  const ids = new Set(scenario.nodes.map(({ id }) => id));
  return scenario.links.flatMap((link, i) =>
    (['from', 'to'] as const)
      .filter((end) => !ids.has(link[end]))
      .map((end) => inputFault(scenario, ['links', i, end], 'the id of a node')),
  );
}

function repeatedLinks({ links }: Scenario): readonly InputFault[] {
  const pairs = links.map(({ from, to }) => JSON.stringify([from, to]));
  return repeats(pairs).map(({ at, before }) => {
    const { from, to } = links[at]!;
    return faultOf(
      `links[${at}]`,
      'a pair of nodes of its own',
      `"${from}" → "${to}" again, as in links[${before}]`,
    );
  });
}

function repeatedStages({ measurement }: Scenario): readonly InputFault[] {
  const stages = (measurement?.stages ?? []).map(({ stage }) => stage);
  return repeats(stages).map(({ at, before }) =>
    faultOf(
      `measurement.stages[${at}].stage`,
      'a stage that is not listed yet',
      `"${stages[at]}" again, as in measurement.stages[${before}]`,
    ),
  );
}

function repeatedPrecisions({ precisions = [] }: Scenario): readonly InputFault[] {
  return repeats(precisions.map(({ node, field }) => JSON.stringify([node, field]))).map(({ at, before }) =>
    faultOf(
      `precisions[${at}]`,
      'an input that is not listed yet',
      `${precisions[at]!.field} of "${precisions[at]!.node}" again, as in precisions[${before}]`,
    ),
  );
}

/** The frames of a schedule stand in the order in which they begin, and the period ends after the last has begun. */

function disorderedSchedules(scenario: Scenario): readonly InputFault[] {
  return scenario.nodes.flatMap((node, i) =>
    (node.kind === 'source' || node.kind === 'stage') && node.schedule
      ? scheduleFaults(scenario, node.schedule, i)
      : [],
  );
}

interface Times {
  readonly frames: readonly { readonly from: number }[];
  readonly period?: number | undefined;
}

function scheduleFaults(scenario: Scenario, { frames, period }: Times, i: number): readonly InputFault[] {
  const path = ['nodes', i, 'schedule'];
  const last = frames.at(-1);
  if (last === undefined) return [inputFault(scenario, [...path, 'frames'], 'at least one frame')];
  const early = frames.findIndex((frame, k) => k > 0 && !(frame.from > frames[k - 1]!.from));
  if (early > 0) {
    const before = frames[early - 1]!.from;
    const expected = `a time after the frame before, > ${before}`;
    return [inputFault(scenario, [...path, 'frames', early, 'from'], expected)];
  }
  if (period === undefined || period > last.from) return [];
  const expected = `a time after the last frame begins, > ${last.from}`;
  return [faultOf(placeText(scenario, [...path, 'period']), expected, String(period))];
}

/** Whatever names a class, a shared resource, a bus or a node must name one that the scenario has. */

function danglingReferences(scenario: Scenario): readonly InputFault[] {
  return [
    ...unknownClasses(scenario),
    ...unknownResources(scenario),
    ...unknownStarts(scenario),
    ...(scenario.groups ?? []).flatMap((group, i) => groupFaults(scenario, group, i)),
    ...unknownBuses(scenario),
    ...strayPrecisions(scenario),
  ];
}

function unknownClasses(scenario: Scenario): readonly InputFault[] {
  const known = new Set((scenario.classes ?? []).map(({ id }) => id));
  const inByClass = (byClass: Readonly<Record<ClassId, unknown>> | undefined, path: InputPath) =>
    Object.keys(byClass ?? {})
      .filter((id) => !known.has(id))
      .map((id) => faultOf(placeText(scenario, [...path, 'byClass', id]), 'the id of a class', `"${id}"`));
  return [
    ...scenario.nodes.flatMap((node, i) => {
      if (node.kind === 'stage' || node.kind === 'delay') return inByClass(node.byClass, ['nodes', i]);
      if (isSwitch(node)) return unknownSwitched(scenario, node.classSwitch, known, i);
      if (node.kind !== 'source' || node.class === undefined || known.has(node.class)) return [];
      return [inputFault(scenario, ['nodes', i, 'class'], 'the id of a class')];
    }),
    ...scenario.links.flatMap((link, i) => inByClass(link.byClass, ['links', i])),
  ];
}

function unknownSwitched(
  scenario: Scenario,
  matrix: ClassSwitch,
  known: ReadonlySet<ClassId>,
  i: number,
): readonly InputFault[] {
  const unknown = (ids: readonly ClassId[], path: InputPath) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => faultOf(placeText(scenario, [...path, id]), 'the id of a class', `"${id}"`));
  const path = ['nodes', i, 'classSwitch'];
  return [
    ...unknown(Object.keys(matrix), path),
    ...Object.entries(matrix).flatMap(([from, row]) => unknown(Object.keys(row), [...path, from])),
  ];
}

function unknownResources(scenario: Scenario): readonly InputFault[] {
  const known = new Set((scenario.resources ?? []).map(({ id }) => id));
  return scenario.nodes.flatMap((node, i) =>
    node.kind !== 'stage' || node.resource === undefined || known.has(node.resource)
      ? []
      : [inputFault(scenario, ['nodes', i, 'resource'], 'the id of a resource')],
  );
}

function unknownBuses(scenario: Scenario): readonly InputFault[] {
  const known = new Set((scenario.buses ?? []).map(({ id }) => id));
  return scenario.nodes.flatMap((node, i) =>
    node.kind !== 'stage' || node.bus === undefined || known.has(node.bus)
      ? []
      : [inputFault(scenario, ['nodes', i, 'bus'], 'the id of a bus')],
  );
}

/** A field of the node need not be there: it may have been another distribution when its precision was typed. */
function strayPrecisions(scenario: Scenario): readonly InputFault[] {
  const known = new Set(scenario.nodes.map(({ id }) => id));
  return (scenario.precisions ?? []).flatMap(({ node }, i) =>
    known.has(node) ? [] : [inputFault(scenario, ['precisions', i, 'node'], 'the id of a node')],
  );
}

const STAGE_EXPECTED = 'the id of a stage or delay';

function unknownStarts(scenario: Scenario): readonly InputFault[] {
  const stages = stagesAndDelays(scenario);
  return (scenario.classes ?? []).flatMap(({ closed }, i) =>
    closed === undefined || stages.has(closed.start)
      ? []
      : [inputFault(scenario, ['classes', i, 'closed', 'start'], STAGE_EXPECTED)],
  );
}

function groupFaults(scenario: Scenario, { stages }: StageGroup, i: number): readonly InputFault[] {
  const path = ['groups', i, 'stages'];
  if (stages.length === 0) return [inputFault(scenario, path, 'at least one stage')];
  const known = stagesAndDelays(scenario);
  return [
    ...stages.flatMap((id, k) => (known.has(id) ? [] : [inputFault(scenario, [...path, k], STAGE_EXPECTED)])),
    ...repeats(stages).map(({ at }) =>
      faultOf(
        placeText(scenario, [...path, at]),
        'a stage that is not in the group yet',
        `"${stages[at]}" again`,
      ),
    ),
  ];
}

const stagesAndDelays = ({ nodes }: Scenario): ReadonlySet<NodeId> =>
  new Set(nodes.filter(({ kind }) => kind === 'stage' || kind === 'delay').map(({ id }) => id));

/** Places of values that stood in the list before, and where first. */
function repeats(values: readonly string[]): readonly { readonly at: number; readonly before: number }[] {
  const first = new Map<string, number>();
  return values.flatMap((value, at) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, at);
    return before === undefined ? [] : [{ at, before }];
  });
}
