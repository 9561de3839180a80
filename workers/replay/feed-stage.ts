/**
 * The drawn stage with the measured arrivals in front of it, as a scenario that the simulator runs: within its network, where the measured
 * arrivals can take the place of its only source, else cut out with a sink behind it. What is inserted into a queue is counted in its own
 * elements and holds all that came, so the stage's conversion and overdrive are left out.
 * **A full stage that blocks**: a source would stop its clock while it is blocked, which moves all arrivals behind. A gate in front of the stage,
 * a server that takes next to no time, holds those who wait instead, so that arrivals come when they were measured.
 */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { ServiceDistribution, TraceDistribution } from '../../core/distributions/index.ts';
import { servesByPriority } from '../../core/rules/discipline.ts';
import { admitsWhole, blocksSenders, losesWaiting } from '../../core/rules/when-full.ts';
import { classesOf } from '../../core/scenario/classes.ts';
import { priorityOf } from '../../core/scenario/defaults.ts';
import { freshId } from '../../core/scenario/fresh-id.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import {
  isSource,
  isStage,
  type Link,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';

export interface FedStage {
  readonly scenario: Scenario;
  readonly within: 'network' | 'alone';
  /** Where arrivals wait for room in a full stage. */
  readonly gate?: NodeId;
  /** What is otherwise than drawn. */
  readonly notes: readonly string[];
}

export interface MeasuredArrivals {
  readonly distribution: TraceDistribution;
  /** Elements that come at once. */
  readonly groupSize: number;
  /** s. */
  readonly meanGap: number;
  /** Insertions bring different numbers of elements. */
  readonly groupsDiffer: boolean;
}

/** Service of the gate, by the mean gap: short enough to be nothing. */
const GATE_TIME = 1e-9;

/** Refused with a sentence where the trace does not say enough of the arrivals. */
export function feedStage(
  scenario: Scenario,
  stageId: NodeId,
  arrivals: MeasuredArrivals,
  alone = false,
): Result<FedStage, string> {
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === stageId);
  if (!stage) return err(`the scenario has no stage "${stageId}"`);
  if (losesWaiting(stage))
    return err(
      `stage "${stageId}" drops its oldest waiting element when full, and a trace does not say which one left`,
    );
  const source = onlySource(scenario, stage);
  if (source && !alone) return ok(withinNetwork(scenario, stage, source, arrivals));
  const unknown = unknownClass(scenario, stage);
  if (unknown !== undefined) return err(unknown);
  return ok(cutOut(scenario, stage, arrivals, source !== undefined));
}

/** The source that feeds the stage and nothing else, where nothing else feeds the stage. */
function onlySource(scenario: Scenario, stage: StageNode): SourceNode | undefined {
  const { nodes, incoming, outgoing } = graphOf(scenario);
  const links = incoming.get(stage.id) ?? [];
  const node = links.length === 1 ? nodes.get(links[0]!.from) : undefined;
  return node && isSource(node) && outgoing.get(node.id)?.length === 1 ? node : undefined;
}

function withinNetwork(
  { measurement: _, queries: __, ...scenario }: Scenario,
  stage: StageNode,
  source: SourceNode,
  arrivals: MeasuredArrivals,
): FedStage {
  const { schedule: _schedule, interarrival: _distribution, batchSize: _batch, ...kept } = source;
  const fed: SourceNode = { ...kept, ...unitOf(stage), ...arrivalsOf(arrivals) };
  const plain = withoutInput(stage);
  const gate = gateOf(scenario, plain, arrivals);
  const nodes = scenario.nodes.map((node) =>
    node.id === stage.id ? plain : node.id === source.id ? fed : node,
  );
  const links = scenario.links.filter(({ to }) => to !== stage.id);
  return {
    scenario: {
      ...scenario,
      nodes: [...nodes, ...(gate ? [gate] : [])],
      links: [...links, ...way(source.id, gate, stage.id)],
    },
    within: 'network',
    ...(gate && { gate: gate.id }),
    notes: notesOnGroups(plain, arrivals.groupsDiffer),
  };
}

