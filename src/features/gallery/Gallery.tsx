import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, SolveOutcome } from '../../../workers/solve/contract.ts';
import { GraphPicture } from '../../ui/editor/GraphPicture.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CopyIcon, MoreIcon, PlusIcon, TrashIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { LazyMenu } from '../../ui/widgets/LazyMenu.tsx';
import type { MenuEntry } from '../../ui/widgets/Menu.tsx';
import { EXAMPLES, type Example } from './examples.ts';
import { loadExample } from './load-example.ts';
import type { RenameDialog } from './RenameDialog.tsx';
import './gallery.css';

/** Marks the button of a card that arrow keys lead to. */
const CARD_BUTTON = { 'data-card': '' } as const;

interface CardGridProps {
  /** Read aloud as the name of the list. */
  readonly label: string;
  /** List items. */
  readonly children: ReactNode;
}

/** Cards in as many columns as fit. Tab reaches every card; arrows, Home and End move between them. */
function CardGrid({ label, children }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);

  function handleKeyDown(event: KeyboardEvent) {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const index = cards.findIndex((card) => card.contains(document.activeElement));
    if (index === -1) return;
    const columns = columnsOf(cards.map((card) => card.getBoundingClientRect().top));
    const next = nextInGrid(event.key, { index, columns, count: cards.length });
    if (next === undefined) return;
    event.preventDefault();
    cards[next]!.focus();
  }

  return (
    <ul ref={list} className="gallery-grid" aria-label={label} onKeyDown={handleKeyDown}>
      {children}
    </ul>
  );
}

/** Where an arrow key leads in a grid of cards, read like text: `columns` in each row, the last row may be short. */
interface GridPlace {
  readonly index: number;
  readonly columns: number;
  readonly count: number;
}

/** Index of the card that gets the focus; undefined where the key means nothing or leads outside. */
export function nextInGrid(key: string, { index, columns, count }: GridPlace): number | undefined {
  const next = target(key, { index, columns, count });
  return next === undefined || next < 0 || next >= count || next === index ? undefined : next;
}

function target(key: string, { index, columns, count }: GridPlace): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return index + 1;
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowDown':
      return index + columns;
    case 'ArrowUp':
      return index - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Cards in the first row, from the distance of each card to the top. */
export function columnsOf(tops: readonly number[]): number {
  const firstOfSecondRow = tops.findIndex((top) => top > tops[0]!);
  return firstOfSecondRow === -1 ? Math.max(1, tops.length) : firstOfSecondRow;
}

/** Solves a scenario for its picture; the same function on every render. */
type SolvePicture = (scenario: Scenario) => Promise<SolveOutcome>;

