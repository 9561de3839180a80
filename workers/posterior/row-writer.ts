/** Writes down what a chain has drawn, row by row: what the answers are made of. */

import { ABSENT, type ChainState, ENTRY } from './chain-state.ts';
import type { ChainRecord, PosteriorProblem } from './contract.ts';
import { DISTRIBUTION_WIDTH } from './service-distributions.ts';
import { windowOf } from './windows.ts';

export const QUEUE_COLUMNS = 4;
const SLOWEST = 0.01;

export class RowWriter {
  private row = 0;
  private readonly queues: Float64Array;
  private readonly distributions: Float64Array;
  private readonly windows: Float64Array;
  private readonly slow: Float64Array;
  private readonly paths: Int32Array;
  private readonly count: number;
  private readonly width: number;

  constructor(
    private readonly state: ChainState,
    private readonly problem: PosteriorProblem,
    private readonly pathOf: Int32Array,
    rows: number,
  ) {
    this.count = problem.queues.length;
    this.width = 1 + 2 * this.count;
    this.queues = new Float64Array(rows * this.count * QUEUE_COLUMNS);
    this.distributions = new Float64Array(rows * this.count * DISTRIBUTION_WIDTH);
    this.windows = new Float64Array(rows * problem.windows * this.width);
    this.slow = new Float64Array(rows * 2 * this.count);
    this.paths = new Int32Array(rows * problem.paths.length);
  }

  write(): void {
    const { state, count, row } = this;
    const { distributions } = state;
    const visits = this.writeTasks();
    for (let i = 0; i < count; i += 1) {
      const at = (row * count + i) * QUEUE_COLUMNS;
      const n = Math.max(1, visits.n[i]!);
      this.queues[at] = distributions.mean(i + 1);
      this.queues[at + 1] = distributions.scv(i + 1);
      this.queues[at + 2] = visits.service[i]! / n;
      this.queues[at + 3] = visits.waiting[i]! / n;
    }
    this.distributions.set(
      distributions.parameters.subarray(DISTRIBUTION_WIDTH),
      row * count * DISTRIBUTION_WIDTH,
    );
    for (const path of this.pathOf) this.paths[row * this.problem.paths.length + path]! += 1;
    this.row += 1;
  }

  /** Waiting and service by window and by queue; and of the slowest tasks. */
  private writeTasks() {
    const { state, problem, count, width } = this;
    const { a, d, queue, isLast } = state;
    const [n, waiting, service] = [0, 1, 2].map(() => new Float64Array(count)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const responses = new Float64Array(problem.pathOf.length);
    const rowAt = this.row * problem.windows * width;
    let at = rowAt;
    let entry = 0;
    let task = -1;
    for (let e = 0; e < d.length; e += 1) {
      if (queue[e] === ENTRY) {
        task += 1;
        entry = d[e]!;
        at = rowAt + windowOf(problem, entry) * width;
        this.windows[at]! += 1;
        continue;
      }
      if (queue[e] === ABSENT) continue;
      const i = queue[e]! - 1;
      const u = state.commencement(e);
      n[i]! += 1;
      waiting[i]! += u - a[e]!;
      service[i]! += d[e]! - u;
      this.windows[at + 1 + 2 * i]! += u - a[e]!;
      this.windows[at + 2 + 2 * i]! += d[e]! - u;
      if (isLast[e] === 1) responses[task] = d[e]! - entry;
    }
    this.writeSlowest(responses);
    return { n, waiting, service };
  }

  private writeSlowest(responses: Float64Array): void {
    const { state, count } = this;
    const { a, d, queue } = state;
    const slowest = Math.max(1, Math.round(SLOWEST * responses.length));
    const least = responses.slice().sort()[responses.length - slowest]!;
    const at = this.row * 2 * count;
    let task = -1;
    for (let e = 0; e < d.length; e += 1) {
      if (queue[e] === ENTRY) {
        task += 1;
        continue;
      }
      if (queue[e] === ABSENT || responses[task]! < least) continue;
      const u = state.commencement(e);
      const i = queue[e]! - 1;
      this.slow[at + 2 * i]! += (u - a[e]!) / slowest;
      this.slow[at + 2 * i + 1]! += (d[e]! - u) / slowest;
    }
  }

  columns(): Pick<ChainRecord, 'rows' | 'queues' | 'distributions' | 'windows' | 'slow' | 'paths'> {
    const { queues, distributions, windows, slow, paths } = this;
    return { rows: this.row, queues, distributions, windows, slow, paths };
  }
}