function cutOut(
  scenario: Scenario,
  stage: StageNode,
  arrivals: MeasuredArrivals,
  isWanted: boolean,
): FedStage {
  const {
    resource: _resource,
    byClass: _byClass,
    bus: _bus,
    routing: _routing,
    ...rest
  } = withoutInput(stage);
  const gate = gateOf(scenario, rest, arrivals);
  const taken = new Set([stage.id, ...(gate ? [gate.id] : [])]);
  const source: SourceNode = {
    kind: 'source',
    id: freshId('measured arrivals', taken),
    ...unitOf(stage),
    ...arrivalsOf(arrivals),
  };
  const sink: ScenarioNode = { kind: 'sink', id: freshId('sink', taken) };
  const { format, schemaVersion, name } = scenario;
  return {
    scenario: {
      ...{ format, schemaVersion, name },
      nodes: [source, ...(gate ? [gate] : []), rest, sink],
      links: [...way(source.id, gate, stage.id), { from: stage.id, to: sink.id }],
    },
    within: 'alone',
    ...(gate && { gate: gate.id }),
    notes: [
      ...(isWanted ? [] : [whyAlone(scenario, stage)]),
      ...notesOnCut(scenario, stage),
      ...notesOnGroups(rest, arrivals.groupsDiffer),
    ],
  };
}

function withoutInput({
  conversionFactor: _factor,
  overdriveRate: _overdrive,
  byClass,
  ...stage
}: StageNode): StageNode {
  if (!byClass) return stage;
  const own = Object.entries(byClass).map(([id, { conversionFactor: _own, ...rest }]) => [id, rest]);
  return { ...stage, byClass: Object.fromEntries(own) };
}

const unitOf = ({ unit }: StageNode): Pick<SourceNode, 'unit'> => (unit === undefined ? {} : { unit });

const arrivalsOf = ({
  distribution,
  groupSize,
}: MeasuredArrivals): Pick<SourceNode, 'interarrival' | 'batchSize'> => ({
  interarrival: distribution,
  ...(groupSize > 1 && { batchSize: groupSize }),
});

function gateOf(
  scenario: Scenario,
  stage: StageNode,
  { meanGap, groupSize }: MeasuredArrivals,
): StageNode | undefined {
  if (!blocksSenders(stage)) return undefined;
  return {
    kind: 'stage',
    id: freshId('gate', new Set(scenario.nodes.map(({ id }) => id))),
    service: { distribution: 'deterministic', mean: GATE_TIME * meanGap },
    ...(groupSize > 1 && { bulk: { rule: 'full', size: groupSize } }),
  };
}

const way = (from: NodeId, gate: StageNode | undefined, to: NodeId): readonly Link[] =>
  gate
    ? [
        { from, to: gate.id },
        { from: gate.id, to },
      ]
    : [{ from, to }];

/** With another distribution of its services, whatever the drawing says of them. */
export function withServices(scenario: Scenario, stage: NodeId, service: ServiceDistribution): Scenario {
  const nodes = scenario.nodes.map((node) => {
    if (node.id !== stage || !isStage(node)) return node;
    const { schedule: _, byClass: __, ...kept } = node;
    return { ...kept, service };
  });
  return { ...scenario, nodes };
}

/** What is otherwise than drawn when a stage is fed with measured arrivals, and what a trace does not say of them. */

/** Why a stage that is cut out cannot be replayed. */
function unknownClass(scenario: Scenario, stage: StageNode): string | undefined {
  const classes = classesOf(scenario);
  if (classes.length < 2) return undefined;
  const { id, byClass } = stage;
  const served = Object.entries(byClass ?? {}).some(([, own]) => own.service !== undefined);
  const ranked = servesByPriority(stage) && new Set(classes.map(priorityOf)).size > 1;
  if (!served && !ranked) return undefined;
  const how = served ? 'has service times by class' : 'serves classes by priority';
  return `stage ${id} ${how}, and the trace does not say of which class each element is: it can only be replayed where one source feeds it`;
}

function whyAlone(scenario: Scenario, stage: StageNode): string {
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
    if (isStage(node)) return blocksSenders(node);
    return node.kind !== 'sink' && (outgoing.get(id) ?? []).some(({ to }) => blocks(to));
  };
  return (outgoing.get(stage) ?? []).some(({ to }) => blocks(to));
}

function notesOnGroups(stage: StageNode, groupsDiffer: boolean): readonly string[] {
  if (!groupsDiffer || (stage.bulk === undefined && !admitsWhole(stage))) return [];
  return [
    `Insertions bring different numbers of elements, which are replayed one by one at the same instant, while stage ${stage.id} takes groups`,
  ];
}

function notesOnCut(scenario: Scenario, { id, resource }: StageNode): readonly string[] {
  return [
    ...(mayBlock(scenario, id)
      ? [`Stage ${id} is cut out: nothing downstream blocks it, as full stages do in the drawing`]
      : []),
    ...(resource === undefined
      ? []
      : [`Stage ${id} is cut out: it does not wait for ${resource}, which it shares`]),
  ];
}
