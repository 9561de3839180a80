/** Opens scenarios from wherever they come: the gallery, this browser, a link, a file. What is open is saved first. */
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { Autosave } from '../../state/autosave.ts';
import { closeDocument, useDocument } from '../../state/document-store.ts';
import { ScenarioLibrary, type StoredScenario } from '../../state/scenario-library.ts';
import {
  clearRefusals,
  clearSelection,
  showView,
  suggest,
  tellRefusal,
  useSession,
  VIEWS,
  type View,
} from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { EXAMPLES } from '../gallery/examples.ts';
import { loadExample } from '../gallery/load-example.ts';
import { followMeasured, measuredLibrary } from '../measure/measured-keeping.ts';
import { useMeasured } from '../measure/measured-store.ts';
import { type Address, addressHash, readAddress } from './address.ts';

export const library = new ScenarioLibrary();
export const autosave = new Autosave(library, {
  onMessage: (title) =>
    showToast({
      ...{ id: 'autosave', title, tone: 'bad' },
      action: {
        label: 'Save as a file',
        onPress: () => void import('./saved-files.ts').then(({ saveScenarioFile }) => saveScenarioFile()),
      },
    }),
  onIdentity: (id) => showAddress({ kind: 'stored', id }),
});
library.onLost = () => void autosave.storageLost();

/** Follows the address from now on, the present one first. */
export async function followAddress(): Promise<void> {
  followMeasured();
  useMeasured.subscribe((now, before) => {
    if (now.kept !== before.kept && now.kept.length > 0) autosave.keep();
  });
  void forgetOrphans();
  addEventListener('hashchange', () => void openAddress(readAddress(location.hash)));
  const left = viewLeft();
  addEventListener('pagehide', rememberView);
  await openAddress(readAddress(location.hash));
  if (left !== undefined && useDocument.getState().id !== undefined) showView(left);
}

/** Per tab: a reload shows what was looked at. */
const LEFT_KEY = 'stagegraph:view-left';

function rememberView(): void {
  try {
    sessionStorage.setItem(LEFT_KEY, `${useSession.getState().view} ${location.hash}`);
  } catch {
    // A browser that refuses storage shows the first view.
  }
}

/** The view that this tab showed of the same address when it was left. */
function viewLeft(): View | undefined {
  try {
    const left = sessionStorage.getItem(LEFT_KEY) ?? '';
    return (Object.keys(VIEWS) as View[]).find((view) => left === `${view} ${location.hash}`);
  } catch {
    return undefined;
  }
}

/** Measurements of scenarios that were deleted. */
async function forgetOrphans(): Promise<void> {
  try {
    await measuredLibrary.keepOnly(new Set((await library.list()).map(({ id }) => id)));
  } catch {
    // A browser that refuses storage keeps none.
  }
}

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Nothing is on its way to be opened. */
export const isOpeningIdle = (): boolean => waiting === 0;

/** Until it is there, something is on its way to be opened. */
export async function whileOpening<Part>(loading: Promise<Part>): Promise<Part> {
  waiting += 1;
  try {
    return await loading;
  } finally {
    waiting -= 1;
  }
}

/** In the order asked, however long storage takes: what was asked for last is open in the end. */
function inTurn<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  const mine = turn.then(open);
  turn = mine.catch(() => undefined);
  return whileOpening(mine);
}

export async function openAddress(address: Address): Promise<void> {
  clearRefusals();
  switch (address.kind) {
    case 'gallery':
      return showGallery();
    case 'stored':
      return openStored(address.id);
    case 'example':
      return openExample(address.slug);
    case 'link':
      return openLink(address.fragment);
  }
}

export const showGallery = (): Promise<void> =>
  inTurn(async () => {
    await autosave.flush();
    clearSelection();
    closeDocument();
    suggest(undefined);
    showAddress({ kind: 'gallery' });
  });

export const openExample = (slug: string): Promise<void> =>
  inTurn(async () => {
    clearRefusals();
    try {
      const scenario = await loadExample(slug);
      await autosave.flush();
      clearSelection();
      autosave.openUnchanged(scenario);
      showView(firstView(scenario));
      suggest(EXAMPLES.find((one) => one.slug === slug)?.tryThis);
      showAddress({ kind: 'example', slug });
    } catch (reason) {
      refuse('example', reasonText(reason));
    }
  });

