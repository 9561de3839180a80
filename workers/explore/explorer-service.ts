/** The explorer as a worker offers it: points some at a time, so that messages arrive between them. */
import { piecesOf } from '../../core/study/point-ranges.ts';
import type { Study } from '../../core/study/study.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import { compareDesigns } from './compare-designs.ts';
import type { ExplorerService } from './contract.ts';
import { exploreMapping } from './explore-mapping.ts';
import { growthLadder } from './growth-ladder.ts';
import { paretoFront } from './pareto-front.ts';
import { pointEvaluator } from './point-evaluator.ts';
import { seekGoal } from './seek-goal.ts';
import { sensitivities } from './sensitivities.ts';
import { planStudy } from './study-plan.ts';

/** A batch takes about so long, ms. */
const BATCH_TIME = 100;
/** Points of one batch at most: what a view takes in at once. */
const MOST_IN_BATCH = 20_000;

export function explorerService(): ExplorerService {
  const run = new Run();
  let last: { readonly study: Study; readonly evaluator: ReturnType<typeof pointEvaluator> } | undefined;
  const evaluatorOf = (study: Study) => {
    if (last?.study !== study) last = { study, evaluator: pointEvaluator(study) };
    return last.evaluator;
  };
  return {
    plan(study) {
      const plan = planStudy(study);
      return plan.kind === 'faults' ? plan : plan.table;
    },
    async explore(study, ranges, onBatch) {
      const evaluator = evaluatorOf(study);
      if (evaluator.kind === 'faults') return evaluator;
      const mine = run.begin();
      let size = 1;
      for (const range of ranges) {
        for (let from = range.from; from < range.to; ) {
          if (!(await run.mayGoOn(mine))) return 'cancelled';
          const started = performance.now();
          const [piece] = piecesOf([{ from, to: range.to }], size);
          onBatch(evaluator.evaluate(piece!));
          from = piece!.to;
          size = nextSize(piece!.to - piece!.from, performance.now() - started);
        }
      }
      return (await run.mayGoOn(mine)) ? 'done' : 'cancelled';
    },
    pause: () => run.pause(),
    resume: () => run.resume(),
    cancel: () => run.cancel(),
    seek: seekGoal,
    sensitivities,
    compare: compareDesigns,
    front: paretoFront,
    growth: growthLadder,
    mapping: exploreMapping,
  };
}

/** As many points as fit into the time of a batch, at most four times as many as before. */
const nextSize = (points: number, elapsed: number): number =>
  Math.max(
    1,
    Math.min(MOST_IN_BATCH, 4 * points, Math.floor((points * BATCH_TIME) / Math.max(elapsed, 0.01))),
  );

/** Pauses and ends of the exploration that runs. */
class Run {
  private readonly tasks = new Macrotasks();
  private begun = 0;
  private stopped = 0;
  private waiting: Promise<void> | undefined;
  private wake: () => void = () => undefined;

  begin(): number {
    this.begun += 1;
    return this.begun;
  }

  pause(): void {
    this.waiting ??= new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  resume(): void {
    this.waiting = undefined;
    this.wake();
  }

  cancel(): void {
    this.stopped = this.begun;
    this.resume();
  }

  /** Lets messages arrive, waits while paused; false once cancelled. */
  async mayGoOn(mine: number): Promise<boolean> {
    await this.tasks.next();
    await this.waiting;
    this.tasks.close();
    return mine > this.stopped;
  }
}
