/** What was read from measurement files, reduced, in IndexedDB beside the scenario that it was laid over. Raw data is never kept. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { SampledAgainstTraced } from '../../../workers/measure/queries/contract.ts';

export interface StoredMeasured {
  /** Of the scenario. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Newest first. */
  readonly kept: readonly ReducedMeasurement[];
  readonly sampled?: SampledAgainstTraced;
}

interface MeasuredSchema extends DBSchema {
  measured: { key: string; value: StoredMeasured };
}

/** What is younger may belong to a scenario that is saved only now. */
const SETTLED = 24 * 3600 * 1000;

export class MeasuredLibrary {
  private database: Promise<IDBPDatabase<MeasuredSchema>> | undefined;

  async read(id: string): Promise<StoredMeasured | undefined> {
    return (await this.open()).get('measured', id);
  }

  async save(measured: Omit<StoredMeasured, 'savedAt'>): Promise<void> {
    await (await this.open()).put('measured', { ...measured, savedAt: Date.now() });
  }

  async remove(id: string): Promise<void> {
    await (await this.open()).delete('measured', id);
  }

  /** Takes away what belongs to none of these scenarios. */
  async keepOnly(scenarios: ReadonlySet<string>): Promise<void> {
    const store = (await this.open()).transaction('measured', 'readwrite').store;
    for await (const cursor of store) {
      const { id, savedAt } = cursor.value;
      if (!scenarios.has(id) && Date.now() - savedAt > SETTLED) await cursor.delete();
    }
  }

  private open(): Promise<IDBPDatabase<MeasuredSchema>> {
    this.database ??= openDB<MeasuredSchema>('stagegraph-measured', 1, {
      upgrade(database) {
        database.createObjectStore('measured', { keyPath: 'id' });
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
