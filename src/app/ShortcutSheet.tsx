/** All keys on one sheet (?). */
import { MARKS, TRUST } from '../../core/measures/trust.ts';
import { closeDialog, setSingleKeys, useSession } from '../state/session-store.ts';
import { Dialog } from '../ui/widgets/Dialog.tsx';
import { keyLabel } from './keys.ts';
import { COMMANDS } from './scenario-commands.ts';

/** Keys that the drawing and the fields handle themselves. */
const GESTURES: readonly (readonly [string, string])[] = [
  ['Arrows', 'Nudge the selected nodes (Shift: four times as far)'],
  ['Tab', 'Next node in flow order'],
  ['Shift drag', 'Select with a box'],
  ['Space drag', 'Pan'],
  ['Double click', 'Add a stage there; on a node, rename it'],
  ['Alt → Alt ←', 'Along the flow: from a node to its link, from a link to its node'],
  ['Alt ↑ Alt ↓', 'To the next link of the same node'],
  ['Drop on a link', 'Insert a node into it'],
  ['↑ ↓ in a field', 'Step the last digit (Shift: ten steps)'],
  ['Drag a label', 'Drag to change its number'],
  ['Alt click a label', 'Back to the default'],
];

const GROUPS = ['Draw', 'Edit', 'View', 'Run', 'File', 'Help'] as const;

export default function ShortcutSheet() {
  const singleKeys = useSession((session) => session.singleKeys);
  return (
    <Dialog open onOpenChange={(open) => !open && closeDialog()} title="Keyboard and gestures" size="large">
      <label className="check-line">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        Single letters call commands
      </label>
      <div className="shortcuts">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.keys).map((command) => (
                <div key={command.id}>
                  <dt>{command.title}</dt>
                  <dd>
                    {command.keys!.map((keys) => (
                      <kbd key={keys} className="w-kbd">
                        {keyLabel(keys)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Marks before numbers</h3>
          <dl>
            {MARKS.map((trust) => (
              <div key={trust} title={TRUST[trust].sentence}>
                <dt>{TRUST[trust].word}</dt>
                <dd>{TRUST[trust].shape}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Gestures</h3>
          <dl>
            {GESTURES.map(([gesture, what]) => (
              <div key={gesture}>
                <dt>{what}</dt>
                <dd>{gesture}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
