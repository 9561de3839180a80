/** What classes and shared resources say about a node, in a word or two. */
import { closedClassesOf, sourceClass } from '../../../core/scenario/classes.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { JobClass, Scenario, ScenarioNode, SharedResource } from '../../../core/scenario/scenario.ts';
import { startingPlaces } from '../../../core/scenario/starting-places.ts';

/** A type, not an interface: the drawing library wants plain records. */
export type NodeWords = {
  /** What a source emits, where the scenario names its classes. */
  readonly jobClass?: string;
  /** The shared resource that a stage's services need. */
  readonly resource?: string;
  /** The jobs that are here at the start and never leave, such as "8 users". */
  readonly starts?: string;
};

export function nodeWords(scenario: Scenario, node: ScenarioNode): NodeWords {
  const { classes = [], resources = [] } = scenario;
  switch (node.kind) {
    case 'source': {
      const id = sourceClass(scenario, node);
      return classes.length === 0 ? {} : { jobClass: nameIn(classes, id) };
    }
    case 'stage':
      return {
        ...(node.resource !== undefined && { resource: nameIn(resources, node.resource) }),
        ...starting(scenario, node),
      };
    case 'delay':
      return starting(scenario, node);
    default:
      return {};
  }
}

/** A name that a fault speaks of is shown as it is written. */
function nameIn(all: readonly (JobClass | SharedResource)[], id: string): string {
  const found = all.find((one) => one.id === id);
  return found ? nameOf(found) : id;
}

function starting(scenario: Scenario, { id }: ScenarioNode): NodeWords {
  const closed = closedClassesOf(scenario);
  if (closed.length === 0) return {};
  const places = startingPlaces(scenario);
  const here = closed.flatMap((one) => {
    const count = places.get(one.id)?.find(({ node }) => node === id)?.count ?? 0;
    return count > 0 ? [`${count} ${nameOf(one)}`] : [];
  });
  return here.length === 0 ? {} : { starts: here.join(', ') };
}
