/** For tests: Markov chains whose states are plain values, found by following all transitions. Some thousand states at most. */

export interface Jump<State> {
  readonly rate: number;
  readonly to: State;
}

/** Long-run averages of the chain that starts here. */
export function solveMarkov<State>(
  start: State,
  jumpsFrom: (state: State) => readonly Jump<State>[],
): { readonly states: number; readonly average: (of: (state: State) => number) => number } {
  const states = [start];
  const index = new Map([[JSON.stringify(start), 0]]);
  const rates: Map<number, number>[] = [];
  for (let i = 0; i < states.length; i++) {
    const row = new Map<number, number>();
    for (const { rate, to } of jumpsFrom(states[i]!)) {
      const key = JSON.stringify(to);
      const at = index.get(key) ?? states.length;
      if (at === states.length) {
        index.set(key, at);
        states.push(to);
      }
      if (at !== i && rate > 0) row.set(at, (row.get(at) ?? 0) + rate);
    }
    rates.push(row);
  }
  const pi = stationary(rates);
  return {
    states: states.length,
    average: (of) => states.reduce((sum, state, i) => sum + pi[i]! * of(state), 0),
  };
}

/** Solves pi Q = 0, sum 1, by elimination without subtraction (Grassmann, Taksar & Heyman 1985). */
export function stationary(rates: readonly ReadonlyMap<number, number>[]): number[] {
  const n = rates.length;
  const q = rates.map((row) => {
    const dense = new Float64Array(n);
    for (const [to, rate] of row) dense[to] = rate;
    return dense;
  });
  for (let last = n - 1; last > 0; last--) {
    const row = q[last]!;
    let out = 0;
    for (let j = 0; j < last; j++) out += row[j]!;
    for (let i = 0; i < last; i++) {
      const share = q[i]![last]! / out;
      q[i]![last] = share;
      if (share === 0) continue;
      for (let j = 0; j < last; j++) q[i]![j]! += share * row[j]!;
    }
  }
  const pi = [1];
  for (let j = 1; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < j; i++) sum += pi[i]! * q[i]![j]!;
    pi.push(sum);
  }
  const total = pi.reduce((sum, x) => sum + x, 0);
  return pi.map((x) => x / total);
}
