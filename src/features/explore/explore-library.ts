/** Studies and their finished points in IndexedDB: points by the key of their study, so that none is computed twice. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { PointBatch } from '../../../workers/explore/contract.ts';

/** What is kept of the tab for one scenario. */
export interface StoredStudy {
  /** Id of the scenario. */
  readonly id: string;
  /** Model key of the study's scenario: an example that is opened again finds its study by it. */
  readonly model: string;
  readonly savedAt: number;
  readonly study: Study;
  /** Model keys of the scenarios that are points of this study. */
  readonly loaded: readonly string[];
  readonly pins: readonly PinnedScenario[];
}

/** A baseline to compare with. */
export interface PinnedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

interface StoredBatch {
  readonly key: string;
  readonly from: number;
  readonly batch: PointBatch;
}

interface ExploreSchema extends DBSchema {
  studies: { key: string; value: StoredStudy; indexes: { model: string; savedAt: number } };
  batches: { key: [string, number]; value: StoredBatch };
  used: { key: string; value: { key: string; at: number }; indexes: { at: number } };
}

/** Studies whose points are kept; the one that was used longest ago goes first. */
const MOST_KEPT = 40;

export class ExploreLibrary {
  private database: Promise<IDBPDatabase<ExploreSchema>> | undefined;

  /** The study of the scenario with this id, else the newest of an equal scenario. */
  async study(id: string, model: string): Promise<StoredStudy | undefined> {
    const database = await this.open();
    const own = await database.get('studies', id);
    if (own) return own;
    const equal = await database.getAllFromIndex('studies', 'model', model);
    return equal.sort((a, b) => b.savedAt - a.savedAt)[0];
  }

  async saveStudy(stored: Omit<StoredStudy, 'savedAt'>): Promise<void> {
    const transaction = (await this.open()).transaction('studies', 'readwrite');
    await transaction.store.put({ ...stored, savedAt: Date.now() });
    const ids = await transaction.store.index('savedAt').getAllKeys();
    for (const id of ids.slice(0, Math.max(0, ids.length - MOST_KEPT))) await transaction.store.delete(id);
    await transaction.done;
  }

  async points(key: string): Promise<readonly PointBatch[]> {
    const stored = await (await this.open()).getAll('batches', ofStudy(key));
    return stored.map(({ batch }) => batch);
  }

  /** A batch with the same first point is replaced. */
  async addPoints(key: string, batches: readonly PointBatch[]): Promise<void> {
    const transaction = (await this.open()).transaction(['batches', 'used'], 'readwrite');
    const [stored, used] = [transaction.objectStore('batches'), transaction.objectStore('used')];
    for (const batch of batches) await stored.put({ key, from: batch.from, batch });
    await used.put({ key, at: Date.now() });
    const keys = await used.index('at').getAllKeys();
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) {
      await stored.delete(ofStudy(old));
      await used.delete(old);
    }
    await transaction.done;
  }

  private open(): Promise<IDBPDatabase<ExploreSchema>> {
    this.database ??= openDB<ExploreSchema>('stagegraph-explore', 1, {
      upgrade(database) {
        const studies = database.createObjectStore('studies', { keyPath: 'id' });
        studies.createIndex('model', 'model');
        studies.createIndex('savedAt', 'savedAt');
        database.createObjectStore('batches', { keyPath: ['key', 'from'] });
        database.createObjectStore('used', { keyPath: 'key' }).createIndex('at', 'at');
      },
      blocking: () => {
        void this.database?.then((database) => database.close());
        this.database = undefined;
      },
      terminated: () => {
        this.database = undefined;
      },
    });
    return this.database;
  }
}

const ofStudy = (key: string): IDBKeyRange => IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]);
