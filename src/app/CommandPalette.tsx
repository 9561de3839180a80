/** Every command by name (Ctrl/Cmd K). */
import { Command } from 'cmdk';
import { useState } from 'react';
import { closeDialog } from '../state/session-store.ts';
import { commandMatch } from '../ui/command.ts';
import { Dialog } from '../ui/widgets/Dialog.tsx';
import { keyLabel } from './keys.ts';
import { type ListedCommand, listedCommands } from './palette-commands.ts';

/** What a command that is refused counts of one that runs. */
const REFUSED = 0.1;

const matchOf = ({ title, group, words, refusal }: ListedCommand, typed: string): number =>
  commandMatch(title, typed, [group, words]) * (refusal === undefined ? 1 : REFUSED);

export default function CommandPalette() {
  const [commands] = useState(listedCommands);
  const [typed, setTyped] = useState('');
  // The library would leave what is refused where it stood, above what runs.
  const found = commands
    .map((command) => ({ command, match: matchOf(command, typed) }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match);
  return (
    <Dialog open onOpenChange={(open) => !open && closeDialog()} title="Commands" size="medium">
      <Command className="palette" label="Commands" loop shouldFilter={false}>
        <Command.Input
          className="palette__input"
          placeholder="What do you want to do?"
          value={typed}
          onValueChange={setTyped}
          autoFocus
        />
        <Command.List className="palette__list">
          <Command.Empty className="palette__empty">No command has these words.</Command.Empty>
          {found.map(({ command }) => (
            <Command.Item
              key={command.id}
              value={command.title}
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
