/**
 * Edits of a scenario's nodes: pure functions from the scenario before to the scenario after. An edit that changes
 * nothing returns the same object. The measurement stays as it is, except where a stage gets another id.
 */
import { own } from '../base/own.ts';
import { err, ok, type Result } from '../base/result.ts';
import { faster, type ServiceDistribution, statedRate } from '../distributions/index.ts';
import { isDataflow } from '../rules/firing.ts';
import { connectedParts } from './connected.ts';
import { serverCountOf } from './defaults.ts';
import { connectRefusal, type LinkEnds, removeLinks } from './edit-links.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { forgetNodes, renameReferences } from './node-references.ts';
import { patched } from './patch.ts';
import {
  type DelayNode,
  isSource,
  isStage,
  type NodeId,
  type NodeKind,
  type Position,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from './scenario.ts';

/** Fields to change, of whichever kind the node has; `undefined` deletes a field, so that its default holds. */
export type NodePatch = Partial<
  Omit<StageNode, 'id' | 'kind' | 'schedule'> &
    Pick<SourceNode, 'interarrival' | 'batchSize' | 'class'> & {
      readonly schedule: SourceNode['schedule'] | StageNode['schedule'];
    }
>;

/** Fields without a default: a patch may replace them but not delete them. */
const REQUIRED: ReadonlySet<string> = new Set(['service', 'interarrival']);

/** A new stage behind a source has this load. */
const LOAD = 0.8;

/** A node that works at once. */
function newNode(kind: NodeKind, id: NodeId, position?: Position): ScenarioNode {
  const place = position && { position };
  switch (kind) {
    case 'source':
      return { id, kind, interarrival: exponential(LOAD), ...place };
    case 'stage':
      return { id, kind, service: exponential(1), ...place };
    case 'delay':
      return { id, kind, service: exponential(1), ...place };
    case 'router':
    case 'fork':
    case 'join':
    case 'sink':
      return { id, kind, ...place };
  }
}

export interface Added {
  readonly scenario: Scenario;
  readonly id: NodeId;
}

/** Adds an unlinked node at the end of the list; its id is the kind with the first free number, such as `stage2`. */
export function addNode(scenario: Scenario, kind: NodeKind, position?: Position): Added {
  const id = newNodeId(scenario, kind);
  return { scenario: { ...scenario, nodes: [...scenario.nodes, newNode(kind, id, position)] }, id };
}

/** The id that {@link addNode} would give. */
export const newNodeId = (scenario: Scenario, kind: NodeKind): NodeId =>
  freshId(`${kind}1`, takenIds(scenario));

/** Ids that a new node or group cannot have. */
export const takenIds = ({ nodes, groups = [] }: Scenario): ReadonlySet<string> =>
  new Set([...nodes, ...groups].map(({ id }) => id));

/**
 * Removes nodes and every link at them. Neighbours are not joined; senders that lose a link share it among the rest. Of
 * groups and closed classes: {@link forgetNodes}.
 */
export function removeNodes(scenario: Scenario, ids: Iterable<NodeId>): Scenario {
  const gone = new Set(ids);
  const nodes = scenario.nodes.filter((node) => !gone.has(node.id));
  if (nodes.length === scenario.nodes.length) return scenario;
  const lost = scenario.links.filter((link) => gone.has(link.from) || gone.has(link.to));
  return forgetNodes({ ...removeLinks(scenario, lost), nodes }, gone);
}

/** Removes all other nodes. */
export const keepNodes = (scenario: Scenario, ids: ReadonlySet<NodeId>): Scenario =>
  removeNodes(
    scenario,
    scenario.nodes.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  );

/**
 * Removes selected nodes and selected links in one step. Where what is removed has one way in and one way out, the sender is
 * linked to the receiver: its link keeps its probabilities. Not where other ways of the sender lead to the receiver: what is
 * removed was one of several that do the work, and they share what it had.
 */
export function removeSelection(
  scenario: Scenario,
  selection: { readonly nodes: readonly NodeId[]; readonly links: readonly LinkEnds[] },
): Scenario {
  const gone = new Set(selection.nodes);
  const parts = connectedParts(gone, scenario.links);
  const cut = removeLinks(scenario, selection.links);
  const joined = parts.reduce((before, part) => joinedAround(before, part), cut);
  return removeNodes(joined, gone);
}

/** Lets the only link into a part lead to where its only link out leads, if both are there and nothing speaks against it. */
function joinedAround(scenario: Scenario, part: ReadonlySet<NodeId>): Scenario {
  const into = scenario.links.filter(({ from, to }) => !part.has(from) && part.has(to));
  const out = scenario.links.filter(({ from, to }) => part.has(from) && !part.has(to));
  const [entering, leaving] = [into[0], out[0]];
  if (into.length !== 1 || out.length !== 1 || !entering || !leaving || entering.from === leaving.to)
    return scenario;
  if (connectRefusal(scenario, entering.from, leaving.to) !== undefined) return scenario;
  if (leadsElsewhere(scenario, entering, leaving.to)) return scenario;
  const links = scenario.links.map((link) => (link === entering ? { ...link, to: leaving.to } : link));
  return { ...scenario, links };
}

/** Does another way of the link's sender lead to this node, without coming by the sender again? */
function leadsElsewhere({ links }: Scenario, { from, to }: LinkEnds, target: NodeId): boolean {
  const seen = new Set<NodeId>([from, to]);
  const ahead = links.filter((link) => link.from === from && link.to !== to).map((link) => link.to);
  for (const id of ahead) {
    if (id === target) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    ahead.push(...links.filter((link) => link.from === id).map((link) => link.to));
  }
  return false;
}

/** Puts nodes at new places; ids that do not exist are ignored. */
export function moveNodes(scenario: Scenario, positions: Readonly<Record<NodeId, Position>>): Scenario {
  return changeNodes(scenario, (node) => {
    const position = own(positions, node.id);
    if (!position || (position.x === node.position?.x && position.y === node.position.y)) return node;
    return { ...node, position: { x: position.x, y: position.y } };
  });
}

/** Changes fields of one node. The patch must hold fields of the node's own kind only. */
export function updateNode(scenario: Scenario, id: NodeId, patch: NodePatch): Scenario {
  return changeNodes(scenario, (node) => (node.id === id ? patched(node, patch, REQUIRED) : node));
}

/** With all that serving takes `factor` times as long, > 0: of every class, at any time, and in a pipeline, a batch or a firing. */
export function slowerService<Server extends StageNode | DelayNode>(node: Server, factor: number): Server {
  const slower = (service: ServiceDistribution): ServiceDistribution => faster(service, 1 / factor);
  const ownClass = <Own extends { readonly service?: ServiceDistribution }>(own: Own): Own =>
    own.service ? { ...own, service: slower(own.service) } : own;
  const common = {
    service: slower(node.service),
    ...(node.byClass && {
      byClass: Object.fromEntries(Object.entries(node.byClass).map(([id, own]) => [id, ownClass(own)])),
    }),
  };
  if (node.kind === 'delay') return { ...node, ...common };
  const { schedule, firingTimes, pipelineLatency, bulk } = node;
  return {
    ...node,
    ...common,
    ...(schedule && { schedule: { ...schedule, frames: schedule.frames.map(ownClass) } }),
    ...(firingTimes && { firingTimes: firingTimes.map((time) => factor * time) }),
    ...(pipelineLatency !== undefined && { pipelineLatency: factor * pipelineLatency }),
    ...(bulk?.timePerElement !== undefined && {
      bulk: { ...bulk, timePerElement: factor * bulk.timePerElement },
    }),
  };
}

/** Gives a node another id; links, groups, closed classes and the measurement follow. Refuses an id that is used or none. */
export function renameNode(scenario: Scenario, oldId: NodeId, newId: NodeId): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  const refusal = idRefusal(newId);
  if (refusal !== undefined) return err(refusal);
  if (scenario.nodes.some((node) => node.id === newId)) return err(`Another node is called "${newId}".`);
  if (scenario.groups?.some((group) => group.id === newId)) return err(`A group is called "${newId}".`);
  const renamed = (id: NodeId) => (id === oldId ? newId : id);
  const links = scenario.links.map((link) =>
    link.from === oldId || link.to === oldId
      ? { ...link, from: renamed(link.from), to: renamed(link.to) }
      : link,
  );
  const nodes = scenario.nodes.map((node) => (node.id === oldId ? { ...node, id: newId } : node));
  return ok(renameReferences({ ...scenario, nodes, links }, renamed));
}

