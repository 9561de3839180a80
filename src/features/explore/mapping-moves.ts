/** Stages moved between platforms on the drawing: crossings that appear get room in the line, and leave none behind. */
import { addBus, moveToPlatform, patchBus } from '../../../core/scenario/platform-edits.ts';
import {
  type Bus,
  isStage,
  type NodeId,
  type Platform,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../../core/scenario/scenario.ts';

/** Where a stage runs: a platform, or nothing that is said. */
export type Place = Platform | 'none';

/** Those that are put somewhere: not the crossings of buses, which come by themselves, nor buses drawn as stages. */
export const placedStages = ({ nodes }: Scenario): readonly StageNode[] =>
  nodes.filter(isStage).filter(({ bus, platform }) => bus === undefined && platform !== 'bus');

export const placeOf = ({ platform }: StageNode): Place => platform ?? 'none';

export function moveStage(scenario: Scenario, id: NodeId, place: Place): Scenario {
  const moved = moveToPlatform(scenario, id, place === 'none' ? undefined : place);
  return moved === scenario ? scenario : withRoom(scenario, moved);
}

export function joinByBus(scenario: Scenario, between: Bus['between']): Scenario {
  const { scenario: joined, id } = addBus(scenario);
  return withRoom(scenario, patchBus(joined, id, { between }));
}

/** Whether a crossing lies over something else on the drawing: one that is no simple line has to be laid out anew. */
export const isCrowded = (scenario: Scenario): boolean =>
  crossings(scenario).some(({ id, position: at }) =>
    scenario.nodes.some(
      ({ id: other, position }) =>
        other !== id &&
        at !== undefined &&
        position !== undefined &&
        Math.abs(position.x - at.x) < BOX.width &&
        Math.abs(position.y - at.y) < BOX.height,
    ),
  );

/** Size of a stage on the drawing. */
const BOX = { width: 230, height: 110 };

/** Whether the explorer may put some stage elsewhere by itself. */
export const mayBeExplored = (scenario: Scenario): boolean =>
  placedStages(scenario).some(
    ({ platform, alternatives = {} }) =>
      platform !== undefined && Object.keys(alternatives).some((name) => name !== platform),
  );

/** Pairs of platforms that a link joins and no bus does: it costs no time there. */
export function missingBuses({
  nodes,
  links,
  buses = [],
}: Scenario): readonly (readonly [Platform, Platform])[] {
  const platforms = new Map(nodes.map((node) => [node.id, platformOf(node)]));
  const pairs = new Map<string, readonly [Platform, Platform]>();
  for (const { from, to } of links) {
    const ends = [platforms.get(from), platforms.get(to)].filter((each) => each !== undefined).sort();
    const [a, b] = ends;
    if (!a || !b || a === b || buses.some(({ between }) => between.includes(a) && between.includes(b)))
      continue;
    pairs.set(`${a} ${b}`, [a, b]);
  }
  return [...pairs.values()];
}

/** Platform of a node that may need a bus to its neighbour. */
function platformOf(node: ScenarioNode): Platform | undefined {
  if (node.kind === 'source') return node.platform;
  return node.kind === 'stage' && node.bus === undefined && node.platform !== 'bus'
    ? node.platform
    : undefined;
}

/** Pixels of the drawing from one stage to the next in a line. */
const STEP = 280;

/** The drawing as it is after, with room in its lines for the crossings that came, and none for those that went. */
export function withRoom(before: Scenario, after: Scenario): Scenario {
  const gone = crossings(before).filter(({ id }) => !after.nodes.some((node) => node.id === id));
  const made = crossings(after).filter(({ id }) => !before.nodes.some((node) => node.id === id));
  const closed = gone.reduce((now, { id }) => closeGap(now, endsOf(before, id)), after);
  return made.reduce((now, { id }) => openGap(now, id, endsOf(now, id)), closed);
}

const crossings = ({ nodes }: Scenario): readonly StageNode[] =>
  nodes.filter(isStage).filter(({ bus }) => bus !== undefined);

interface Ends {
  readonly from: NodeId | undefined;
  readonly to: NodeId | undefined;
}

const endsOf = ({ links }: Scenario, id: NodeId): Ends => ({
  from: links.find(({ to }) => to === id)?.from,
  to: links.find(({ from }) => from === id)?.to,
});

/** Whether both ends stand in a line from left to right, and how far from each other. */
function lineOf({ nodes }: Scenario, { from, to }: Ends) {
  const [start, end] = [from, to].map((id) => nodes.find((node) => node.id === id)?.position);
  if (!start || !end || end.x <= start.x || Math.abs(end.y - start.y) > end.x - start.x) return undefined;
  return { start, end, length: end.x - start.x };
}

function closeGap(scenario: Scenario, ends: Ends): Scenario {
  const line = lineOf(scenario, ends);
  if (!line || line.length < 2 * STEP) return scenario;
  const isFree = scenario.nodes.every(
    ({ position }) => !position || position.x <= line.start.x || position.x >= line.end.x,
  );
  return isFree ? shifted(scenario, line.end.x, -STEP) : scenario;
}

function openGap(scenario: Scenario, id: NodeId, ends: Ends): Scenario {
  const line = lineOf(scenario, ends);
  if (!line || line.length >= 2 * STEP) return scenario;
  const wider = shifted(scenario, line.end.x, 2 * STEP - line.length, id);
  const position = { x: line.start.x + STEP, y: (line.start.y + line.end.y) / 2 };
  return { ...wider, nodes: wider.nodes.map((node) => (node.id === id ? { ...node, position } : node)) };
}

/** All that stands there or further to the right, but for one. */
const shifted = (scenario: Scenario, from: number, by: number, except?: NodeId): Scenario => ({
  ...scenario,
  nodes: scenario.nodes.map((node) =>
    node.position && node.id !== except && node.position.x >= from
      ? { ...node, position: { ...node.position, x: node.position.x + by } }
      : node,
  ),
});
