/**
 * Saves the open scenario shortly after each edit and when the page is left, and takes over what another tab saved.
 * When both tabs changed it, this tab's version goes on as a copy: nothing is lost.
 */
import { assert } from '../../core/base/assert.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { editDocument, openDocument, replaceVariants, useDocument } from './document-store.ts';
import type { History } from './history.ts';
import { originOf, variantsOf } from './history-variants.ts';
import { newScenarioId, type ScenarioLibrary, type StoredScenario } from './scenario-library.ts';

export interface AutosaveEvents {
  /** Another tab's change was taken over, or this tab went on as a copy, or saving failed: one sentence. */
  onMessage(text: string): void;
  /** The open scenario is kept under this id from now on. */
  onIdentity(id: string): void;
}

/** Where scenarios are kept. */
type KeepingPlace = Pick<ScenarioLibrary, 'read' | 'save'>;

const DELAY = 250;
const CHANNEL = 'stagegraph-saves';

export class Autosave {
  private readonly library: KeepingPlace;
  private readonly events: AutosaveEvents;
  private readonly channel = new BroadcastChannel(CHANNEL);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> = Promise.resolve();
  /** What is in the library of the open scenario. */
  private kept: { id: string; revision: number; scenario: Scenario; names?: History['names'] } | undefined;

  constructor(library: KeepingPlace, events: AutosaveEvents) {
    this.library = library;
    this.events = events;
    useDocument.subscribe(() => this.schedule());
    this.channel.addEventListener('message', ({ data }) => void this.heard(data));
    const flush = (): void => void this.flush();
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush();
    });
  }

  /** Opens what the library holds. */
  openStored({ id, revision, scenario, ...variants }: StoredScenario): void {
    openDocument(id, scenario, variants);
    // Keeps the object that is open: a scenario that equals a variant is opened as the variant's own object.
    this.kept = { id, revision, ...nowOpen() };
  }

  /** Opens a scenario that the library does not hold yet, and saves it. */
  openNew(scenario: Scenario): string {
    const id = newScenarioId();
    this.kept = undefined;
    openDocument(id, scenario);
    this.schedule();
    return id;
  }

  /** Opens a scenario that is worth keeping only once it is changed, such as an example. */
  openUnchanged(scenario: Scenario): void {
    const id = newScenarioId();
    openDocument(id, scenario);
    this.kept = { id, revision: 0, ...nowOpen() };
  }

  /** The open scenario is worth keeping as it is: something else is kept with it. */
  keep(): void {
    if (this.kept?.revision === 0) this.kept = undefined;
    this.schedule();
  }

  /** Saves what is not saved yet; resolves when it is written. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.save()).catch((reason: unknown) => this.failed(reason));
    return this.saving;
  }

  /** The storage was closed or cleared while the page was open: what is open is kept again. */
  async storageLost(): Promise<void> {
    const { kept } = this;
    if (!kept || kept.revision === 0) return;
    try {
      if (await this.library.read(kept.id)) return;
    } catch (reason) {
      return this.failed(reason);
    }
    if (this.kept?.id !== kept.id) return;
    this.kept = undefined;
    await this.flush();
    if (!this.isDirty())
      this.events.onMessage(
        'The storage of the browser was cleared while this scenario was open. It is kept again; others are gone.',
      );
  }

  isIdle(): boolean {
    return this.timer === undefined && !this.isDirty();
  }

  private schedule(): void {
    if (!this.isDirty()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), DELAY);
  }

  private isDirty(): boolean {
    const { id, history } = useDocument.getState();
    if (id === undefined) return false;
    const { kept } = this;
    return kept?.id !== id || kept.scenario !== history?.present || kept.names !== history.names;
  }

  private async save(): Promise<void> {
    const { id, history } = useDocument.getState();
    if (id === undefined || !history || !this.isDirty()) return;
    const { present: scenario, names } = history;
    const revision = this.kept?.id === id ? this.kept.revision : 0;
    const variants = { variants: variantsOf(history), from: originOf(history) };
    const outcome = await this.library.save(id, scenario, revision, variants);
    if (outcome.kind === 'conflict') return this.goOnAsCopy(scenario);
    this.kept = { id, revision: outcome.stored.revision, scenario, names };
    if (revision === 0) this.events.onIdentity(id);
    this.channel.postMessage(id);
    // Undone while it was being written: what is open was what was kept then, and asked for no saving.
    this.schedule();
  }

  private goOnAsCopy(scenario: Scenario): void {
    const id = newScenarioId();
    this.kept = undefined;
    useDocument.setState({ id });
    const name = `${scenario.name} (copy from another tab)`.slice(0, 200);
    editDocument('Continue as a copy', (present) => ({ ...present, name }));
    this.events.onIdentity(id);
    this.events.onMessage('This scenario was changed in another tab too. Your version is kept as a copy.');
  }

  private async heard(id: unknown): Promise<void> {
    if (id !== useDocument.getState().id || this.isDirty()) return;
    const stored = typeof id === 'string' ? await this.library.read(id) : undefined;
    if (!stored || this.isDirty() || stored.revision === this.kept?.revision) return;
    replaceVariants(stored.variants ?? []);
    editDocument('Change from another tab', () => stored.scenario);
    this.kept = { id: stored.id, revision: stored.revision, ...nowOpen() };
  }

  private failed(reason: unknown): void {
    const why = reason instanceof Error ? reason.message : String(reason);
    this.events.onMessage(`Not saved: ${why}. Save the scenario as a file to keep it.`);
  }
}

function nowOpen() {
  const { history } = useDocument.getState();
  assert(history, 'a scenario is open');
  return { scenario: history.present, names: history.names };
}
