/** Copy and paste of parts of the graph, through the system's clipboard as text, so that it crosses tabs and files. */
import {
  type ClipboardFragment,
  copySelection,
  FRAGMENT_FORMAT,
  paste,
} from '../../core/scenario/clipboard.ts';
import { removeSelection } from '../../core/scenario/edits.ts';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Position, Scenario } from '../../core/scenario/scenario.ts';
import { editDocument, selectScenario, useDocument } from '../state/document-store.ts';
import { clearSelection, noteOnDrawing, setSelection, useSession } from '../state/session-store.ts';
import { pinned } from '../ui/editor/graph-commands.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { drawnPositions } from '../ui/editor/layered-positions.ts';
import { boxOf, GRID, overlap } from '../ui/editor/node-size.ts';

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
  deleteSelected('Cut');
}

export function deleteSelected(label = 'Delete'): void {
  const { selection } = useSession.getState();
  if (selection.nodes.length + selection.links.length === 0) return;
  editDocument(label, (scenario) => removeSelection(scenario, selection));
  clearSelection();
}

export function duplicateSelected(): void {
  const { nodes } = useSession.getState().selection;
  if (nodes.length === 0) return;
  insert('Duplicate', (scenario) => copySelection(pinned(scenario), nodes));
}

export async function pasteCopied(): Promise<void> {
  const text = (await navigator.clipboard?.readText?.().catch(() => undefined)) ?? kept;
  const fragment = readFragment(text) ?? readFragment(kept);
  if (!fragment) {
    noteOnDrawing('Nothing to paste: the clipboard holds no part of a drawing.');
    return;
  }
  insert('Paste', () => fragment);
}

export function selectAll(): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) setSelection({ nodes: scenario.nodes.map((node) => node.id), links: scenario.links });
}

function insert(label: string, fragmentOf: (scenario: Scenario) => ClipboardFragment): void {
  const before = selectScenario(useDocument.getState());
  if (!before) return;
  const fragment = fragmentOf(before);
  const { scenario, ids } = paste(pinned(before), fragment, freeOffset(before, fragment));
  const show = graphHandle.current?.adding();
  editDocument(label, () => scenario);
  setSelection({ nodes: ids, links: [] });
  show?.();
}

/** Straight down from where the nodes were copied, to where they cover none that is there. */
function freeOffset(scenario: Scenario, { nodes }: ClipboardFragment): Position {
  const places = drawnPositions(scenario);
  const taken = scenario.nodes.map(({ id, kind }) => boxOf(kind, places.get(id)!));
  const copied = nodes.flatMap(({ kind, position }) => (position ? [boxOf(kind, position)] : []));
  const covers = (y: number) =>
    copied.some((box) => taken.some((other) => overlap({ ...box, y: box.y + y }, other)));
  let y = 0;
  while (covers(y)) y += STEP;
  return { x: 0, y };
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
  const { schemaVersion, nodes, links, classes, resources } = whole.value;
  return {
    format: FRAGMENT_FORMAT,
    schemaVersion,
    nodes,
    links,
    ...(classes && { classes }),
    ...(resources && { resources }),
  };
}
