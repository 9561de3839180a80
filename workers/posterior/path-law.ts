/**
 * How likely tasks take each path, and which each one takes now. Paths are those that were seen; with nothing else known, their
 * shares given who takes them are Dirichlet with those numbers (Rubin, Ann. Stat. 9 (1981) 130: a prior that adds nothing).
 */
import type { RandomStream } from '../random/random-stream.ts';
import type { PosteriorProblem } from './contract.ts';
import { drawGamma } from './draw-distributions.ts';

export class PathLaw {
  readonly paths: PosteriorProblem['paths'];
  /** By task: is its path not known? */
  readonly isOpen: Uint8Array;
  /** Sums of the shares up to each path; the last is 1. */
  private readonly upTo: Float64Array;
  private readonly hasOpen: boolean;

  constructor(
    { paths, pathOf: known }: Pick<PosteriorProblem, 'paths' | 'pathOf'>,
    /** By task, the path that it takes now. */
    readonly pathOf: Int32Array,
  ) {
    this.paths = paths;
    // With one path only, there is nothing to draw.
    this.isOpen = Uint8Array.from(known, (path) => (path < 0 && paths.length > 1 ? 1 : 0));
    this.hasOpen = this.isOpen.includes(1);
    this.upTo = new Float64Array(paths.length);
    this.set(paths.map(({ count }) => count));
  }

  /** A path, as tasks take them. */
  draw(stream: RandomStream): number {
    const u = stream.uniform();
    let path = 0;
    while (path < this.upTo.length - 1 && this.upTo[path]! <= u) path += 1;
    return path;
  }

  /** Draws the shares given the path of each task. */
  update(stream: RandomStream): void {
    if (!this.hasOpen) return;
    const counts = new Float64Array(this.paths.length);
    for (const path of this.pathOf) counts[path]! += 1;
    this.set(Array.from(counts, (count) => (count === 0 ? 0 : drawGamma(count, 1, stream))));
  }

  private set(weights: readonly number[]): void {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    for (const [path, weight] of weights.entries()) {
      sum += weight;
      this.upTo[path] = sum / total;
    }
  }
}
