/** Keeps measurements with their scenario: loads those of the one that is opened, saves what is read, studies what is shown. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { SampledAgainstTraced } from '../../../workers/measure/queries/contract.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { MeasuredClient } from './measured-client.ts';
import { MeasuredLibrary } from './measured-library.ts';
import { NOTHING_MEASURED, selectShown, showMeasured, useMeasured } from './measured-store.ts';

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
