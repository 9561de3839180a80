/** How long the Markov chain takes, and how that compares with SciPy's sparse direct solver on the same matrix. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario, StageNode } from '../core/scenario/scenario.ts';
import { closedClasses } from '../workers/numeric/closed-classes.ts';
import { type SparseMatrix, submatrix } from '../workers/numeric/sparse-matrix.ts';
import { solveStationary } from '../workers/numeric/stationary.ts';
import { chainModel } from '../workers/solve/chain/build-chain-model.ts';
import { exploreChain } from '../workers/solve/chain/explore-chain.ts';
import { solveChain } from '../workers/solve/chain/solve-chain.ts';
import { type BenchRow, median } from './row.ts';

const distribution = (rate: number) => ({ distribution: 'exponential', rate }) as const;

/** Stages in line with blocking after service, loss at the entry. */
function line(stages: readonly Pick<StageNode, 'service' | 'capacity' | 'bulk'>[]): Scenario {
  const ids = ['in', ...stages.map((_, i) => `s${i}`), 'out'];
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 3,
    name: 'line',
    nodes: [
      { id: 'in', kind: 'source', interarrival: distribution(0.9) },
      ...stages.map(
        (stage, i): StageNode => ({
          id: `s${i}`,
          kind: 'stage',
          ...stage,
          ...(i === 0 && { whenFull: 'drop' }),
        }),
      ),
      { id: 'out', kind: 'sink' },
    ],
    links: ids.slice(1).map((to, i) => ({ from: ids[i]!, to })),
  };
}

/** Two stages of K places: (K + 1)^2 + K states. */
const tandem = (K: number): Scenario =>
  line([
    { service: distribution(1), capacity: K },
    { service: distribution(1), capacity: K },
  ]);

/** A bus that takes 16 at a time to a stage of 130 places. */
const bus = (): Scenario =>
  line([
    { service: distribution(0.07), capacity: 512, bulk: { rule: 'full', size: 16 } },
    { service: distribution(1), capacity: 130 },
  ]);

export async function benchChain(): Promise<readonly BenchRow[]> {
  const compared = [
    ...compareBalance('a line of two stages', tandem(299)),
    ...compareBalance('a bus of 16 before a stage', bus()),
  ];
  const large = secondsOf(() => solveChain(tandem(998)).kind);
  const memory = process.memoryUsage().rss / 1e9;
  return [
    ...compared,
    {
      what: 'chain of 999,000 states, from the drawing to the answer',
      result: `${large.toFixed(1)} s, ${memory.toFixed(2)} GB`,
      goal: 'under 40 s and 2 GB',
      met: large < 40 && memory < 2,
    },
  ];
}

const ROUNDS = 7;

/** The balance alone, ours and SciPy's in turn, in seconds of a processor: the median of the rounds. */
function compareBalance(name: string, scenario: Scenario): readonly BenchRow[] {
  const rates = ratesOf(scenario);
  const ours: number[] = [];
  const theirs: number[] = [];
  const scipy = new Scipy(rates);
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(processorSecondsOf(() => solveStationary(rates).residual));
    const seconds = scipy.seconds();
    if (seconds !== undefined) theirs.push(seconds);
  }
  scipy.close();
  const states = rates.size.toLocaleString('en-US');
  const result = `${median(ours).toFixed(2)} s`;
  const what = `balance of ${states} states, ${name}: elimination by nested dissection`;
  const same = 'the same by SciPy (splu, one thread), over ours';
  if (theirs.length === 0)
    return [
      { what, result },
      { what: same, result: 'not measured: python3 with SciPy is not installed' },
    ];
  const ratio = median(theirs) / median(ours);
  return [
    { what, result },
    {
      what: same,
      result: `${median(theirs).toFixed(2)} s, ratio ${ratio.toFixed(2)}`,
      goal: 'ratio at least 1',
      met: ratio >= 1,
    },
  ];
}

/** Transition rates among the recurrent states, which must be one class. */
function ratesOf(scenario: Scenario): SparseMatrix {
  const chain = exploreChain(chainModel(scenario, new Map()), 1e6);
  if (chain.kind === 'tooLarge') throw new Error('not so small');
  const [members, ...others] = closedClasses(chain.rates);
  if (!members || others.length > 0) throw new Error('not one chain');
  return submatrix(chain.rates, members);
}

function processorSecondsOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function secondsOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

/** One row of the balance replaced by pi of the last state = 1, factorized and solved. */
const SCIPY = `
import sys, time
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sl
read = lambda name, kind: np.fromfile(sys.argv[1] + '/' + name, dtype=kind)
starts = read('starts', np.int32)
N = len(starts) - 1
Q = sp.csr_matrix((read('values', np.float64), read('columns', np.int32), starts), shape=(N, N))
Q = (Q - sp.diags(np.asarray(Q.sum(1)).ravel())).T.tocsc()
start = time.process_time()
A, b = Q[:-1, :-1], -Q[:-1, [-1]].toarray().ravel()
sl.splu(A).solve(b)
print(time.process_time() - start)
`;

/** SciPy on one matrix, a process each time. */
class Scipy {
  private readonly folder = mkdtempSync(join(tmpdir(), 'chain-'));

  constructor({ starts, columns, values }: SparseMatrix) {
    for (const [name, array] of Object.entries({ starts, columns, values }))
      writeFileSync(join(this.folder, name), array);
  }

  seconds(): number | undefined {
    const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
    const { status, stdout } = spawnSync('python3', ['-c', SCIPY, this.folder], { encoding: 'utf8', env });
    return status === 0 ? Number(stdout) : undefined;
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}