/** The answer that colours the picture of a card; absent while it is sought, and where there is none. */
function usePictureAnswer(
  scenario: Scenario | undefined,
  solve: SolvePicture | undefined,
): SolveAnswer | undefined {
  const [found, setFound] = useState<{ readonly scenario: Scenario; readonly answer: SolveAnswer }>();

  useEffect(() => {
    if (!scenario || !solve) return;
    let wanted = true;
    solve(scenario).then(
      (outcome) => wanted && outcome.kind !== 'noAnswer' && setFound({ scenario, answer: outcome }),
      // A card says nothing about a solver that failed: its picture stays plain, and opening it will tell.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [scenario, solve]);

  return found?.scenario === scenario ? found?.answer : undefined;
}

const loadRename = () => import('./RenameDialog.tsx');

/** Size at which a picture is drawn; the card scales it to its width. */
const PICTURE = { width: 320, height: 136 } as const;

interface CardFaceProps {
  /** Absent while it loads, or when it could not. */
  readonly scenario?: Scenario | undefined;
  /** In place of the picture, when there is no scenario. */
  readonly placeholder?: ReactNode;
  /** Absent: the picture shows the graph without its loads. */
  readonly solve?: SolvePicture | undefined;
  readonly title: string;
  readonly children: ReactNode;
}

/** What a card shows: the graph in miniature, the title, and lines below. */
function CardFace({ scenario, placeholder, solve, title, children }: CardFaceProps) {
  const answer = usePictureAnswer(scenario, solve);
  return (
    <>
      <span className="gallery-card__picture" aria-hidden={scenario !== undefined}>
        {scenario ? (
          <GraphPicture scenario={scenario} {...(answer && { answer })} {...PICTURE} compact />
        ) : (
          placeholder
        )}
      </span>
      <span className="gallery-card__text">
        <span className="gallery-card__title">{title}</span>
        {children}
      </span>
    </>
  );
}

export interface GalleryProps extends OwnCardActions {
  /** The user's scenarios, in the order shown. */
  readonly own: readonly OwnScenario[];
  /** Given: the pictures show the loads of the stages. */
  readonly solve?: SolvePicture | undefined;
  readonly onOpenExample: (slug: string) => void;
  readonly onBlank: () => void;
  readonly onOpenFile: () => void;
}

/** Where work begins: a blank scenario, a file, one's own scenarios, or an example. */
export function Gallery({ own, solve, onOpenExample, onBlank, onOpenFile, ...actions }: GalleryProps) {
  return (
    <div className="gallery">
      <header className="gallery__head">
        <div>
          <h1 className="gallery__title">Scenarios</h1>
          <p className="gallery__hint">
            Open an example, start with a blank drawing, or drop a file anywhere on this page. Your changes
            are saved in this browser.
          </p>
        </div>
        <div className="gallery__buttons">
          <Button icon={<UploadIcon />} onClick={onOpenFile}>
            Open file…
          </Button>
          <Button variant="primary" icon={<PlusIcon />} onClick={onBlank}>
            Blank
          </Button>
        </div>
      </header>

      {own.length > 0 && (
        <section aria-labelledby="gallery-own">
          <h2 id="gallery-own" className="gallery__section">
            Your scenarios
          </h2>
          <CardGrid label="Your scenarios">
            {own.map((each) => (
              <OwnCard key={each.id} own={each} solve={solve} {...actions} />
            ))}
          </CardGrid>
        </section>
      )}

      <section aria-labelledby="gallery-examples">
        <h2 id="gallery-examples" className="gallery__section">
          Examples
        </h2>
        <CardGrid label="Examples">
          {EXAMPLES.map((example) => (
            <ExampleCard key={example.slug} example={example} solve={solve} onOpen={onOpenExample} />
          ))}
        </CardGrid>
      </section>
    </div>
  );
}

interface ExampleCardProps {
  readonly example: Example;
  readonly solve?: SolvePicture | undefined;
  readonly onOpen: (slug: string) => void;
}

/** One example: press to open it; after a failed load, press to try again. */
function ExampleCard({ example, solve, onOpen }: ExampleCardProps) {
  const { state, retry } = useExample(example.slug);
  const failed = state.kind === 'failed';
  const placeholder = failed ? (
    <LoadFailure message={state.message} />
  ) : (
    <span className="gallery-card__skeleton" />
  );
  return (
    <li>
      <button
        type="button"
        className="gallery-card"
        aria-busy={state.kind === 'loading'}
        onClick={() => (failed ? retry() : onOpen(example.slug))}
        {...CARD_BUTTON}
      >
        <CardFace
          scenario={state.kind === 'ready' ? state.scenario : undefined}
          placeholder={placeholder}
          solve={solve}
          title={example.title}
        >
          <span className="gallery-card__line">{example.teaches}</span>
          <span className="gallery-card__source">{example.source}</span>
        </CardFace>
      </button>
    </li>
  );
}

function LoadFailure({ message }: { readonly message: string }) {
  return (
    <span className="gallery-card__failure" role="alert">
      <strong>This example could not be loaded.</strong>
      <span>{message}</span>
      <span className="gallery-card__retry">Press to try again.</span>
    </span>
  );
}

type ExampleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly scenario: Scenario }
  | { readonly kind: 'failed'; readonly message: string };

/** Loads one example for its card; `retry` asks again after a failure. */
function useExample(slug: string): { readonly state: ExampleState; readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ExampleState>({ kind: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to load again
  useEffect(() => {
    let wanted = true;
    setState({ kind: 'loading' });
    loadExample(slug).then(
      (scenario) => wanted && setState({ kind: 'ready', scenario }),
      (reason: unknown) => wanted && setState({ kind: 'failed', message: messageOf(reason) }),
    );
    return () => {
      wanted = false;
    };
  }, [slug, attempt]);

  return { state, retry: () => setAttempt((count) => count + 1) };
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));

/** A scenario kept in this browser. */
interface OwnScenario {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly scenario: Scenario;
}

interface OwnCardActions {
  readonly onOpenOwn: (id: string) => void;
  readonly onDeleteOwn: (id: string) => void;
  readonly onDuplicateOwn: (id: string) => void;
  /** Absent: cards offer no renaming. */
  readonly onRenameOwn?: ((id: string, name: string) => void) | undefined;
}

interface OwnCardProps extends OwnCardActions {
  readonly own: OwnScenario;
  readonly solve?: SolvePicture | undefined;
}

/** One of the user's scenarios: press to open; its menu renames, duplicates and deletes. */
function OwnCard({ own, solve, onOpenOwn, onDeleteOwn, onDuplicateOwn, onRenameOwn }: OwnCardProps) {
  // The dialog is there once it was asked for.
  const [Rename, setRename] = useState<typeof RenameDialog>();
  const entries: MenuEntry[] = [
    ...(onRenameOwn
      ? [
          {
            label: 'Rename…',
            onSelect: () => void loadRename().then((loaded) => setRename(() => loaded.RenameDialog)),
          },
        ]
      : []),
    { label: 'Duplicate', icon: <CopyIcon />, onSelect: () => onDuplicateOwn(own.id) },
    'separator',
    { label: 'Delete', icon: <TrashIcon />, tone: 'danger', onSelect: () => onDeleteOwn(own.id) },
  ];
  // What was opened from an example keeps its title.
  const isCopy = EXAMPLES.some(({ title }) => title === own.name);
  return (
    <li className="gallery-own">
      <button type="button" className="gallery-card" onClick={() => onOpenOwn(own.id)} {...CARD_BUTTON}>
        <CardFace scenario={own.scenario} solve={solve} title={own.name}>
          {isCopy && <span className="gallery-card__line">Your copy of the example</span>}
          <span className="gallery-card__source">{savedAgo(own.savedAt, Date.now())}</span>
        </CardFace>
      </button>
      <span className="gallery-own__menu">
        <LazyMenu
          align="end"
          trigger={<IconButton label={`Actions for ${own.name}`} size="small" icon={<MoreIcon />} />}
          entries={entries}
        />
      </span>
      {Rename && (
        <Rename
          name={own.name}
          onClose={() => setRename(undefined)}
          onRename={(name) => onRenameOwn?.(own.id, name)}
        />
      )}
    </li>
  );
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "saved 3 hours ago"; both times in milliseconds since 1970. */
export function savedAgo(savedAt: number, now: number): string {
  const seconds = (now - savedAt) / 1000;
  const step = STEPS.find(([, length]) => seconds >= length);
  return step ? `saved ${FORMAT.format(-Math.floor(seconds / step[1]), step[0])}` : 'saved just now';
}
