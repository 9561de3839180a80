/**
 * Edits of a scenario's nodes: pure functions from the scenario before to the scenario after. An edit that changes
 * nothing returns the same object. The measurement stays as it is, except where a stage gets another id.
 */
import { err, ok, type Result } from '../base/result.ts';
import { type LinkEnds, removeLinks } from './edit-links.ts';
import { freshId } from './fresh-id.ts';
import type {
  NodeId,
  NodeKind,
  Position,
  Scenario,
  ScenarioNode,
  SourceNode,
  StageNode,
} from './scenario.ts';

/** Fields to change, of whichever kind the node has; `undefined` deletes a field, so that its default holds. */
export type NodePatch = Partial<
  Omit<StageNode, 'id' | 'kind'> & Pick<SourceNode, 'interarrival' | 'batchSize'>
>;

const LONGEST_ID = 80;
/** Fields without a default: a patch may replace them but not delete them. */
const REQUIRED: ReadonlySet<string> = new Set(['service', 'interarrival']);

/** A node that works at once: exponential times, a load of 0.8 for a source in front of a stage. */
function newNode(kind: NodeKind, id: NodeId, position?: Position): ScenarioNode {
  const place = position && { position };
  switch (kind) {
    case 'source':
      return { id, kind, interarrival: { law: 'exponential', rate: 0.8 }, ...place };
    case 'stage':
      return { id, kind, service: { law: 'exponential', rate: 1 }, ...place };
    case 'router':
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
  freshId(`${kind}1`, new Set(scenario.nodes.map((node) => node.id)));

/** Removes nodes and every link at them. Neighbours are not joined; senders that lose a link share it among the rest. */
export function removeNodes(scenario: Scenario, ids: Iterable<NodeId>): Scenario {
  const gone = new Set(ids);
  const nodes = scenario.nodes.filter((node) => !gone.has(node.id));
  if (nodes.length === scenario.nodes.length) return scenario;
  const lost = scenario.links.filter((link) => gone.has(link.from) || gone.has(link.to));
  return { ...removeLinks(scenario, lost), nodes };
}

/** Removes selected nodes and selected links in one step. */
export function removeSelection(
  scenario: Scenario,
  selection: { readonly nodes: readonly NodeId[]; readonly links: readonly LinkEnds[] },
): Scenario {
  return removeNodes(removeLinks(scenario, selection.links), selection.nodes);
}

/** Puts nodes at new places; ids that do not exist are ignored. */
export function moveNodes(scenario: Scenario, positions: Readonly<Record<NodeId, Position>>): Scenario {
  return changeNodes(scenario, (node) => {
    const position = Object.hasOwn(positions, node.id) ? positions[node.id] : undefined;
    if (!position || (position.x === node.position?.x && position.y === node.position.y)) return node;
    return { ...node, position: { x: position.x, y: position.y } };
  });
}

/** Changes fields of one node. The patch must hold fields of the node's own kind only. */
export function updateNode(scenario: Scenario, id: NodeId, patch: NodePatch): Scenario {
  return changeNodes(scenario, (node) => (node.id === id ? patched(node, patch) : node));
}

/** Gives a node another id; its links and its measurement follow. Refuses an empty, too long or used id. */
export function renameNode(scenario: Scenario, oldId: NodeId, newId: NodeId): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  if (newId.length === 0) return err('An id needs at least one character.');
  if (newId.length > LONGEST_ID) return err(`An id has at most ${LONGEST_ID} characters.`);
  if (scenario.nodes.some((node) => node.id === newId)) return err(`Another node is called "${newId}".`);
  const renamed = (id: NodeId) => (id === oldId ? newId : id);
  const { measurement } = scenario;
  return ok({
    ...scenario,
    nodes: scenario.nodes.map((node) => (node.id === oldId ? { ...node, id: newId } : node)),
    links: scenario.links.map((link) =>
      link.from === oldId || link.to === oldId
        ? { ...link, from: renamed(link.from), to: renamed(link.to) }
        : link,
    ),
    ...(measurement && {
      measurement: {
        ...measurement,
        stages: measurement.stages.map((row) => ({ ...row, stage: renamed(row.stage) })),
      },
    }),
  });
}

/**
 * Puts a new stage or router in the middle of a link. The first half keeps the link's place and probability, so the
 * sender's routing does not change.
 */
export function insertOnLink(
  scenario: Scenario,
  ends: LinkEnds,
  added: { readonly kind: NodeKind; readonly position?: Position },
): Result<Added, string> {
  if (added.kind !== 'stage' && added.kind !== 'router')
    return err(`A ${added.kind} does not fit on a link: elements must pass through.`);
  const index = scenario.links.findIndex((link) => link.from === ends.from && link.to === ends.to);
  const link = scenario.links[index];
  if (!link) return err(`There is no link from "${ends.from}" to "${ends.to}".`);
  const { scenario: extended, id } = addNode(scenario, added.kind, added.position);
  const halves = [
    { ...link, to: id },
    { from: id, to: link.to },
  ];
  return ok({ id, scenario: { ...extended, links: scenario.links.toSpliced(index, 1, ...halves) } });
}

function patched(node: ScenarioNode, patch: NodePatch): ScenarioNode {
  const fields = new Map<string, unknown>(Object.entries(node));
  let changed = false;
  for (const [key, value] of Object.entries(patch)) {
    if (fields.get(key) === value || (value === undefined && REQUIRED.has(key))) continue;
    if (value === undefined) fields.delete(key);
    else fields.set(key, value);
    changed = true;
  }
  // The same kind and id with fields of that kind: still a node.
  return changed ? (Object.fromEntries(fields) as unknown as ScenarioNode) : node;
}

function changeNodes(scenario: Scenario, change: (node: ScenarioNode) => ScenarioNode): Scenario {
  const nodes = scenario.nodes.map(change);
  return nodes.every((node, index) => node === scenario.nodes[index]) ? scenario : { ...scenario, nodes };
}