const FITS_ON_LINK: ReadonlySet<NodeKind> = new Set(['stage', 'delay', 'router']);

/**
 * Puts a new stage, delay or router in the middle of a link. The first half keeps the link's place and probabilities, so
 * the sender's routing does not change.
 */
export function insertOnLink(
  scenario: Scenario,
  ends: LinkEnds,
  added: { readonly kind: NodeKind; readonly position?: Position },
): Result<Added, string> {
  const index = scenario.links.findIndex((link) => link.from === ends.from && link.to === ends.to);
  const link = scenario.links[index];
  if (!link) return err(`There is no link from "${ends.from}" to "${ends.to}".`);
  const inserted = addPassing(scenario, added, () => paceOfNeighbour(scenario, link));
  if (!inserted.ok) return inserted;
  const { id, scenario: extended } = inserted.value;
  const halves = [
    { ...link, to: id },
    { from: id, to: link.to },
  ];
  return ok({ id, scenario: { ...extended, links: scenario.links.toSpliced(index, 1, ...halves) } });
}

/** A new node that elements pass through, not yet linked; a stage has the pace that fits there. */
function addPassing(
  scenario: Scenario,
  { kind, position }: { readonly kind: NodeKind; readonly position?: Position },
  pace: () => Partial<StageNode>,
): Result<Added, string> {
  if (!FITS_ON_LINK.has(kind)) return err(`A ${kind} does not fit on a link: elements must pass through.`);
  const { scenario: extended, id } = addNode(scenario, kind, position);
  return ok({ id, scenario: kind === 'stage' ? updateNode(extended, id, pace()) : extended });
}

