/** Copy and paste of parts of the graph, through the system's clipboard as text, so that it crosses tabs and files. */
import {
  type ClipboardFragment,
  copySelection,
  FRAGMENT_FORMAT,
  paste,
} from '../../core/scenario/clipboard.ts';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Position, Scenario } from '../../core/scenario/scenario.ts';
import { editDocument, selectScenario, useDocument } from '../state/document-store.ts';
import { noteOnDrawing, setSelection, useSession } from '../state/session-store.ts';
import { pinned } from '../ui/editor/graph-commands.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { drawnPositions } from '../ui/editor/layered-positions.ts';
import { boxAround, boxOf, GRID, middleOfBox, onGrid, overlap } from '../ui/editor/node-size.ts';

/** What was copied in this tab, for browsers that do not let a page read the clipboard. */
let kept = '';

export async function copySelected(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  const { nodes } = useSession.getState().selection;
  if (!scenario || nodes.length === 0) return;
  kept = JSON.stringify(copySelection(pinned(scenario), nodes));
  await navigator.clipboard?.writeText(kept).catch(() => undefined);
}

export async function cutSelected(): Promise<void> {
  await copySelected();
  graphHandle.current?.remove('Cut');
}

export function duplicateSelected(): void {
  const { nodes } = useSession.getState().selection;
  if (nodes.length === 0) return;
  insert('Duplicate', (scenario) => copySelection(pinned(scenario), nodes));
}

/** At a point of the window, or beside what was copied. */
export async function pasteCopied(at?: Position): Promise<void> {
  const text = (await navigator.clipboard?.readText?.().catch(() => undefined)) ?? kept;
  const fragment = readFragment(text) ?? readFragment(kept);
  if (!fragment) {
    noteOnDrawing('Nothing to paste: the clipboard holds no part of a drawing.');
    return;
  }
  insert('Paste', () => fragment, at);
}

export function selectAll(): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) setSelection({ nodes: scenario.nodes.map((node) => node.id), links: scenario.links });
}

function insert(
  label: string,
  fragmentOf: (scenario: Scenario) => ClipboardFragment,
  point?: Position,
): void {
  const before = selectScenario(useDocument.getState());
  if (!before) return;
  const fragment = fragmentOf(before);
  const at = point && graphHandle.current?.toDrawing(point);
  const { scenario, ids } = paste(pinned(before), fragment, freeOffset(before, fragment, at));
  const show = graphHandle.current?.adding();
  editDocument(label, () => scenario);
  setSelection({ nodes: ids, links: [] });
  if (ids[0] !== undefined) show?.(ids[0]);
}

/** Around a point, or straight down from where the nodes were copied, to where they cover none that is there. */
function freeOffset(scenario: Scenario, { nodes }: ClipboardFragment, at?: Position): Position {
  const places = drawnPositions(scenario);
  const taken = scenario.nodes.map(({ id, kind }) => boxOf(kind, places.get(id)!));
  const copied = nodes.flatMap(({ kind, position }) => (position ? [boxOf(kind, position)] : []));
  const middle = at && copied.length > 0 ? middleOfBox(boxAround(copied)) : undefined;
  const [x, from] = at && middle ? [onGrid(at.x - middle.x), onGrid(at.y - middle.y)] : [0, 0];
  const covers = (y: number) =>
    copied.some((box) => taken.some((other) => overlap({ ...box, x: box.x + x, y: box.y + y }, other)));
  let y = from;
  while (covers(y)) y += STEP;
  return { x, y };
}

const STEP = 4 * GRID;

/** What other programs put on the clipboard is checked as strictly as a file. */
function readFragment(text: string): ClipboardFragment | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof raw !== 'object' || raw === null || !('format' in raw) || raw.format !== FRAGMENT_FORMAT)
    return undefined;
  const { format: _, ...parts } = raw;
  const whole = parseScenario({ ...parts, format: 'stagegraph-scenario', name: 'pasted' });
  if (!whole.ok) return undefined;
  const { schemaVersion, nodes, links, classes, resources, groups, precisions } = whole.value;
  return {
    format: FRAGMENT_FORMAT,
    schemaVersion,
    nodes,
    links,
    ...(classes && { classes }),
    ...(resources && { resources }),
    ...(groups && { groups }),
    ...(precisions && { precisions }),
  };
}
