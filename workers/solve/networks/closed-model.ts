/** A network with closed classes, as the algorithms of this folder take it: R classes with N_r jobs, and stations. */

export interface ClosedModel {
  /** N_r, integers >= 0. */
  readonly populations: readonly number[];
  readonly stations: readonly ClosedStation[];
}

export interface ClosedStation {
  /** v_r: visits in one round, >= 0. */
  readonly visits: readonly number[];
  /** S_r: mean service of one visit, s; with open jobs at c servers 1 / (1 - rho / c) times as long. */
  readonly times: readonly number[];
  /** c: integer >= 1; Infinity for a delay. */
  readonly servers: number;
  /** Load-dependent: work that it does per second with 1, 2, ... jobs there, over that of one server; the last holds beyond. By servers when absent. Only convolution.ts takes it. */
  readonly rates?: readonly number[];
  /** rho: mean open jobs in service, 0 <= rho < c; none without it. */
  readonly openWork?: number;
  /** Known to approximate mean values only: first come, first served with the scv of the services, by class. Without it, as in product form. */
  readonly scv?: readonly number[];
}

export interface ClosedSolution {
  /** X_r: rounds of each class, 1/s. */
  readonly throughput: readonly number[];
  /** Q[i][r]: mean jobs of class r at station i. */
  readonly occupancy: readonly (readonly number[])[];
  /** How long an open job stays at station i, in services of `times`: 1 + the queue at one server. Absent where it is not known exactly. */
  readonly openStay?: readonly number[];
  /** P[n], n = 0, 1, ...: jobs of all closed classes at station i. Absent where only means are known. */
  readonly distribution?: (station: number) => number[];
}

/** D_r = v_r S_r: work in one round, s. */
export const demand = ({ visits, times }: ClosedStation, r: number): number => visits[r]! * times[r]!;

/** Population vectors 0..N, those of all classes: the product of N_r + 1. */
export const stateCount = (populations: readonly number[]): number =>
  populations.reduce((product, N) => product * (N + 1), 1);

/** Population vectors as places in a flat array, the last class running fastest. */
export function strides(populations: readonly number[]): Int32Array {
  const stride = new Int32Array(populations.length);
  let width = 1;
  for (let r = populations.length - 1; r >= 0; r--) {
    stride[r] = width;
    width *= populations[r]! + 1;
  }
  return stride;
}

/** Counts up to the next population vector, in the order of the flat array. */
export function nextVector(n: Int32Array, populations: readonly number[]): void {
  for (let r = n.length - 1; r >= 0; r--) {
    if (n[r]! < populations[r]!) {
      n[r]!++;
      return;
    }
    n[r] = 0;
  }
}
