/** Keeps measurements with their scenario: loads those of the one that is opened, saves what is read, studies what is shown. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type {
  MeasuredService,
  MeasuredStudy,
  SampledAgainstTraced,
} from '../../../workers/measure/queries/contract.ts';
import { againWhenLost, createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { NOTHING_MEASURED, selectShown, showMeasured, useMeasured } from './measured-store.ts';

/** What was read from measurement files, reduced, in IndexedDB beside the scenario that it was laid over. Raw data is never kept. */

interface StoredMeasured {
  /** Id of the scenario. */
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

/** Looks at reduced measurements. */
export const measuredClient = createClient<MeasuredService>(
  () => new Worker(new URL('../../../workers/entry/measured.worker.ts', import.meta.url), { type: 'module' }),
);
export const measuredLibrary = new MeasuredLibrary();

/** Most files of one scenario; a further one replaces the oldest. */
const MOST_KEPT = 4;

/** Follows the open scenario from now on. */
export function followMeasured(): void {
  useDocument.subscribe((document, before) => {
    if (document.id !== before.id) {
      // An unchanged history under another id is a copy, which takes its measurements along.
      // A browser that refuses storage keeps none.
      if (document.id !== undefined && document.history === before.history) save().catch(() => undefined);
      else loaded = load(document.id);
    }
    if (document.history !== before.history) {
      followQueues(selectScenario(document));
      study();
    }
  });
  useMeasured.subscribe((now, before) => {
    if (selectShown(now) !== selectShown(before)) study();
  });
}

/** Done when the measurements of the open scenario are loaded. */
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

/** How the queues of a file were mapped in the states of the drawing before and after each such step. */
const queuesIn = new WeakMap<Scenario, ReducedMeasurement>();

export function rememberQueues(reduced: ReducedMeasurement): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) queuesIn.set(scenario, reduced);
}

/** Undoing a mapping takes it back in the file's queues too. */
function followQueues(scenario: Scenario | undefined): void {
  const then = scenario && queuesIn.get(scenario);
  const { kept } = useMeasured.getState();
  if (!then || kept.includes(then) || !kept.some(({ name }) => name === then.name)) return;
  // A browser that refuses storage keeps none.
  keepMeasured(then).catch(() => undefined);
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

interface StudyQuestion {
  readonly reduced: ReducedMeasurement;
  readonly scenario: Scenario;
}

/** A study depends on no more of the drawing than a measurement is read with. */
const studyKey = ({
  reduced: { name, rows },
  scenario: { nodes, links, queries },
}: StudyQuestion): string => {
  const drawn = nodes.map((node) => [node.id, node.kind, node.name, 'capacity' in node ? node.capacity : 0]);
  return JSON.stringify([name, rows, drawn, links.map(({ from, to }) => [from, to]), queries]);
};

/** What is read off the measurement that is shown. */
export const studyRun = createRun<StudyQuestion, MeasuredStudy>({
  name: 'study',
  key: studyKey,
  ask: async ({ reduced, scenario: { nodes, links, queries = [] } }, { signal, workerLost }) => {
    // Without the signal: ending the worker would take what else it is asked with it. One that died, perhaps of
    // another file, has a successor.
    const ask = () => measuredClient.study(undefined, reduced, { nodes, links }, queries);
    return ok(await againWhenLost(signal, workerLost, ask));
  },
  lost: (message) => message,
});

export const useStudy = <Part>(select: (study: MeasuredStudy | undefined) => Part): Part =>
  studyRun.use(({ answer }) => select(answer));

let studied: ReducedMeasurement | undefined;

function study(): void {
  const reduced = selectShown(useMeasured.getState());
  const scenario = selectScenario(useDocument.getState());
  if (studied !== reduced) studyRun.reset();
  studied = reduced;
  if (!reduced || !scenario) return;
  // One that failed is asked again with the next edit.
  const ask = studyRun.get().status === 'failed' ? studyRun.ask : studyRun.follow;
  void ask({ reduced, scenario });
}
