/** Every command by name (Ctrl/Cmd K). */
import { Command } from 'cmdk';
import { closeDialog } from '../state/session-store.ts';
import { commandMatch } from '../ui/command.ts';
import { Dialog } from '../ui/widgets/Dialog.tsx';
import { keyLabel } from './keys.ts';
import { listedCommands } from './palette-commands.ts';

/** What a command that is refused counts of one that runs. */
const REFUSED = 0.1;

export default function CommandPalette() {
  const commands = listedCommands();
  const refused = new Set(commands.flatMap(({ title, refusal }) => (refusal === undefined ? [] : [title])));
  const match: typeof commandMatch = (title, typed, others) =>
    commandMatch(title, typed, others) * (refused.has(title) ? REFUSED : 1);
  return (
    <Dialog open onOpenChange={(open) => !open && closeDialog()} title="Commands" size="medium">
      <Command className="palette" label="Commands" loop filter={match}>
        <Command.Input className="palette__input" placeholder="What do you want to do?" autoFocus />
        <Command.List className="palette__list">
          <Command.Empty className="palette__empty">No command has these words.</Command.Empty>
          {commands.map((command) => (
            <Command.Item
              key={command.id}
              value={command.title}
              keywords={[command.group, command.words]}
              className="palette__item"
              disabled={command.refusal !== undefined}
              onSelect={() => {
                closeDialog();
                // After the dialog gave the focus back, so that a command may open another.
                setTimeout(() => command.run());
              }}
            >
              <span className="palette__group">{command.group}</span>
              <span className="palette__title">{command.title}</span>
              {command.refusal !== undefined && <small>{command.refusal}</small>}
              {command.keys?.[0] && <kbd className="w-kbd">{keyLabel(command.keys[0])}</kbd>}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
