/** A run tells no percentiles of times through a queue that goes on growing (core/measures/growing.ts). */
import { growingStages, leadsThrough } from '../../core/measures/growing.ts';
import type { SimulationResult, StageEstimate } from './contract.ts';

/** Leaves the percentiles of such times out. */
export function withoutGrowingTails(result: SimulationResult): SimulationResult {
  const growing = growingStages(result.verdicts);
  if (growing.size === 0) return result;
  const { network, stages, classes, paths } = result;
  const comesThere = (jobClass: string): boolean =>
    [...growing].some((id) => (stages[id]?.classes?.[jobClass] ?? stages[id])?.offeredRate?.mean !== 0);
  return {
    ...result,
    stages: changed(stages, (stage, id) => (growing.has(id) ? stageWithout(stage) : stage)),
    network: without(network, 'latencyPercentiles'),
    ...(classes && {
      classes: changed(classes, (one, id) =>
        comesThere(id) ? without(one, 'latencyPercentiles', 'roundTimePercentiles') : one,
      ),
    }),
    ...(paths && {
      paths: paths.map((path) =>
        leadsThrough(growing, path.stages) ? without(path, 'latencyPercentiles') : path,
      ),
    }),
  };
}

function stageWithout(stage: StageEstimate): StageEstimate {
  const { classes, ...own } = without(stage, ...TIMES);
  return classes ? { ...own, classes: changed(classes, (one) => without(one, ...TIMES)) } : own;
}

const TIMES = ['sojournPercentiles', 'waitingPercentiles'] as const;

const changed = <T>(
  entries: Readonly<Record<string, T>>,
  change: (entry: T, id: string) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, change(entry, id)]));

/** The keys are optional. */
const without = <T extends object, Key extends keyof T>(from: T, ...keys: readonly Key[]): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.some((each) => each === key))) as T;
