/**
 * The ways that elements take: a source, and the stages behind it in the order of their first visits. A path is a number,
 * so an element carries it at no cost; a tree says which number follows at which stage.
 *
 * Memory: at most 4 096 beginnings of paths and 16 384 steps between them. What does not fit is OTHER_PATH.
 */

/** All paths that are not told apart. */
export const OTHER_PATH = 0;

const MOST_PATHS = 4096;
const MOST_STEPS = 16_384;
const NONE = -1;

export class PathTable {
  private paths = 1;
  private steps = 0;
  private readonly starts = new Map<number, number>();
  /**
   * For each path: what came before, its last stage (for a path of length 0: its source), and the first step from
   * it.
   */
  private readonly before = new Int32Array(MOST_PATHS).fill(NONE);
  private readonly last = new Int32Array(MOST_PATHS).fill(NONE);
  private readonly firstStep = new Int32Array(MOST_PATHS).fill(NONE);
  /** For each step: at which stage, to which path, and the next step from the same path. */
  private readonly stepStage = new Int32Array(MOST_STEPS);
  private readonly stepPath = new Int32Array(MOST_STEPS);
  private readonly nextStep = new Int32Array(MOST_STEPS).fill(NONE);

  /** The path of an element that comes from this source (its index) and has been nowhere yet. */
  start(sourceNode: number): number {
    const known = this.starts.get(sourceNode);
    if (known !== undefined) return known;
    const path = this.addPath(NONE, sourceNode);
    this.starts.set(sourceNode, path);
    return path;
  }

  /** The path of an element that was on `path` and enters this stage (its index). */
  step(path: number, stage: number): number {
    for (let step = this.firstStep[path]!; step !== NONE; step = this.nextStep[step]!)
      if (this.stepStage[step] === stage) return this.stepPath[step]!;
    return path === OTHER_PATH ? OTHER_PATH : this.addStep(path, stage);
  }

  /** Source and stages, as indices. Not of OTHER_PATH. */
  describe(path: number): { readonly source: number; readonly stages: readonly number[] } {
    const stages: number[] = [];
    let at = path;
    for (; this.before[at] !== NONE; at = this.before[at]!) stages.unshift(this.last[at]!);
    return { source: this.last[at]!, stages };
  }

  private addStep(path: number, stage: number): number {
    if (this.steps === MOST_STEPS) return OTHER_PATH;
    const step = this.steps++;
    const next = this.describe(path).stages.includes(stage) ? path : this.addPath(path, stage);
    this.stepStage[step] = stage;
    this.stepPath[step] = next;
    this.nextStep[step] = this.firstStep[path]!;
    this.firstStep[path] = step;
    return next;
  }

  private addPath(before: number, last: number): number {
    if (this.paths === MOST_PATHS) return OTHER_PATH;
    const path = this.paths++;
    this.before[path] = before;
    this.last[path] = last;
    return path;
  }
}
