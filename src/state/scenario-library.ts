/**
 * The user's scenarios in IndexedDB. Each save names the revision it grew from, so that two tabs with the same scenario
 * never overwrite each other in silence: the later one is told, and keeps its work under a new id.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { KeptVariants } from './history-variants.ts';

export interface StoredScenario extends KeptVariants {
  readonly id: string;
  /** Counts saves. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly scenario: Scenario;
}

interface LibrarySchema extends DBSchema {
  scenarios: { key: string; value: StoredScenario; indexes: { savedAt: number } };
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly stored: StoredScenario }
  /** Another tab saved in between; nothing was written. */
  | { readonly kind: 'conflict'; readonly stored: StoredScenario };

export class ScenarioLibrary {
  private database: Promise<IDBPDatabase<LibrarySchema>> | undefined;
  private readonly name: string;

  /** Told when the browser has closed the storage or clears it; it is opened again when next asked. */
  onLost: () => void = () => undefined;

  constructor(name = 'stagegraph') {
    this.name = name;
  }

  /** Newest first. */
  async list(): Promise<StoredScenario[]> {
    const stored = await (await this.open()).getAllFromIndex('scenarios', 'savedAt');
    return stored.reverse();
  }

  async read(id: string): Promise<StoredScenario | undefined> {
    return (await this.open()).get('scenarios', id);
  }

  /**
   * Writes when the stored revision is still `revision` (0: not stored yet), in one transaction. Variants that are not
   * told stay as they are stored.
   */
  async save(id: string, scenario: Scenario, revision: number, kept?: KeptVariants): Promise<SaveOutcome> {
    const transaction = (await this.open()).transaction('scenarios', 'readwrite');
    const before = await transaction.store.get(id);
    if (before && before.revision !== revision) {
      await transaction.done;
      return { kind: 'conflict', stored: before };
    }
    const { variants, from } = kept ?? before ?? {};
    const stored: StoredScenario = {
      ...{ id, revision: revision + 1, savedAt: Date.now(), scenario },
      ...(variants && { variants }),
      ...(from !== undefined && { from }),
    };
    await transaction.store.put(stored);
    await transaction.done;
    return { kind: 'saved', stored };
  }

  async remove(id: string): Promise<void> {
    await (await this.open()).delete('scenarios', id);
  }

  private open(): Promise<IDBPDatabase<LibrarySchema>> {
    this.database ??= openDB<LibrarySchema>(this.name, 1, {
      upgrade(database) {
        database.createObjectStore('scenarios', { keyPath: 'id' }).createIndex('savedAt', 'savedAt');
      },
      // A newer page in another tab wants to change the layout, or somebody clears the storage: let it.
      blocking: (_, wanted) => {
        void this.database?.then((database) => database.close());
        this.database = undefined;
        if (wanted === null) this.onLost();
      },
      terminated: () => {
        this.database = undefined;
        this.onLost();
      },
    });
    // What is refused now may be allowed when next asked.
    this.database.catch(() => {
      this.database = undefined;
    });
    return this.database;
  }
}

export const newScenarioId = (): string => crypto.randomUUID().slice(0, 8);