/** An example that was measured is about how the prediction lies over what was measured. */
const firstView = ({ measurement }: Scenario): View => (measurement ? 'compare' : 'occupancy');

const reasonText = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

export const openStored = (id: string): Promise<void> => inTurn(() => openStoredNow(id));

async function openStoredNow(id: string): Promise<void> {
  clearRefusals();
  if (id === useDocument.getState().id) return;
  await autosave.flush();
  let stored: StoredScenario | undefined;
  try {
    stored = await library.read(id);
  } catch (reason) {
    return refuse('scenario', `The browser does not let its storage be read: ${reasonText(reason)}`);
  }
  if (!stored)
    return refuse(
      'scenario',
      'This browser does not have that scenario. It may have been deleted here, or kept in another browser.',
    );
  const [{ parseScenario }, { readableVariants }] = await Promise.all([
    import('../../../core/scenario/read-scenario.ts'),
    import('../../../core/scenario/read-variants.ts'),
  ]);
  const scenario = parseScenario(stored.scenario);
  if (!scenario.ok) return refuse('scenario', `It cannot be read: ${scenario.error[0]?.message ?? ''}`);
  clearSelection();
  const variants = readableVariants(stored.variants ?? []);
  autosave.openStored({ ...stored, variants, scenario: scenario.value });
  suggest(undefined);
  showAddress({ kind: 'stored', id });
}

/** Opens a scenario that this browser does not keep yet, and keeps it. */
export const openScenario = (scenario: Scenario): Promise<void> => inTurn(() => openScenarioNow(scenario));

async function openScenarioNow(scenario: Scenario): Promise<void> {
  await autosave.flush();
  clearSelection();
  suggest(undefined);
  showAddress({ kind: 'stored', id: autosave.openNew(scenario) });
}

/** The measurement of a link is a layer of its own, which may fail alone. */
async function openLink(fragment: string): Promise<void> {
  const scenario = await inTurn(() => openLinkNow(fragment));
  if (!scenario) return;
  const { id } = useDocument.getState();
  const isStillOpen = (): boolean => useDocument.getState().id === id;
  const { measuredOfLink } = await import('../../../core/scenario/link-measured.ts');
  const measured = await measuredOfLink(fragment);
  const { openSharedMeasurement } = await import('../measure/reading.ts');
  if (!isStillOpen()) return;
  if (measured?.ok) await openSharedMeasurement(measured.value);
  else if (measured)
    tellRefusal({ title: 'The link’s measurements were not opened', description: measured.error });
  // Last, since its points may take long.
  if (isStillOpen()) await openStudyOf(fragment, scenario);
}

async function openLinkNow(fragment: string): Promise<Scenario | undefined> {
  const { decodeShareLink } = await import('../../../core/scenario/share-link.ts');
  const read = await decodeShareLink(fragment);
  if (read.ok) await openScenarioNow(read.value);
  else refuse('link', read.error);
  return read.ok ? read.value : undefined;
}

/** The study of a link is a layer of its own too. */
async function openStudyOf(fragment: string, scenario: Scenario): Promise<void> {
  if (!fragment.includes('&study=')) return;
  const { openLinkedStudy } = await import('../explore/study-files.ts');
  await openLinkedStudy(fragment, scenario);
}

/** Says why, and leaves what was open as it was. */
function refuse(what: 'link' | 'example' | 'scenario', description: string): void {
  tellRefusal({ title: `The ${what} was not opened`, description });
  showAddress(shown);
}

/** The address of what is open. */
let shown: Address = { kind: 'gallery' };

/** Between the gallery and what is opened from it one can go back and forward. */
function showAddress(address: Address): void {
  const isStep =
    (shown.kind === 'gallery') !== (address.kind === 'gallery') && location.hash === addressHash(shown);
  shown = address;
  if (isStep) history.pushState(null, '', addressHash(address));
  else history.replaceState(null, '', addressHash(address));
}
