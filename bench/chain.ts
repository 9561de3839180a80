/** How long the Markov chain takes, and how that compares with SciPy's sparse direct solver on the same chain. */
import { spawnSync } from 'node:child_process';
import type { Scenario } from '../src/model/scenario.ts';
import { closedClasses } from '../workers/numeric/closed-classes.ts';
import { solveStationary } from '../workers/numeric/stationary.ts';
import { chainModel } from '../workers/solve/chain/build-chain-model.ts';
import { exploreChain } from '../workers/solve/chain/explore-chain.ts';
import { solveChain } from '../workers/solve/chain/solve-chain.ts';
import type { BenchRow } from './row.ts';

/** Two stages of K places with blocking after service, loss at the entry: (K + 1)^2 + K states. */
function tandem(K: number): Scenario {
  const law = (rate: number) => ({ law: 'exponential', rate }) as const;
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 2,
    name: 'tandem',
    nodes: [
      { id: 'in', kind: 'source', interarrival: law(0.9) },
      { id: 'a', kind: 'stage', service: law(1), capacity: K, whenFull: 'drop' },
      { id: 'b', kind: 'stage', service: law(1), capacity: K },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'out' },
    ],
  };
}

export async function benchChain(): Promise<readonly BenchRow[]> {
  const K = 299;
  const chain = exploreChain(chainModel(tandem(K), new Map()), 1e6);
  if (chain.kind === 'tooLarge' || closedClasses(chain.rates).length > 1) throw new Error('not one chain');
  const ours = Math.min(...[1, 2, 3].map(() => secondsOf(() => solveStationary(chain.rates).residual)));
  const theirs = scipySeconds(K);
  const large = secondsOf(() => solveChain(tandem(998)).kind);
  const memory = process.memoryUsage().rss / 1e9;
  const states = chain.stateCount.toLocaleString('en-US');
  return [
    {
      what: `balance of ${states} states, elimination by nested dissection`,
      result: `${ours.toFixed(2)} s`,
    },
    theirs === undefined
      ? { what: 'the same by SciPy (splu)', result: 'not measured: python3 with SciPy is not installed' }
      : {
          what: 'the same by SciPy (splu), over ours',
          result: `${theirs.toFixed(2)} s, ratio ${(theirs / ours).toFixed(2)}`,
          goal: 'ratio at least 1',
          met: theirs >= ours,
        },
    {
      what: 'chain of 999,000 states, from the drawing to the answer',
      result: `${large.toFixed(1)} s, ${memory.toFixed(2)} GB`,
      goal: 'under 40 s and 2 GB',
      met: large < 40 && memory < 2,
    },
  ];
}

function secondsOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

/** One row of the balance replaced by pi of the last state = 1, factorized and solved; the best of three, as of ours. */
const SCIPY = `
import sys, time
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sl
K = int(sys.argv[1])
index, todo, rows, cols, vals = {}, [], [], [], []
def number(s):
    if s not in index:
        index[s] = len(index)
        todo.append(s)
    return index[s]
number((0, 0, 0))
for i, (n, m, blocked) in enumerate(todo):
    def go(s, rate):
        rows.append(i); cols.append(number(s)); vals.append(rate)
    if n < K: go((n + 1, m, blocked), 0.9)
    if n > 0 and not blocked: go((n - 1, m + 1, 0) if m < K else (n, m, 1), 1.0)
    if m > 0: go((n - 1, m, 0) if blocked else (n, m - 1, 0), 1.0)
N = len(todo)
Q = sp.csr_matrix((vals, (rows, cols)), shape=(N, N))
Q = (Q - sp.diags(np.asarray(Q.sum(1)).ravel())).T.tocsc()
best = float('inf')
for _ in range(3):
    start = time.perf_counter()
    A, b = Q[:-1, :-1], -Q[:-1, [-1]].toarray().ravel()
    sl.splu(A).solve(b)
    best = min(best, time.perf_counter() - start)
print(best)
`;

function scipySeconds(K: number): number | undefined {
  const { status, stdout } = spawnSync('python3', ['-c', SCIPY, String(K)], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}
