/** Name of the scenario, undo, the workspaces, how it is solved, run, share. */
import { useEffect } from 'react';
import { groupBy } from '../../core/base/group-by.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import { FaultList } from '../features/inspector/FaultList.tsx';
import { useAnswer, useFaultsAndWaits } from '../features/results/answers.ts';
import { RunButton, RunProgress } from '../features/simulate/RunButton.tsx';
import { MethodMenu } from '../features/solve/MethodMenu.tsx';
import { Verdicts } from '../features/solve/Verdicts.tsx';
import {
  editDocument,
  endEditGesture,
  selectRedoLabel,
  selectUndoLabel,
  useDocument,
  useScenario,
} from '../state/document-store.ts';
import {
  openDialog,
  setSelection,
  setSheet,
  showWorkspace,
  WORKSPACE_TITLES,
  WORKSPACES,
} from '../state/session-store.ts';
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
  WarningIcon,
} from '../ui/widgets/icons.tsx';
import { Menu } from '../ui/widgets/Menu.tsx';
import { Popover } from '../ui/widgets/Popover.tsx';
import { TabRow } from '../ui/widgets/Tabs.tsx';
import { runCommand } from './commands.ts';
import { keyLabel } from './keys.ts';
import { commandEntries } from './scenario-commands.ts';
import { ThemeMenu } from './ThemeMenu.tsx';

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

/** Warnings of one cause that are shown; the others are folded. */
const SHOWN_WARNINGS = 2;

/** What to know before believing the answer, and what is wrong with the drawing, behind a count in the header. */
function WarningsButton() {
  const { answer, stale } = useAnswer();
  const faults = useFaultsAndWaits();
  const warnings = stale ? [] : (answer?.verdicts.filter(({ severity }) => severity === 'warning') ?? []);
  const count = warnings.length + faults.length;
  if (count === 0) return null;
  return (
    <Popover
      title="Warnings"
      trigger={
        <Button
          variant="quiet"
          className="warnings-button"
          aria-label={`${count} ${count === 1 ? 'warning' : 'warnings'}`}
          icon={<WarningIcon />}
        >
          {count}
        </Button>
      }
    >
      <div className="warnings">
        {faults.length > 0 && <FaultList faults={faults} onSelect={setSelection} />}
        {[...groupBy(warnings, ({ code }) => code).values()].map((same) => (
          <Cause key={same[0]!.code} verdicts={same} />
        ))}
      </div>
    </Popover>
  );
}

/** Warnings of one cause: the first are shown, the others are folded behind them. */
function Cause({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  const others = verdicts.slice(SHOWN_WARNINGS);
  return (
    <>
      <Verdicts verdicts={verdicts.slice(0, SHOWN_WARNINGS)} label="Warnings" />
      {others.length > 0 && (
        <details className="warnings__more">
          <summary>{others.length} more of this kind</summary>
          <Verdicts verdicts={others} label="More warnings" />
        </details>
      )}
    </>
  );
}
