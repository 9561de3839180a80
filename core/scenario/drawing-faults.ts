/** Faults of the drawing as a whole: kinds of nodes that are missing, classes and resources that nothing uses. */
import type { ClassFlow } from './class-flows.ts';
import { isClosed } from './classes.ts';
import type { Fault } from './fault.ts';
import { isStage, type Scenario } from './scenario.ts';

export function drawingFaults(scenario: Scenario, flows: readonly ClassFlow[]): readonly Fault[] {
  return [...missingKinds(scenario), ...silentClasses(scenario, flows), ...unusedResources(scenario)];
}

/** Jobs of closed classes are there from the start and never leave. */
function missingKinds({ nodes, classes = [] }: Scenario): readonly Fault[] {
  const kinds = new Set(nodes.map((node) => node.kind));
  const isClosedOnly = classes.some(isClosed) && !kinds.has('source');
  const missing: Fault[] = [];
  const report = (code: string, message: string) => missing.push({ severity: 'error', code, message });
  if (!kinds.has('source') && !isClosedOnly) report('no-source', 'There is no source: nothing ever arrives.');
  if (!kinds.has('stage') && !kinds.has('delay')) {
    report('no-stage', 'There is no stage yet, so there is nothing to solve.');
  }
  if (!kinds.has('sink') && !isClosedOnly) report('no-sink', 'There is no sink: elements cannot leave.');
  return missing;
}

/** In a drawing without any source the missing source is the fault. */
function silentClasses({ classes, nodes }: Scenario, flows: readonly ClassFlow[]): readonly Fault[] {
  if (classes === undefined || (!classes.some(isClosed) && !nodes.some(({ kind }) => kind === 'source')))
    return [];
  return flows
    .filter(({ starts }) => starts.length === 0)
    .map(({ jobClass: { id } }) => warningOf('class-unused', `No source emits class "${id}".`));
}

function unusedResources({ nodes, resources = [] }: Scenario): readonly Fault[] {
  const used = new Set(nodes.filter(isStage).map(({ resource }) => resource));
  return resources
    .filter(({ id }) => !used.has(id))
    .map(({ id }) => warningOf('resource-unused', `No stage uses shared resource "${id}".`));
}

const warningOf = (code: string, message: string): Fault => ({ severity: 'warning', code, message });
