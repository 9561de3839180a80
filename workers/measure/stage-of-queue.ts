/** The stage that a name, or a queue of a measurement, means. */
import { type MeasuredStage, type ReducedQueue, withoutStage } from './contract.ts';

type Named = Pick<MeasuredStage, 'id' | 'name'>;

/** The stage that a name means, if there is one. */
export type StageFinder<Stage extends Named = MeasuredStage> = (name: string) => Stage | undefined;

/** Ids are tried before names, and exact spelling before any case. */
export function stageFinder<Stage extends Named>(stages: readonly Stage[]): StageFinder<Stage> {
  const spellings = [
    ...[(stage: Stage) => stage.id, (stage: Stage) => stage.id.toLowerCase()],
    ...[(stage: Stage) => stage.name, (stage: Stage) => stage.name?.toLowerCase()],
  ];
  const indexes = spellings.map((spelling) => uniqueIndex(stages, spelling));
  const find = (name: string): Stage | undefined => {
    const tries = [name, name.toLowerCase(), name, name.toLowerCase()];
    return indexes.map((index, position) => index.get(tries[position]!)).find((stage) => stage !== undefined);
  };
  // The apostrophe that keeps a spreadsheet from running an id as a formula is no part of it.
  return (name) => find(name) ?? (name.startsWith("'") ? find(name.slice(1)) : undefined);
}

/** A spelling that two stages share names neither. */
function uniqueIndex<Stage>(
  stages: readonly Stage[],
  spelling: (stage: Stage) => string | undefined,
): Map<string, Stage | undefined> {
  const index = new Map<string, Stage | undefined>();
  for (const stage of stages) {
    const key = spelling(stage);
    if (key !== undefined) index.set(key, index.has(key) ? undefined : stage);
  }
  return index;
}

/** The stage that a queue feeds, by its dest, its name or its id; a part of a virtual queue feeds none. */
export function stageOfQueue<Stage extends Named>(
  queue: Pick<ReducedQueue, 'id' | 'name' | 'dest' | 'kind'>,
  find: StageFinder<Stage>,
): Stage | undefined {
  if (queue.kind === 'tail' || queue.kind === 'head' || queue.dest === withoutStage) return undefined;
  for (const name of [queue.dest, queue.name, queue.id]) {
    const stage = name === undefined ? undefined : find(name);
    if (stage) return stage;
  }
  return undefined;
}
