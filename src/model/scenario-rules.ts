/** What the fields of a scenario must be to each other: ids are unique and links join what exists. */
import { faultOf, type InputFault, inputFault } from './input-fault.ts';
import type { Scenario } from './scenario.ts';

/** Faults of a scenario whose fields are all right one by one. */
export function scenarioFaults(scenario: Scenario): readonly InputFault[] {
  return [
    ...repeatedIds(scenario),
    ...looseLinks(scenario),
    ...repeatedLinks(scenario),
    ...repeatedStages(scenario),
  ];
}

function repeatedIds({ nodes }: Scenario): readonly InputFault[] {
  const ids = nodes.map(({ id }) => id);
  return repeats(ids).map(({ at, before }) =>
    faultOf(`nodes[${at}].id`, 'an id of its own', `"${ids[at]}" again, as in nodes[${before}]`),
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

/** Places of values that stood in the list before, and where first. */
function repeats(values: readonly string[]): readonly { readonly at: number; readonly before: number }[] {
  const first = new Map<string, number>();
  return values.flatMap((value, at) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, at);
    return before === undefined ? [] : [{ at, before }];
  });
}
