/** Tables of tasks as they come in: the measurement that is looked at, a file, or the shipped example. */

import { err, ok } from '../../../core/base/result.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { createRun } from '../../run/create-run.ts';
import { knownStages, type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';
import { newMeasurementReader } from '../measure/measurement-client.ts';
import { faultText } from '../measure/reading-words.ts';
import { posteriorRun } from './posterior-run.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';

/** A simulated copy of the web experiment of Sutton & Jordan (2009), every second request observed. */
const EXAMPLE = 'measurements/web-requests.csv';

const reader = newMeasurementReader();
let opened = 0;

interface TaskFile {
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<File>;
  readonly isExample: boolean;
}

/** Why a file could not be used. */
interface TaskRefusal {
  readonly name: string;
  readonly faults: readonly string[];
}

export const tasksRun = createRun<TaskFile, ReducedMeasurement, string, TaskRefusal>({
  name: 'tasks',
  key: ({ name }) => name,
  ask: async ({ name, read }, { signal, progress }) => {
    progress(name);
    const file = await read(signal);
    const reduced = await reader.reduce(signal, file, file.name, { stages: knownStages() }, () => undefined);
    if (!reduced.ok) return err({ name, faults: reduced.error.map(faultText) });
    const value = reduced.value.reduced;
    return hasTasks(value)
      ? ok(value)
      : err({ name, faults: ['there are no tasks in it; expected rows of a table tasks.'] });
  },
  lost: (message, { name }) => ({ name, faults: [`The reader stopped: ${message}`] }),
});

/** The measurement that is looked at, whenever it is another one that has tasks. */
function followMeasured(now: MeasuredState, before?: MeasuredState): void {
  const measured = selectShown(now);
  if (measured && measured !== (before && selectShown(before))) takeTasks(measured, false);
}

/** Takes the place of what was there once it is read. */
async function openTaskFile(asked: TaskFile): Promise<void> {
  const before = tasksRun.get().answer;
  await tasksRun.ask(asked);
  const { status, answer } = tasksRun.get();
  if (status === 'done' && answer && answer !== before) takeTasks(answer, asked.isExample);
}

export const openTasks = (file: File): Promise<void> =>
  openTaskFile({ name: file.name, read: async () => file, isExample: false });

export const openWebExperiment = (): Promise<void> =>
  openTaskFile({
    name: 'the web experiment',
    read: async (signal) => {
      const response = await fetch(EXAMPLE, { signal });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return new File([await response.blob()], 'web-requests.csv');
    },
    isExample: true,
  });

/** The measurement shown under Data, where it has tasks. */
export function openMeasuredTasks(): void {
  const measured = selectShown(useMeasured.getState());
  if (measured) takeTasks(measured, false);
}

const hasTasks = ({ tasks }: ReducedMeasurement): boolean => tasks !== undefined && tasks.task.length > 0;

/** Nothing where there are none. Settings of the run stay; those of the queues were of other queues. */
function takeTasks({ name, tasks, queues }: ReducedMeasurement, isExample: boolean): void {
  if (!tasks || tasks.task.length === 0) return;
  tasksRun.reset();
  posteriorRun.reset();
  opened += 1;
  const source: TaskSource = { key: `${name} ${opened}`, name, tasks, queues, isExample };
  const { settings } = usePosterior.getState();
  usePosterior.setState({ source, settings: { ...settings, byQueue: {} } }, true);
}

useMeasured.subscribe(followMeasured);
followMeasured(useMeasured.getState());
