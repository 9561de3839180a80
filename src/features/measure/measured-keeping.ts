/** Keeps measurements with their scenario: loads those of the one that is opened, saves what is read, studies what is shown. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Result } from '../../../core/base/result.ts';
import type { Query } from '../../../core/measurement/query.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ColumnMapping, ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type {
  FileInspection,
  MeasuredGraph,
  MeasuredService,
  MeasuredStudy,
  SampledAgainstTraced,
} from '../../../workers/measure/queries/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { NOTHING_MEASURED, selectShown, showMeasured, useMeasured } from './measured-store.ts';

/** What was read from measurement files, reduced, in IndexedDB beside the scenario that it was laid over. Raw data is never kept. */

interface StoredMeasured {
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

class MeasuredLibrary {
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

/** Asks the worker that looks at reduced measurements. */

class MeasuredClient {
  private readonly bridge = new WorkerBridge<MeasuredService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/measured.worker.ts', import.meta.url), { type: 'module' }),
  });

  inspect(file: File, layout?: Pick<ColumnMapping, 'separator' | 'header'>): Promise<FileInspection> {
    return this.bridge.call((worker) => worker.inspect(file, layout));
  }

  study(
    reduced: ReducedMeasurement,
    graph: MeasuredGraph,
    queries: readonly Query[],
  ): Promise<MeasuredStudy> {
    return this.bridge.call((worker) => worker.study(reduced, graph, queries));
  }

  sampledAgainstTraced(samples: File, trace: File): Promise<Result<SampledAgainstTraced, string>> {
    return this.bridge.call((worker) => worker.sampledAgainstTraced(samples, trace));
  }

  encode(reduced: ReducedMeasurement): Promise<string> {
    return this.bridge.call((worker) => worker.encode(reduced));
  }

  decode(text: string): Promise<Result<ReducedMeasurement, string>> {
    return this.bridge.call((worker) => worker.decode(text));
  }
}

export const measuredClient = new MeasuredClient();
export const measuredLibrary = new MeasuredLibrary();

/** Files of one scenario; the oldest goes. */
const MOST_KEPT = 4;

/** Follows the open scenario from now on. */
export function followMeasured(): void {
  useDocument.subscribe((document, before) => {
    if (document.id !== before.id) {
      // The same history under another id: it goes on as a copy, with its measurements.
      // A browser that refuses storage keeps none.
      if (document.id !== undefined && document.history === before.history) save().catch(() => undefined);
      else loaded = load(document.id);
    }
    if (document.history !== before.history) study();
  });
  useMeasured.subscribe((now, before) => {
    if (selectShown(now) !== selectShown(before)) study();
  });
}

/** Of the open scenario. */
let loaded: Promise<void> = Promise.resolve();

/** Adds what a file was reduced to, in place of an earlier one of the same name. Rejects when the browser does not store it. */
export async function keepMeasured(reduced: ReducedMeasurement): Promise<void> {
  const { id } = useDocument.getState();
  // Saved before those from earlier visits are there, it would take their place.
  await loaded;
  if (useDocument.getState().id !== id) return;
  const others = useMeasured.getState().kept.filter(({ name }) => name !== reduced.name);
  useMeasured.setState({ kept: [reduced, ...others].slice(0, MOST_KEPT) });
  showMeasured(0);
  await save();
}

export async function forgetMeasured(): Promise<void> {
  const { kept, shown, sampled } = useMeasured.getState();
  const left = kept.filter((_, place) => place !== shown);
  useMeasured.setState({ kept: left, sampled: left.length > 0 ? sampled : undefined });
  showMeasured(0);
  await save();
}

export async function keepSampled(sampled: SampledAgainstTraced): Promise<void> {
  useMeasured.setState({ sampled });
  await save();
}

let saving = 0;

/** Everything that was read is stored. */
export const isMeasuredIdle = (): boolean => saving === 0;

async function save(): Promise<void> {
  const { id } = useDocument.getState();
  const { kept, sampled } = useMeasured.getState();
  if (id === undefined) return;
  saving += 1;
  try {
    if (kept.length === 0) await measuredLibrary.remove(id);
    else await measuredLibrary.save({ id, kept, ...(sampled && { sampled }) });
  } finally {
    saving -= 1;
  }
}

async function load(id: string | undefined): Promise<void> {
  const { view, metric } = useMeasured.getState();
  useMeasured.setState({ ...NOTHING_MEASURED, view, metric }, true);
  // A browser that refuses storage shows nothing from before.
  const stored = id === undefined ? undefined : await measuredLibrary.read(id).catch(() => undefined);
  if (!stored || useDocument.getState().id !== id) return;
  useMeasured.setState({ kept: stored.kept, sampled: stored.sampled });
}

/** What a study depends on: of the drawing only what a measurement is read with. */
function studyKey(reduced: ReducedMeasurement, { nodes, links, queries }: Scenario): string {
  const drawn = nodes.map((node) => [node.id, node.kind, node.name, 'capacity' in node ? node.capacity : 0]);
  return JSON.stringify([
    reduced.name,
    reduced.rows,
    drawn,
    links.map(({ from, to }) => [from, to]),
    queries,
  ]);
}

let studied: { readonly reduced: ReducedMeasurement; readonly key: string } | undefined;

/** The newest question wins; an answer that came too late is dropped. */
function study(): void {
  const reduced = selectShown(useMeasured.getState());
  const scenario = selectScenario(useDocument.getState());
  if (!reduced || !scenario) {
    studied = undefined;
    return;
  }
  const key = studyKey(reduced, scenario);
  if (studied?.reduced === reduced && studied.key === key && useMeasured.getState().study) return;
  const mine = { reduced, key };
  studied = mine;
  const { nodes, links, queries = [] } = scenario;
  const ask = () => measuredClient.study(reduced, { nodes, links }, queries);
  // A worker that died, perhaps of another file, has a successor; the next edit asks once more.
  ask()
    .catch(ask)
    .then(
      (answer) => {
        if (studied === mine) useMeasured.setState({ study: answer });
      },
      () => {
        if (studied === mine) studied = undefined;
      },
    );
}
