/** What can be done with the open scenario, by name, and the list of all commands. It comes with the workbench. */

import { addGroup } from '../../core/scenario/group-edits.ts';
import type { NodeKind } from '../../core/scenario/scenario.ts';
import { ANIMATION_COMMANDS, showDrawing } from '../features/animate/animation-commands.ts';
import { openScenario } from '../features/files/opening.ts';
import { saveMeasurementTemplate, saveScenarioFile } from '../features/files/saved-files.ts';
import { toggleSimulation } from '../features/simulate/simulating.ts';
import { editDocument, redoEdit, selectScenario, undoEdit, useDocument } from '../state/document-store.ts';
import {
  clearSelection,
  DOCK_HEIGHTS,
  noteOnDrawing,
  openDialog,
  setDock,
  setSheet,
  showWorkspace,
  useSession,
  WORKSPACE_TITLES,
  WORKSPACES,
} from '../state/session-store.ts';
import { svgToPng } from '../ui/charts/export-chart.ts';
import type { Command } from '../ui/command.ts';
import type { Arrangement } from '../ui/editor/arrange.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { downloadBlob, saveText } from '../ui/saving.ts';
import type { MenuEntry } from '../ui/widgets/Menu.tsx';
import { copySelected, cutSelected, duplicateSelected, pasteCopied, selectAll } from './clipboard.ts';
import { HELP, knowCommands, OPENING, THEMES } from './commands.ts';
import { keyLabel } from './keys.ts';

/** The drawing as a picture file. */

function exportGraphSvg(): void {
  const svg = graphHandle.current?.exportSvg();
  if (svg) saveText(`${pictureName()}.svg`, svg, 'image/svg+xml');
}

async function exportGraphPng(): Promise<void> {
  const svg = graphHandle.current?.exportSvg();
  if (svg) downloadBlob(`${pictureName()}.png`, await svgToPng(svg));
}

const pictureName = (): string => selectScenario(useDocument.getState())?.name ?? 'graph';

/** Where something is done to it: in sight. */
function drawing() {
  showDrawing();
  return graphHandle.current;
}

const add = (kind: NodeKind, key?: string): Command => ({
  id: `add-${kind}`,
  title: `Add a ${kind}`,
  group: 'Draw',
  ...(key ? { keys: [key] } : {}),
  needsScenario: true,
  run: () => drawing()?.addNode(kind),
});

const ARRANGEMENTS: readonly (readonly [Arrangement, string])[] = [
  ['row', 'Align selected nodes in a row'],
  ['column', 'Align selected nodes in a column'],
  ['spreadAcross', 'Distribute selected nodes horizontally'],
  ['spreadDown', 'Distribute selected nodes vertically'],
];

