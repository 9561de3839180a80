/** Whatever names a class, a shared resource, a bus or a node must name one that the scenario has. */
import { faultOf, type InputFault, type InputPath, inputFault, placeText } from './input-fault.ts';
import { repeats } from './repeats.ts';
import type { ClassId, NodeId, Scenario, StageGroup } from './scenario.ts';

export function danglingReferences(scenario: Scenario): readonly InputFault[] {
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
      if (node.kind !== 'source' || node.class === undefined || known.has(node.class)) return [];
      return [inputFault(scenario, ['nodes', i, 'class'], 'the id of a class')];
    }),
    ...scenario.links.flatMap((link, i) => inByClass(link.byClass, ['links', i])),
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
