import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { Autosave } from './autosave.ts';
import { closeDocument, editDocument, nameVariant, undoEdit, useDocument } from './document-store.ts';
import type { KeptVariants } from './history-variants.ts';
import type { SaveOutcome, StoredScenario } from './scenario-library.ts';

const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'as opened',
  nodes: [],
  links: [],
};

/** A library whose writing ends when the test says so. */
class SlowLibrary {
  readonly written: string[] = [];
  private finish: (() => void) | undefined;

  read = async (): Promise<StoredScenario | undefined> => undefined;

  save = async (id: string, scenario: Scenario, revision: number): Promise<SaveOutcome> => {
    await new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.written.push(scenario.name);
    return { kind: 'saved', stored: { id, scenario, revision: revision + 1, savedAt: 0 } };
  };

  async finishWriting(): Promise<void> {
    await vi.waitUntil(() => this.finish, { timeout: 900_000 });
    this.finish?.();
    this.finish = undefined;
  }
}

const rename = (name: string): void => editDocument('Rename', (scenario) => ({ ...scenario, name }));

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
});

afterEach(() => {
  closeDocument();
  vi.unstubAllGlobals();
});

test('an edit undone while it is being written is written undone', async () => {
  const library = new SlowLibrary();
  const messages: string[] = [];
  const autosave = new Autosave(library, {
    onMessage: (text) => messages.push(text),
    onIdentity: () => undefined,
  });
  autosave.openUnchanged(SCENARIO);
  await vi.waitUntil(() => autosave.isIdle(), { timeout: 900_000 });

  rename('edited');
  const saved = autosave.flush();
  // The writing has begun.
  await Promise.resolve();
  undoEdit();
  await library.finishWriting();
  await saved;
  expect(library.written).toEqual(['edited']);
  expect(autosave.isIdle()).toBe(false);

  await library.finishWriting();
  await vi.waitUntil(() => autosave.isIdle(), { timeout: 900_000 });
  expect(library.written).toEqual(['edited', 'as opened']);
  expect(messages).toEqual([]);
});

test('an example is not kept until it is changed', async () => {
  const library = new SlowLibrary();
  const autosave = new Autosave(library, { onMessage: () => undefined, onIdentity: () => undefined });
  autosave.openUnchanged(SCENARIO);
  await autosave.flush();
  expect(library.written).toEqual([]);
});

test('a scenario that was opened unchanged is written when something is kept with it, and once', async () => {
  const library = new SlowLibrary();
  const autosave = new Autosave(library, { onMessage: () => undefined, onIdentity: () => undefined });
  autosave.openUnchanged(SCENARIO);
  autosave.keep();
  const saved = autosave.flush();
  await library.finishWriting();
  await saved;
  autosave.keep();
  await autosave.flush();
  expect(library.written).toEqual(['as opened']);
  expect(autosave.isIdle()).toBe(true);
});

test('a name that another tab took away does not come back with the next edit here', async () => {
  const stored: StoredScenario[] = [];
  const library = {
    read: async (id: string) => stored.findLast((each) => each.id === id),
    save: async (
      id: string,
      scenario: Scenario,
      revision: number,
      kept?: KeptVariants,
    ): Promise<SaveOutcome> => {
      const saved = { id, scenario, revision: revision + 1, savedAt: 0, ...kept };
      stored.push(saved);
      return { kind: 'saved', stored: saved };
    },
  };
  const autosave = new Autosave(library, { onMessage: () => undefined, onIdentity: () => undefined });
  const id = autosave.openNew(SCENARIO);
  await autosave.flush();
  nameVariant(0, 'first');
  await autosave.flush();
  expect(stored.at(-1)?.variants?.map(({ name }) => name)).toEqual(['first']);

  const { revision } = stored.at(-1)!;
  stored.push({ id, scenario: SCENARIO, revision: revision + 1, savedAt: 0, variants: [] });
  const other = new BroadcastChannel('stagegraph-saves');
  other.postMessage(id);
  await vi.waitUntil(() => useDocument.getState().history?.names.size === 0, { timeout: 900_000 });
  other.close();
  rename('edited here');
  await autosave.flush();
  expect(stored.at(-1)).toMatchObject({ scenario: { name: 'edited here' }, variants: [] });
});