export const COMMANDS: readonly Command[] = [
  add('stage', 'A'),
  add('source'),
  add('delay'),
  add('router'),
  add('fork'),
  add('join'),
  add('sink'),
  {
    id: 'link',
    title: 'Link the selected node to …',
    group: 'Draw',
    keys: ['L'],
    needsScenario: true,
    run: () => drawing()?.chooseTarget(),
  },
  {
    id: 'group',
    title: 'Group selected stages as a virtual queue',
    group: 'Draw',
    keys: ['Q'],
    needsScenario: true,
    run: groupSelected,
  },
  {
    id: 'rename',
    title: 'Rename the selected node',
    group: 'Edit',
    keys: ['F2'],
    needsScenario: true,
    run: () => drawing()?.rename(),
  },
  ...ARRANGEMENTS.map(
    ([arrangement, title]): Command => ({
      id: `arrange-${arrangement}`,
      title,
      group: 'Draw',
      needsScenario: true,
      run: () => drawing()?.arrange(arrangement),
    }),
  ),
  {
    id: 'layout',
    title: 'Auto layout',
    group: 'Draw',
    keys: ['Shift+L'],
    needsScenario: true,
    run: () => drawing()?.layout(),
  },
  { id: 'undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'], needsScenario: true, run: undoEdit },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Edit',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    needsScenario: true,
    run: redoEdit,
  },
  {
    id: 'variants',
    title: 'Variants …',
    group: 'Edit',
    keys: ['V'],
    needsScenario: true,
    run: () => openDialog('variants'),
  },
  {
    id: 'name-variant',
    title: 'Name this variant …',
    group: 'Edit',
    keys: ['Shift+V'],
    needsScenario: true,
    run: () => openDialog('nameVariant'),
  },
  { id: 'copy', title: 'Copy', group: 'Edit', keys: ['Mod+C'], needsScenario: true, run: copySelected },
  { id: 'cut', title: 'Cut', group: 'Edit', keys: ['Mod+X'], needsScenario: true, run: cutSelected },
  {
    id: 'paste',
    title: 'Paste',
    group: 'Edit',
    keys: ['Mod+V'],
    needsScenario: true,
    run: () => pasteCopied(),
  },
  {
    id: 'duplicate',
    title: 'Duplicate',
    group: 'Edit',
    keys: ['Mod+D'],
    needsScenario: true,
    run: duplicateSelected,
  },
  {
    id: 'delete',
    title: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    needsScenario: true,
    run: () => graphHandle.current?.remove(),
  },
  {
    id: 'select-all',
    title: 'Select all',
    group: 'Edit',
    keys: ['Mod+A'],
    needsScenario: true,
    run: selectAll,
  },
  {
    id: 'select-nothing',
    title: 'Leave a field, or deselect',
    group: 'Edit',
    keys: ['Escape'],
    needsScenario: true,
    run: leaveFieldOrDeselect,
  },
  {
    id: 'fit',
    title: 'Zoom to fit',
    group: 'View',
    keys: ['F'],
    needsScenario: true,
    run: () => drawing()?.fitView(),
  },
  ...WORKSPACES.map(
    (workspace, index): Command => ({
      id: `workspace-${workspace}`,
      title: `Go to ${WORKSPACE_TITLES[workspace].toLowerCase()}`,
      group: 'View',
      keys: [String(index + 1)],
      needsScenario: true,
      run: () => showWorkspace(workspace),
    }),
  ),
  {
    id: 'dock',
    title: 'Next height of the results',
    group: 'View',
    keys: ['D'],
    needsScenario: true,
    run: nextDockHeight,
  },
  {
    id: 'inspector',
    title: 'Go to the inspector',
    group: 'View',
    keys: ['I'],
    needsScenario: true,
    run: goToInspector,
  },
  ...THEMES,
  {
    id: 'simulate',
    title: 'Run the simulation, or stop it',
    group: 'Run',
    keys: ['S'],
    needsScenario: true,
    run: toggleSimulation,
  },
  ...ANIMATION_COMMANDS,
  ...OPENING,
  {
    id: 'save',
    title: 'Save as a file',
    group: 'File',
    keys: ['Mod+S'],
    always: true,
    needsScenario: true,
    run: saveScenarioFile,
  },
  { id: 'save-copy', title: 'Duplicate the scenario', group: 'File', needsScenario: true, run: goOnWithCopy },
  {
    id: 'share',
    title: 'Share as a link',
    group: 'File',
    keys: ['Mod+Shift+S'],
    always: true,
    needsScenario: true,
    run: () => openDialog('share'),
  },
  {
    id: 'diff',
    title: 'Compare with another file or version …',
    group: 'File',
    needsScenario: true,
    run: () => openDialog('diff'),
  },
  {
    id: 'template',
    title: 'Download a measurement template',
    group: 'File',
    needsScenario: true,
    run: saveMeasurementTemplate,
  },
  {
    id: 'export-svg',
    title: 'Export the graph as SVG',
    group: 'File',
    needsScenario: true,
    run: exportGraphSvg,
  },
  {
    id: 'export-png',
    title: 'Export the graph as PNG',
    group: 'File',
    needsScenario: true,
    run: exportGraphPng,
  },
  {
    id: 'export-csv',
    title: 'Export the results as CSV',
    group: 'File',
    needsScenario: true,
    run: () =>
      void import('../features/results/results-table.ts').then((results) => results.saveResultsTable()),
  },
  {
    id: 'report',
    title: 'Report',
    group: 'File',
    needsScenario: true,
    run: () => openDialog('report'),
  },
  ...HELP,
];

knowCommands(COMMANDS);

function nextDockHeight(): void {
  const { dock } = useSession.getState();
  setDock(DOCK_HEIGHTS[(DOCK_HEIGHTS.indexOf(dock) + 1) % DOCK_HEIGHTS.length]!);
}

/** From a field of the inspector back to the drawing, with what is selected kept: letters are keys again there. */
function leaveFieldOrDeselect(): void {
  const active = document.activeElement;
  const isInField = active instanceof HTMLElement && active.closest('.inspector :is(input, textarea)');
  const [only, ...others] = useSession.getState().selection.nodes;
  if (!isInField) clearSelection();
  else if (only !== undefined && others.length === 0) drawing()?.focusNode(only);
  else active.blur();
}

/** Puts the focus into the inspector. Where it is folded into a sheet, the sheet has to open first. */
function goToInspector(): void {
  setSheet(true);
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.inspector :is(button, input)')?.focus());
}

function groupSelected(): void {
  const scenario = selectScenario(useDocument.getState());
  const grouped = scenario && addGroup(scenario, useSession.getState().selection.nodes);
  if (grouped) editDocument('Group as a virtual queue', () => grouped.scenario);
  else noteOnDrawing('No stage is selected: hold Shift and drag a box around some.');
}

function goOnWithCopy(): void {
  const scenario = useDocument.getState().history?.present;
  if (scenario) void openScenario({ ...scenario, name: `${scenario.name} (copy)`.slice(0, 200) });
}

/** Entries of a menu by the ids of their commands; `-` is a line between them. */
export function commandEntries(ids: readonly string[]): MenuEntry[] {
  return ids.flatMap((id): MenuEntry[] => {
    if (id === '-') return ['separator'];
    const command = COMMANDS.find((candidate) => candidate.id === id);
    if (!command) return [];
    const keys = command.keys?.[0];
    return [
      {
        label: command.title,
        onSelect: () => void command.run(),
        ...(keys ? { shortcut: keyLabel(keys) } : {}),
      },
    ];
  });
}
