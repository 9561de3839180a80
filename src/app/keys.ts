/** Keys to commands. */
import { useSession } from '../state/session-store.ts';
import type { Command } from '../ui/command.ts';
import { availableCommands } from './commands.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** `Mod+Shift+Z` as it is written on this machine's keys. */
export function keyLabel(keys: string): string {
  const names: Record<string, string> = isMac
    ? { Mod: '⌘', Shift: '⇧', Delete: '⌦', Backspace: '⌫' }
    : { Mod: 'Ctrl', Backspace: '⌫' };
  return keys
    .split('+')
    .map((key) => names[key] ?? key)
    .join(isMac ? '' : ' ');
}

/** Calls the command of a pressed key; returns whether there was one. */
export function handleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const pressed = pressedKeys(event);
  const command = availableCommands().find((candidate) => candidate.keys?.includes(pressed));
  if (!command || !isWanted(command, event)) return false;
  event.preventDefault();
  command.run();
  return true;
}

const hasModifier = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

function pressedKeys(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // `?` and its kind already hold their Shift.
  const shift = event.shiftKey && (key.length > 1 || /[A-Z]/.test(key));
  const mod = isMac ? event.metaKey : event.ctrlKey;
  return [mod && 'Mod', shift && 'Shift', key].filter(Boolean).join('+');
}

/** What the space bar presses itself. */
const PRESSED_BY_SPACE =
  'button, summary, input, [role="button"], [role="tab"], [role="slider"], [role="switch"]';
/** What has the keys for itself; one that fades away keeps the focus a little longer, but no key is meant for it. */
const OPEN_OVERLAY = ':is([role="dialog"], [role="menu"], [role="listbox"]):not([data-closed])';
/** Letters mean nothing to a slider or a box that is ticked. */
const TYPED_INTO = 'input:not([type="range"], [type="checkbox"]), textarea';
const SETTLED = '.inspector [data-settled], .top-bar [data-settled]';
const OF_SETTLED = ['undo', 'redo', 'select-nothing'];

function isWanted(command: Command, event: KeyboardEvent): boolean {
  if (command.always) return true;
  if (event.key.length === 1 && !hasModifier(event) && !useSession.getState().singleKeys) return false;
  // What is typed while a dialog is still being fetched is meant for it.
  if (useSession.getState().dialog !== undefined) return false;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return true;
  if (target.closest(OPEN_OVERLAY)) return false;
  if (event.key === ' ' && target.closest(PRESSED_BY_SPACE)) return false;
  const field = target.closest(TYPED_INTO);
  // What stands in a settled field is in the scenario already: undoing is undoing the edit, not the letters, and Escape has
  // nothing to put back.
  if (field) return OF_SETTLED.includes(command.id) && field.matches(SETTLED);
  // Text that is selected on the page is what copying means.
  const selectsText = command.id === 'copy' && !getSelection()?.isCollapsed;
  return !selectsText;
}
