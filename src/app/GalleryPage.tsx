/** The gallery, with what this browser keeps. */
import { useCallback, useEffect, useState } from 'react';
import { chooseFile } from '../features/files/choose-files.ts';
import { library, openExample, openStored } from '../features/files/opening.ts';
import { NEW_DRAWING } from '../features/gallery/examples.ts';
import { Gallery } from '../features/gallery/Gallery.tsx';
import { solveOnce } from '../features/solve/solving.ts';
import { newScenarioId, type StoredScenario } from '../state/scenario-library.ts';
import { openDialog, tellRefusal } from '../state/session-store.ts';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { HelpIcon, SearchIcon } from '../ui/widgets/icons.tsx';
import { showToast } from '../ui/widgets/toasts.ts';
import { runCommand } from './commands.ts';
import { keyLabel } from './keys.ts';
import { Refusals } from './Refusals.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

const refusedText = (reason: unknown): string =>
  `This browser refuses its storage: ${reason instanceof Error ? reason.message : String(reason)}`;

export default function GalleryPage() {
  const [stored, setStored] = useState<readonly StoredScenario[]>([]);
  const reload = useCallback(async () => {
    try {
      setStored(await library.list());
    } catch (reason) {
      tellRefusal({ title: 'Your scenarios cannot be read', description: refusedText(reason) });
    }
  }, []);
  useEffect(() => void reload(), [reload]);

  const find = (id: string): StoredScenario | undefined => stored.find((one) => one.id === id);
  const change = async (write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await write();
    } catch (reason) {
      tellRefusal({ title: 'Not changed', description: refusedText(reason) });
      return false;
    }
    await reload();
    return true;
  };
  const duplicate = async (id: string): Promise<void> => {
    const stored = find(id);
    if (!stored) return;
    const name = `${stored.scenario.name} (copy)`.slice(0, 200);
    await change(() => library.save(newScenarioId(), { ...stored.scenario, name }, 0, stored));
  };
  const rename = async (id: string, name: string): Promise<void> => {
    const before = find(id);
    if (before) await change(() => library.save(id, { ...before.scenario, name }, before.revision));
  };
  const remove = async (id: string): Promise<void> => {
    const before = find(id);
    if (!(await change(() => library.remove(id))) || !before) return;
    showToast({
      title: `“${before.scenario.name}” deleted`,
      action: {
        label: 'Undo',
        onPress: () => void change(() => library.save(id, before.scenario, 0, before)),
      },
    });
  };

  return (
    <div className="gallery-page">
      <header className="top-bar">
        <span className="top-bar__brand">
          <img src="./favicon.svg" alt="" width={22} height={22} /> Stagegraph
        </span>
        <span className="top-bar__space" />
        <IconButton
          label="Find a command"
          icon={<SearchIcon />}
          shortcut={keyLabel('Mod+K')}
          onClick={() => openDialog('commands')}
        />
        <ThemeMenu />
        <IconButton label="Help" icon={<HelpIcon />} shortcut="?" onClick={() => runCommand('shortcuts')} />
      </header>
      <Refusals />
      <main className="gallery-page__body">
        <Gallery
          own={stored.map(({ id, savedAt, scenario }) => ({ id, savedAt, scenario, name: scenario.name }))}
          onOpenExample={(slug) => void openExample(slug)}
          onOpenOwn={(id) => void openStored(id)}
          onDeleteOwn={(id) => void remove(id)}
          onDuplicateOwn={(id) => void duplicate(id)}
          onRenameOwn={(id, name) => void rename(id, name)}
          onBlank={() => void openExample(NEW_DRAWING)}
          onOpenFile={chooseFile}
          solve={solveOnce}
        />
      </main>
    </div>
  );
}
