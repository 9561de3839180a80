/** What all chains have drawn, without the first half of each: columns for the summary. */
import type { ChainRecord, Interval, PosteriorProblem } from './contract.ts';
import { QUEUE_COLUMNS } from './row-writer.ts';
import { DISTRIBUTION_WIDTH } from './service-distributions.ts';

interface Place {
  readonly record: ChainRecord;
  readonly row: number;
}

export class PooledDraws {
  /** By chain, in order. */
  readonly rounds: readonly (readonly ChainRecord[])[];
  private readonly byChain: readonly (readonly Place[])[];
  private readonly all: readonly Place[];

  constructor(
    private readonly problem: PosteriorProblem,
    records: readonly ChainRecord[],
  ) {
    const chains = [...new Set(records.map(({ chain }) => chain))].sort((i, j) => i - j);
    this.rounds = chains.map((chain) =>
      records
        .filter((record) => record.chain === chain)
        .sort((one, other) => one.end.sweeps - other.end.sweeps),
    );
    this.byChain = this.rounds.map((rounds) => {
      const rows = rounds.flatMap((record) =>
        Array.from({ length: record.rows }, (_, row) => ({ record, row })),
      );
      return rows.slice(rows.length >> 1);
    });
    this.all = this.byChain.flat();
  }

  get count(): number {
    return this.all.length;
  }

  /** One number per draw of each chain. */
  chainsOf(value: (record: ChainRecord, row: number) => number): readonly Float64Array[] {
    return this.byChain.map((places) => Float64Array.from(places, ({ record, row }) => value(record, row)));
  }

  /** Values of all chains together. */
  valuesOf(value: (record: ChainRecord, row: number) => number): Float64Array {
    return Float64Array.from(this.all, ({ record, row }) => value(record, row));
  }

  /** 0: mean of the distribution of queue i, 1: its scv, 2: mean service, 3: mean waiting of its tasks. */
  queueColumn(i: number, column: number): (record: ChainRecord, row: number) => number {
    const { length } = this.problem.queues;
    return ({ queues }, row) => queues[(row * length + i) * QUEUE_COLUMNS + column]!;
  }

  distributionColumn(i: number, column: number): (record: ChainRecord, row: number) => number {
    const { length } = this.problem.queues;
    return ({ distributions }, row) => distributions[(row * length + i) * DISTRIBUTION_WIDTH + column]!;
  }

  /** 0: tasks of window w; 1 + 2 i and 2 + 2 i: waiting and service in queue i. */
  windowColumn(w: number, column: number): (record: ChainRecord, row: number) => number {
    const { windows: count, queues } = this.problem;
    const width = 1 + 2 * queues.length;
    return ({ windows }, row) => windows[(row * count + w) * width + column]!;
  }

  /** Tasks that took this path. */
  pathColumn(path: number): (record: ChainRecord, row: number) => number {
    const { length } = this.problem.paths;
    return ({ paths }, row) => paths[row * length + path]!;
  }

  /** 2 i and 2 i + 1: waiting and service of the slowest tasks in queue i. */
  slowColumn(column: number): (record: ChainRecord, row: number) => number {
    const width = 2 * this.problem.queues.length;
    return ({ slow }, row) => slow[row * width + column]!;
  }
}

/** Mean and the 2.5 and 97.5 % quantiles. */
export function intervalOf(values: Float64Array): Interval {
  const sorted = values.slice().sort();
  const at = (p: number): number => {
    const place = p * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
  };
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: at(0.025),
    high: at(0.975),
  };
}
