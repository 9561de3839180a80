/** Tables of tasks as they come in: the measurement that is looked at, a file, or the shipped example. */

import { isStage } from '../../../core/scenario/scenario.ts';
import type {
  MeasuredStage,
  MeasurementFault,
  ReducedMeasurement,
} from '../../../workers/measure/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';
import { MeasurementClient } from '../measure/measurement-client.ts';
import { stopInferring } from './posterior-run.ts';
import { NO_POSTERIOR, type TaskSource, usePosterior } from './posterior-store.ts';

/** A simulated copy of the web experiment of Sutton & Jordan (2009), every second request observed. */
const EXAMPLE = 'measurements/web-requests.csv';

const client = new MeasurementClient();
let abort = new AbortController();
let opened = 0;

/** The measurement that is looked at, whenever it is another one that has tasks. */
function followMeasured(now: MeasuredState, before?: MeasuredState): void {
  const measured = selectShown(now);
  if (measured && measured !== (before && selectShown(before))) takeTasks(measured, false);
}

/** Takes the place of what was there once it is read. */
export async function openTasks(file: File, isExample = false): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  usePosterior.setState({ reading: file.name, refusal: undefined });
  const refuse = (...faults: readonly string[]): void =>
    usePosterior.setState({ reading: undefined, refusal: { name: file.name, faults } });
  try {
    const read = await client.reduce(file, { stages: knownStages() }, { signal });
    if (signal.aborted) return;
    if (!read.ok) refuse(...read.error.map(faultText));
    else if (!takeTasks(read.value.reduced, isExample))
      refuse('there are no tasks in it; expected rows of a table tasks.');
  } catch (reason) {
    if (isAbort(reason)) usePosterior.setState({ reading: undefined });
    else refuse(`The reader stopped: ${reason instanceof Error ? reason.message : String(reason)}`);
  }
}

export async function openWebExperiment(): Promise<void> {
  usePosterior.setState({ reading: 'the web experiment', refusal: undefined });
  try {
    const response = await fetch(EXAMPLE);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await openTasks(new File([await response.blob()], 'web-requests.csv'), true);
  } catch (reason) {
    const words = reason instanceof Error ? reason.message : String(reason);
    usePosterior.setState({ reading: undefined, refusal: { name: EXAMPLE, faults: [`${words}.`] } });
  }
}

export function stopReading(): void {
  abort.abort();
  usePosterior.setState({ reading: undefined });
}

/** The measurement of the tab Measured, where it has tasks. */
export function openMeasuredTasks(): void {
  const measured = selectShown(useMeasured.getState());
  if (measured) takeTasks(measured, false);
}

/** False where there are none. Settings of the run stay; those of the queues were of other queues. */
function takeTasks({ name, tasks, queues }: ReducedMeasurement, isExample: boolean): boolean {
  if (!tasks || tasks.task.length === 0) return false;
  stopInferring();
  opened += 1;
  const source: TaskSource = { key: `${name} ${opened}`, name, tasks, queues, isExample };
  const { settings } = usePosterior.getState();
  usePosterior.setState({ ...NO_POSTERIOR, source, settings: { ...settings, byQueue: {} } }, true);
  return true;
}

const knownStages = (): readonly MeasuredStage[] =>
  (selectScenario(useDocument.getState())?.nodes ?? []).filter(isStage).map(({ id, name, capacity }) => ({
    id,
    ...(name !== undefined && { name }),
    ...(capacity !== undefined && { capacity }),
  }));

const faultText = ({ line, message, code }: MeasurementFault): string =>
  `${line === undefined ? '' : `line ${line}: `}${message} [${code}]`;

useMeasured.subscribe(followMeasured);
followMeasured(useMeasured.getState());
