import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../model/scenario.ts';
import { Autosave } from './autosave.ts';
import { closeDocument, editDocument, undoEdit } from './document-store.ts';
import type { SaveOutcome, StoredScenario } from './scenario-library.ts';

const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 2,
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
    await vi.waitUntil(() => this.finish);
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
  await vi.waitUntil(() => autosave.isIdle());

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
  await vi.waitUntil(() => autosave.isIdle());
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
