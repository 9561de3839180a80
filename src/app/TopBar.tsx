/** Name of the scenario, undo, how it is solved and how far to trust that, simulate, share. */
import { useEffect } from 'react';
import { METHOD_NAMES, type MethodName } from '../../workers/contract/solving.ts';
import {
  editDocument,
  endEditGesture,
  selectRedoLabel,
  selectUndoLabel,
  useDocument,
  useScenario,
} from '../state/document-store.ts';
import { openDialog, setMethod, setSheet, useSession } from '../state/session-store.ts';
import { Badge } from '../widgets/Badge.tsx';
import { Button } from '../widgets/Button.tsx';
import { IconButton } from '../widgets/IconButton.tsx';
import {
  ChevronDownIcon,
  GalleryIcon,
  HelpIcon,
  InfoIcon,
  PlayIcon,
  RedoIcon,
  SearchIcon,
  ShareIcon,
  StopIcon,
  UndoIcon,
} from '../widgets/icons.tsx';
import { Menu, type MenuEntry } from '../widgets/Menu.tsx';
import { useAnswer, useSimulation } from './answers.ts';
import { COMMANDS, runCommand, toggleSimulation } from './commands.ts';
import { keyLabel } from './keys.ts';
import { ThemeMenu } from './ThemeMenu.tsx';

export const METHOD_TITLES: Readonly<Record<MethodName, string>> = {
  auto: 'Best method',
  mm1: 'M/M/1 everywhere',
  mm1k: 'M/M/1/K everywhere',
  mmc: 'M/M/c everywhere',
  mmck: 'M/M/c/K everywhere',
  chain: 'Exact Markov chain',
};

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
          '-',
          'export-svg',
          'export-png',
          'export-csv',
          'template',
        ])}
      />
      <UndoButtons />
      <span className="top-bar__space" />
      <SolvedBy />
      <SimulateButton />
      <Button icon={<ShareIcon />} onClick={() => openDialog('share')}>
        Share
      </Button>
      <IconButton
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
      <IconButton label="Help" icon={<HelpIcon />} shortcut="?" onClick={() => openDialog('shortcuts')} />
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
    </>
  );
}

/** Which formulas, and the word of trust for what they gave. */
function SolvedBy() {
  const method = useSession((session) => session.method);
  const { answer, stale, refusal } = useAnswer();
  return (
    <div className="solved-by" aria-live="polite">
      {refusal || answer?.kind === 'unstable' ? (
        <span className="solved-by__refusal" title={refusal?.message}>
          ✕ {refusal ? 'no answer' : 'no steady state'}
        </span>
      ) : (
        answer && !stale && <Badge trust={answer.exact ? 'exact' : 'approximate'} />
      )}
      <Menu
        trigger={
          <Button variant="quiet" aria-label={`Solved by: ${METHOD_TITLES[method]}`}>
            {METHOD_TITLES[method]}
            <ChevronDownIcon />
          </Button>
        }
        entries={METHOD_NAMES.map((name) => ({
          label: METHOD_TITLES[name],
          checked: name === method,
          onSelect: () => setMethod(name),
        }))}
        align="end"
      />
    </div>
  );
}

function SimulateButton() {
  const { run } = useSimulation();
  const running = run.status === 'running';
  return (
    <Button variant="primary" icon={running ? <StopIcon /> : <PlayIcon />} onClick={toggleSimulation}>
      {running ? 'Stop' : 'Simulate'}
    </Button>
  );
}

function commandEntries(ids: readonly string[]): MenuEntry[] {
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
