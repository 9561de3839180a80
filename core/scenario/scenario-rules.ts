/** What the fields of a scenario must be to each other: ids are unique, and what is named exists. */
import { faultOf, type InputFault, inputFault } from './input-fault.ts';
import { danglingReferences } from './reference-rules.ts';
import { repeats } from './repeats.ts';
import type { Scenario } from './scenario.ts';
import { disorderedSchedules } from './schedule-rules.ts';

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
