/** What is otherwise than drawn when a stage is fed with measured arrivals, and what a trace does not say of them. */
import { classesOf, priorityOf } from '../../core/scenario/classes.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';

/** Why a stage that is cut out cannot be replayed. */
export function unknownClass(scenario: Scenario, { id, byClass, discipline }: StageNode): string | undefined {
  const classes = classesOf(scenario);
  if (classes.length < 2) return undefined;
  const served = Object.entries(byClass ?? {}).some(([, own]) => own.service !== undefined);
  const ranked = discipline === 'priority' && new Set(classes.map(priorityOf)).size > 1;
  if (!served && !ranked) return undefined;
  const how = served ? 'has service times by class' : 'serves classes by priority';
  return `stage ${id} ${how}, and the trace does not say of which class each element is: it can only be replayed where one source feeds it`;
}

export function whyAlone(scenario: Scenario, stage: StageNode): string {
  const inputs = scenario.links.filter(({ to }) => to === stage.id).map(({ from }) => from);
  const from =
    inputs.length > 1 ? `${inputs.length} inputs (${inputs.join(', ')})` : `its input ${inputs[0]}`;
  return `Stage ${stage.id} is replayed alone, since the measured insertions are all that came from ${from}, which is no source of its own`;
}

/** A full stage behind it, also through nodes that take no time. */
function mayBlock(scenario: Scenario, stage: NodeId): boolean {
  const { nodes, outgoing } = graphOf(scenario);
  const seen = new Set<NodeId>();
  const blocks = (id: NodeId): boolean => {
    const node = nodes.get(id)!;
    if (seen.has(id)) return false;
    seen.add(id);
    if (isStage(node)) return node.capacity !== undefined && node.whenFull !== 'drop';
    return node.kind !== 'sink' && (outgoing.get(id) ?? []).some(({ to }) => blocks(to));
  };
  return (outgoing.get(stage) ?? []).some(({ to }) => blocks(to));
}

export function notesOnGroups(stage: StageNode, groupsDiffer: boolean): readonly string[] {
  if (!groupsDiffer || (stage.bulk === undefined && stage.admission !== 'whole')) return [];
  return [
    `Insertions bring different numbers of elements, which are replayed one by one at the same instant, while stage ${stage.id} takes groups`,
  ];
}

export function notesOnCut(scenario: Scenario, { id, resource }: StageNode): readonly string[] {
  return [
    ...(mayBlock(scenario, id)
      ? [`Stage ${id} is cut out: nothing behind it holds it up, as full stages do in the drawing`]
      : []),
    ...(resource === undefined
      ? []
      : [`Stage ${id} is cut out: it does not wait for ${resource}, which it shares`]),
  ];
}