/**
 * Puts a new stage, delay or router between a node and all that it sends to: the links out of it, with their shares, and its
 * rule for choosing among them become the new node's.
 */
export function insertBehind(
  scenario: Scenario,
  sender: NodeId,
  added: { readonly kind: NodeKind; readonly position?: Position },
): Result<Added, string> {
  const index = scenario.links.findIndex(({ from }) => from === sender);
  const before = scenario.nodes.find((node) => node.id === sender);
  if (index < 0 || !before) return err(`There is no link from "${sender}".`);
  const inserted = addPassing(scenario, added, () => paceBehind(scenario, sender));
  if (!inserted.ok) return inserted;
  const { id, scenario: extended } = inserted.value;
  const routing = 'routing' in before && before.routing ? { routing: before.routing } : {};
  const nodes = extended.nodes.map((node) => {
    if (node.id === sender) return patched(node, { routing: undefined });
    return node.id === id ? { ...node, ...routing } : node;
  });
  const links = scenario.links.map((link) => (link.from === sender ? { ...link, from: id } : link));
  return ok({
    id,
    scenario: { ...extended, nodes, links: links.toSpliced(index, 0, { from: sender, to: id }) },
  });
}

/** What all receivers serve together, which is never less than they let through; where that is not told, what the sender does. */
function paceBehind(scenario: Scenario, sender: NodeId): Partial<Pick<StageNode, 'service' | 'unit'>> {
  const to = new Set(scenario.links.filter(({ from }) => from === sender).map((link) => link.to));
  const receivers = scenario.nodes.filter(({ id }) => to.has(id));
  const rates = receivers.map((node) =>
    isStage(node) && !node.byClass && !isDataflow(node)
      ? (statedRate(node.service) ?? 0) * serverCountOf(node)
      : 0,
  );
  if (rates.some((rate) => rate === 0)) return paceOfNeighbour(scenario, { from: sender, to: sender });
  const unit = receivers.find(isStage)?.unit;
  const service = exponential(rates.reduce((sum, rate) => sum + rate, 0));
  return { service, ...(unit !== undefined && { unit }) };
}

/**
 * What the stage behind the link serves in all, else the one before it, else more than the source before it sends: a stage
 * between them is no new bottleneck by chance. Among dataflow stages it is one of them.
 */
function paceOfNeighbour(
  { nodes }: Scenario,
  { from, to }: LinkEnds,
): Partial<Pick<StageNode, 'service' | 'unit' | 'byClass' | 'firing'>> {
  const ends = [to, from].flatMap((end) => nodes.filter(({ id }) => id === end));
  const like = ends.filter(isStage).find(({ service }) => statedRate(service) !== undefined);
  const unitOf = ({ unit }: SourceNode | StageNode) => unit !== undefined && { unit };
  if (!like) {
    const source = ends.find(isSource);
    const rate = source && statedRate(source.interarrival);
    return source && rate !== undefined
      ? { service: exponential((rate * (source.batchSize ?? 1)) / LOAD), ...unitOf(source) }
      : {};
  }
  if (isDataflow(like)) return { service: like.service, firing: like.firing!, ...unitOf(like) };
  const paced = (service: StageNode['service']) => {
    const rate = statedRate(service);
    return rate === undefined ? undefined : exponential(rate * serverCountOf(like));
  };
  const byClass = Object.entries(like.byClass ?? {}).flatMap(([id, { service }]) => {
    const own = service && paced(service);
    return own ? [[id, { service: own }] as const] : [];
  });
  return {
    service: paced(like.service)!,
    ...(byClass.length > 0 && { byClass: Object.fromEntries(byClass) }),
    ...unitOf(like),
  };
}

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

function changeNodes(scenario: Scenario, change: (node: ScenarioNode) => ScenarioNode): Scenario {
  const nodes = scenario.nodes.map(change);
  return nodes.every((node, index) => node === scenario.nodes[index]) ? scenario : { ...scenario, nodes };
}
