/** Name of the scenario, undo, the workspaces, how it is solved, run, share. */
import { useEffect } from 'react';
import { RunButton, RunProgress } from '../features/simulate/RunButton.tsx';
import { MethodMenu } from '../features/solve/MethodMenu.tsx';
import {
  editDocument,
  endEditGesture,
  selectRedoLabel,
  selectUndoLabel,
  useDocument,
  useScenario,
} from '../state/document-store.ts';
import { openDialog, setSheet, showWorkspace, WORKSPACE_TITLES, WORKSPACES } from '../state/session-store.ts';
import { Button } from '../ui/widgets/Button.tsx';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import {
  BranchIcon,
  ChevronDownIcon,
  GalleryIcon,
  HelpIcon,
  InfoIcon,
  RedoIcon,
  SearchIcon,
  ShareIcon,
  UndoIcon,
} from '../ui/widgets/icons.tsx';
import { Menu } from '../ui/widgets/Menu.tsx';
import { TabRow } from '../ui/widgets/Tabs.tsx';
import { runCommand } from './commands.ts';
import { keyLabel } from './keys.ts';
import { commandEntries } from './scenario-commands.ts';
import { ThemeMenu } from './ThemeMenu.tsx';
import { WarningsButton } from './WarningsButton.tsx';

const SPACES = WORKSPACES.map((id) => ({ id, label: WORKSPACE_TITLES[id] }));

export function TopBar() {
  return (
    <header className="top-bar">
      <IconButton label="Gallery" icon={<GalleryIcon />} onClick={() => runCommand('gallery')} shortcut="G" />
      <ScenarioName />
      <Menu
        trigger={<IconButton label="Scenario menu" icon={<ChevronDownIcon />} />}
        entries={commandEntries([
          'open',
          'save',
          'save-copy',
          'share',
          'diff',
          '-',
          'export-svg',
          'export-png',
          'export-csv',
          'report',
          'template',
        ])}
      />
      <UndoButtons />
      <TabRow label="Workspaces" tabs={SPACES} onPress={showWorkspace} />
      <span className="top-bar__space" />
      <RunProgress />
      <WarningsButton />
      <MethodMenu />
      <RunButton />
      <Button className="top-bar__share" icon={<ShareIcon />} onClick={() => openDialog('share')}>
        <span>Share</span>
      </Button>
      <IconButton
        className="top-bar__find"
        label="Find a command"
        icon={<SearchIcon />}
        shortcut={keyLabel('Mod+K')}
        onClick={() => openDialog('commands')}
      />
      <IconButton
        className="top-bar__inspector"
        label="Inspector"
        icon={<InfoIcon />}
        onClick={() => setSheet(true)}
      />
      <ThemeMenu />
      <IconButton
        className="top-bar__rare"
        label="Help"
        icon={<HelpIcon />}
        shortcut="?"
        onClick={() => openDialog('shortcuts')}
      />
    </header>
  );
}

function ScenarioName() {
  const { name } = useScenario();
  useEffect(() => {
    document.title = `${name} – Stagegraph`;
    return () => {
      document.title = 'Stagegraph';
    };
  }, [name]);
  return (
    <>
      <h1 className="w-hidden">{name}</h1>
      <input
        className="top-bar__name"
        aria-label="Name of the scenario"
        data-settled
        value={name}
        maxLength={200}
        size={Math.min(40, Math.max(12, name.length))}
        onChange={(event) => {
          const next = event.target.value;
          if (next !== '')
            editDocument('Rename', (scenario) => ({ ...scenario, name: next }), 'rename-scenario');
        }}
        onBlur={endEditGesture}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </>
  );
}

function UndoButtons() {
  const undo = useDocument(selectUndoLabel);
  const redo = useDocument(selectRedoLabel);
  return (
    <>
      <IconButton
        label={undo ? `Undo: ${undo}` : 'Undo'}
        icon={<UndoIcon />}
        shortcut={keyLabel('Mod+Z')}
        disabled={undo === undefined}
        onClick={() => runCommand('undo')}
      />
      <IconButton
        label={redo ? `Redo: ${redo}` : 'Redo'}
        icon={<RedoIcon />}
        shortcut={keyLabel('Mod+Shift+Z')}
        disabled={redo === undefined}
        onClick={() => runCommand('redo')}
      />
      <IconButton
        className="top-bar__seldom"
        label="Variants"
        icon={<BranchIcon />}
        shortcut="V"
        onClick={() => runCommand('variants')}
      />
    </>
  );
}
