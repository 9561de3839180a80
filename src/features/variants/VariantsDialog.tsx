/** All versions of the open scenario as a tree: name the present one, switch to another, compare with it. */
import { type FormEvent, type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { MOST_VARIANTS } from '../../../core/scenario/variants.ts';
import { MOST_BASELINES } from '../../../core/study/study.ts';
import { nameVariant, switchVersion, useDocument } from '../../state/document-store.ts';
import type { History, VersionId } from '../../state/history.ts';
import { closeDialog, showView, useSession } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../../ui/widgets/icons.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { changeText, inputChanges } from '../diff/scenario-diff.ts';
import { pinScenario } from '../explore/explore-pins.ts';
import { setExploreView } from '../explore/explore-store.ts';
import './variants.css';

export default function VariantsDialog() {
  const history = useDocument((state) => state.history);
  const isNaming = useSession((session) => session.dialog === 'nameVariant');
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  assert(history, 'a scenario is open');
  const rows = useMemo(() => versionRows(history), [history]);
  const present = useRef<HTMLElement>(null);
  const switchToRow = ({ id, name, label, isPresent }: VersionRow): void => {
    closeDialog();
    if (isPresent) return;
    switchVersion(id);
    showToast({ title: `${name ?? label}: in the editor. Ctrl Z takes it back.`, tone: 'good' });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      title="Variants"
      description={`Undoing loses nothing: every branch stays here. Versions with a name are saved with the scenario and with studies; up to ${MOST_VARIANTS} have one.`}
      initialFocus={isNaming ? field : present}
    >
      <NameForm history={history} ref={field} />
      <div className="variants">
        <VersionLanes rows={rows} />
        <ol
          ref={(element) => {
            list.current = element;
            present.current = element?.querySelector<HTMLElement>('[aria-current]') ?? null;
          }}
          className="variants__list"
          aria-label="Versions, the oldest first"
          onKeyDown={(event) => walk(event, list.current)}
        >
          {rows.map((row) => (
            <VersionLine
              key={row.id}
              row={row}
              change={changeOf(history, rows, row)}
              indent={lanesWidth(rows)}
              onSwitch={() => switchToRow(row)}
              onCompare={() => void compareWith(row)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

/** The arrows go from version to version. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !list) return;
  event.preventDefault();
  const line = (event.target as Element).closest('li');
  const versions = [...list.querySelectorAll<HTMLElement>('.variants__version')];
  const at = versions.findIndex((version) => version.closest('li') === line);
  versions[Math.max(0, Math.min(versions.length - 1, at + step))]?.focus();
}

/** Pins a version as a baseline and shows it beside what is in the editor. */

async function compareWith({ id, name, label }: VersionRow): Promise<void> {
  const scenario = useDocument.getState().history?.versions.get(id)?.scenario;
  if (!scenario) return;
  closeDialog();
  const isPinned = await pinScenario(scenario, name ?? label);
  showView('explore');
  setExploreView({ task: 'compare' });
  if (!isPinned) showToast({ title: `${MOST_BASELINES} baselines are pinned already: unpin one first.` });
}

/** One version in the list: switch to it, compare with it, take its name away. */

interface VersionLineProps {
  readonly row: VersionRow;
  /** From the row before; empty where there is none. */
  readonly change: string;
  readonly indent: number;
  readonly onSwitch: () => void;
  readonly onCompare: () => void;
}

function VersionLine({ row, change, indent, onSwitch, onCompare }: VersionLineProps) {
  const { id, name, label, isPresent } = row;
  const title = name ?? label;
  return (
    <li style={{ height: ROW_HEIGHT, paddingLeft: indent }}>
      <button
        type="button"
        className="variants__version"
        data-named={name !== undefined || undefined}
        aria-current={isPresent || undefined}
        onClick={onSwitch}
      >
        {title}
        <span className="variants__detail">{detailOf(row, change)}</span>
      </button>
      {!isPresent && (
        <Button size="small" variant="quiet" aria-label={`Compare with ${title}`} onClick={onCompare}>
          Compare
        </Button>
      )}
      {name !== undefined && (
        <IconButton
          label={`Take the name ${name} away`}
          size="small"
          icon={<CloseIcon size={12} />}
          onClick={() => nameVariant(id, undefined)}
        />
      )}
    </li>
  );
}

/** What the inputs of a version have that those of the row before had not: the first, and how many more. */
function changeOf({ versions }: History, rows: readonly VersionRow[], { id, parent }: VersionRow): string {
  const before = parent === undefined ? undefined : versions.get(rows[parent]!.id);
  const after = versions.get(id);
  if (!before || !after) return '';
  const [first, ...others] = inputChanges(before.scenario, after.scenario);
  if (!first) return '';
  return `${changeText(first)}${others.length > 0 ? `, and ${others.length} more` : ''}`;
}

function detailOf({ name, label, skipped, isPresent, parent }: VersionRow, change: string): string {
  const parts = [
    isPresent ? 'now in the editor' : '',
    name !== undefined && label !== name && parent !== undefined ? label : '',
    change,
    skipped > 0 ? `${skipped + 1} edits on` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Lines and dots beside the rows: what grew from what. */

const ROW_HEIGHT = 38;
const LANE = 18;
const RADIUS = 5;

const lanesWidth = (rows: readonly VersionRow[]): number =>
  (1 + Math.max(0, ...rows.map(({ lane }) => lane))) * LANE + 4;

function VersionLanes({ rows }: { readonly rows: readonly VersionRow[] }) {
  return (
    <svg
      className="variants__lanes"
      width={lanesWidth(rows)}
      height={rows.length * ROW_HEIGHT}
      aria-hidden="true"
    >
      {rows.map(
        ({ id, lane, parent }, row) =>
          parent !== undefined && <path key={id} d={lineOf(rows[parent]!.lane, parent, lane, row)} />,
      )}
      {rows.map(({ id, name, lane, isPresent }, row) => (
        <circle
          key={id}
          cx={xOf(lane)}
          cy={yOf(row)}
          r={name === undefined ? RADIUS - 1.5 : RADIUS}
          data-named={name !== undefined || undefined}
          data-present={isPresent || undefined}
        />
      ))}
    </svg>
  );
}

const xOf = (lane: number): number => LANE / 2 + 2 + lane * LANE;
const yOf = (row: number): number => (row + 0.5) * ROW_HEIGHT;

/** Down the lane of the one before, and round a corner into a lane beside it. */
function lineOf(fromLane: number, fromRow: number, lane: number, row: number): string {
  const [x0, y0, x, y] = [xOf(fromLane), yOf(fromRow), xOf(lane), yOf(row)];
  if (lane === fromLane) return `M${x0} ${y0}V${y}`;
  return `M${x0} ${y0}V${y - LANE / 2}Q${x0} ${y} ${x0 + LANE / 2} ${y}H${x}`;
}

/** The tree of versions as rows of a list with lanes beside it: what has a name, the present, and where branches begin and end. */

interface VersionRow {
  readonly id: VersionId;
  readonly name?: string;
  /** What was done to get there. */
  readonly label: string;
  /** 0 is the oldest line; a branch beside it stands one further to the right. */
  readonly lane: number;
  /** Row of the version before, if any. */
  readonly parent?: number;
  /** Versions between the two that have no row. */
  readonly skipped: number;
  readonly isPresent: boolean;
}

/** Each branch under the version that it leaves, older ones first; the youngest goes on in the same lane. */
export function versionRows(history: History): readonly VersionRow[] {
  const { versions, names, at } = history;
  const children = new Map<VersionId | undefined, VersionId[]>();
  for (const { id, parent } of versions.values()) children.set(parent, [...(children.get(parent) ?? []), id]);
  const isShown = (id: VersionId): boolean => {
    const ways = children.get(id)?.length ?? 0;
    return names.has(id) || id === at || ways !== 1 || versions.get(id)!.parent === undefined;
  };
  const rows: VersionRow[] = [];
  // Not by recursion: a line may be as long as the history.
  const waiting: Omit<VersionRow, 'name' | 'label' | 'isPresent'>[] = [];
  const put = (ids: readonly VersionId[], from: Pick<VersionRow, 'lane' | 'parent' | 'skipped'>): void => {
    const youngest = ids.at(-1);
    const places = ids.map((id) => ({ ...from, id, lane: id === youngest ? from.lane : from.lane + 1 }));
    waiting.push(...places.reverse());
  };
  put(children.get(undefined) ?? [], { lane: 0, skipped: 0 });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, ...place } = next;
    const followers = children.get(id) ?? [];
    if (!isShown(id)) {
      put(followers, { ...place, skipped: place.skipped + 1 });
      continue;
    }
    const name = names.get(id);
    const { label } = versions.get(id)!;
    rows.push({ id, ...(name !== undefined && { name }), label, ...place, isPresent: id === at });
    put(followers, { lane: place.lane, parent: rows.length - 1, skipped: 0 });
  }
  return rows;
}

/** The name of the version that is in the editor. */

const LONGEST = 200;

function NameForm({ history, ref }: { readonly history: History; readonly ref: Ref<HTMLInputElement> }) {
  const { at, names } = history;
  const now = names.get(at);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? now ?? '';
  const fault = typed === undefined ? undefined : faultOf(history, text.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault !== undefined || text.trim() === '') return;
    nameVariant(at, text.trim());
    setTyped(undefined);
  };
  return (
    <form className="variants__form" onSubmit={submit}>
      <label>
        Name of the current version
        <input
          ref={ref}
          type="text"
          className="w-input"
          value={text}
          maxLength={LONGEST}
          placeholder="Such as: two servers"
          aria-invalid={fault !== undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="primary"
        disabled={fault !== undefined || text.trim() === '' || text.trim() === now}
      >
        {now === undefined ? 'Name it' : 'Rename'}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="variants__fault">
          {fault}
        </p>
      )}
    </form>
  );
}

function faultOf({ at, names }: History, name: string): string | undefined {
  if ([...names].some(([id, each]) => id !== at && each === name))
    return 'Another variant has this name already.';
  return !names.has(at) && names.size >= MOST_VARIANTS
    ? `${MOST_VARIANTS} versions have a name; take one away first.`
    : undefined;
}
