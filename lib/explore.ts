/** Designs of a study, answered on the threads of this machine, and designs that reach a goal. */
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Goal, Study } from '../core/study/study.ts';
import type { GoalAnswer, GoalProgress, StudyTable } from '../workers/explore/contract.ts';
import { seekGoal } from '../workers/explore/seek-goal.ts';
import { planStudy } from '../workers/explore/study-plan.ts';
import { BadInput } from './bad-input.ts';
import type { PointExecutor } from './point-executor.ts';
import { threadExecutor } from './point-threads.ts';
import { coreCount } from './threads.ts';

/** A design by the names of its columns: `point`, inputs, `status`, `reason`, measures and `... ±`. */
export type PointRow = Readonly<Record<string, string | number | undefined>>;

export interface Explored extends StudyTable {
  readonly rows: readonly PointRow[];
}

export interface ExploreProgress {
  readonly answered: number;
  readonly points: number;
}

/** Designs of one call: they are all kept in memory. */
const MOST_POINTS = 1_000_000;

export interface ExploreRun {
  /** Default as many as cores. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExploreProgress) => void;
}

export async function exploreStudy(
  study: Study,
  { threads = coreCount(), signal, onProgress }: ExploreRun,
): Promise<Explored> {
  const table = plannedTable(study);
  const { points } = table;
  if (points > MOST_POINTS)
    throw new BadInput([
      `explore: expected at most ${MOST_POINTS.toLocaleString('en')} designs, got ${points.toLocaleString('en')}`,
    ]);
  const executor = threadExecutor(study, table.key, threads, signal);
  const rows = await collectPoints(executor, { from: 0, to: points }, (answered) =>
    onProgress?.({ answered, points }),
  );
  return { ...table, rows };
}

/** Refuses a study with errors, and one of which nothing is varied. */
export function plannedTable(study: Study): StudyTable {
  const plan = planStudy(study);
  if (plan.kind === 'faults') throw new BadInput(plan.faults.map((fault) => `explore: ${fault}`));
  if (study.vary.length === 0)
    throw new BadInput(['explore: nothing is varied; say --vary PATH=RANGE, or --goal']);
  return plan.table;
}

/** `reach`: told the point behind those that are answered. */
export async function collectPoints(
  executor: PointExecutor,
  range: PointRange,
  reach: (next: number) => void,
): Promise<readonly PointRow[]> {
  const rows: PointRow[] = [];
  await executor.answer(range, async (lines, next) => {
    for (const line of lines.trimEnd().split('\n')) rows.push(JSON.parse(line) as PointRow);
    reach(next);
  });
  return rows;
}

export function soughtDesign(
  study: Study,
  goal: Goal,
  onProgress?: (progress: GoalProgress) => void,
): GoalAnswer {
  const answer = seekGoal(study, goal, onProgress);
  if (answer.kind === 'faults') throw new BadInput(answer.faults.map((fault) => `explore: ${fault}`));
  return answer;
}
