import { describe, it } from 'vitest';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { SharedResource } from '../../core/scenario/scenario.ts';
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';
import { expectRecords, meanIn, serving } from './records.test-support.ts';

describe('a shared resource, against the chain of all states', () => {
  const lambda = [0.9, 0.3, 0.5] as const;
  const mu = [2, 0.8, 1.5] as const;
  const K = 3;

  /** Elements in each of three stages; who holds the unit (-1 nobody); who asked, in order; whose turn is next. */
  interface State {
    readonly n: readonly number[];
    readonly holder: number;
    readonly line: readonly number[];
    readonly turn: number;
  }

  const chainOf = (inTurn: boolean) => {
    const settled = (state: State): State => {
      const asks = state.n.flatMap((n, s) =>
        n > 0 && s !== state.holder && !state.line.includes(s) ? [s] : [],
      );
      const line = [...state.line, ...asks];
      const { n, holder, turn } = state;
      if (holder >= 0 || line.length === 0) return { n, holder, line: inTurn ? line.sort() : line, turn };
      const next = inTurn ? [0, 1, 2].map((i) => (turn + i) % 3).find((s) => line.includes(s))! : line[0]!;
      const rest = line.filter((s) => s !== next);
      // Turns and orders that do not matter are not told apart.
      return { n, holder: next, line: inTurn ? rest.sort() : rest, turn: inTurn ? (next + 1) % 3 : 0 };
    };
    const changed = ({ n, ...rest }: State, s: number, by: number): State => ({
      ...rest,
      n: n.map((x, i) => x + (i === s ? by : 0)),
    });
    const jumps = (state: State): Jump<State>[] => {
      const found: Jump<State>[] = [0, 1, 2]
        .filter((s) => state.n[s]! < K)
        .map((s) => ({ rate: lambda[s]!, to: settled(changed(state, s, 1)) }));
      const { holder } = state;
      if (holder >= 0)
        found.push({ rate: mu[holder]!, to: settled({ ...changed(state, holder, -1), holder: -1 }) });
      return found;
    };
    const start: State = { n: [0, 0, 0], holder: -1, line: [], turn: 0 };
    return solveMarkov(start, jumps);
  };

  const ids = ['a', 'b', 'c'] as const;
  const scenario = (arbitration: SharedResource['arbitration'] & string) => ({
    ...drawing(
      [
        ...ids.map((id, s) => source(`in-${id}`, lambda[s]!)),
        ...ids.map((id, s) => stage(id, mu[s]!, { resource: 'bus', capacity: K, whenFull: 'drop' })),
        sink(),
      ],
      ids.flatMap((id) => [`in-${id}>${id}`, `${id}>out`]),
    ),
    resources: [{ id: 'bus', arbitration }],
  });

  it.each(['FCFS', 'roundRobin'] as const)('RES1, RES2: three stages on one unit, %s', (arbitration) => {
    const chain = chainOf(arbitration === 'roundRobin');
    expectRecords(
      scenario(arbitration),
      3000,
      ids.flatMap((id, s) => [
        meanIn(
          id,
          chain.average(({ n }) => n[s]!),
        ),
        serving(
          id,
          chain.average(({ holder }) => (holder === s ? 1 : 0)),
        ),
      ]),
    );
  });
});
