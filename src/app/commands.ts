/**
 * Every action by name: the palette lists them, keys call them, buttons use them. Ids are stable. Here are those that need no
 * scenario; the others come with the workbench (`scenario-commands.ts`).
 */
import { selectIsAnimating, useAnimation } from '../features/animate/animation-store.ts';
import { chooseFile } from '../features/files/choose-files.ts';
import { openAddress } from '../features/files/opening.ts';
import { useDocument } from '../state/document-store.ts';
import { openDialog, setTheme } from '../state/session-store.ts';
import type { Command } from '../ui/command.ts';

export const THEMES: readonly Command[] = [
  { id: 'theme-light', title: 'Light theme', group: 'View', run: () => setTheme('light') },
  { id: 'theme-dark', title: 'Dark theme', group: 'View', run: () => setTheme('dark') },
  { id: 'theme-system', title: 'Theme as the system', group: 'View', run: () => setTheme('system') },
];

export const OPENING: readonly Command[] = [
  {
    id: 'gallery',
    title: 'Open the gallery',
    group: 'File',
    keys: ['G'],
    run: () => openAddress({ kind: 'gallery' }),
  },
  {
    id: 'open',
    title: 'Open a file …',
    group: 'File',
    keys: ['Mod+O'],
    always: true,
    run: chooseFile,
  },
];

export const HELP: readonly Command[] = [
  {
    id: 'commands',
    title: 'Find a command',
    group: 'Help',
    keys: ['Mod+K'],
    always: true,
    run: () => openDialog('commands'),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'Help',
    keys: ['?'],
    run: () => openDialog('shortcuts'),
  },
];

let known: readonly Command[] = [...THEMES, ...OPENING, ...HELP];

/** Takes the list of all commands, once it is there. */
export function knowCommands(commands: readonly Command[]): void {
  known = commands;
}

/** The commands that can be called now. */
export function availableCommands(): readonly Command[] {
  const open = useDocument.getState().id !== undefined;
  const animated = selectIsAnimating(useAnimation.getState());
  return known.filter(
    ({ needsScenario, needsAnimation }) => (open || !needsScenario) && (animated || !needsAnimation),
  );
}

export function runCommand(id: string): void {
  known.find((command) => command.id === id)?.run();
}
