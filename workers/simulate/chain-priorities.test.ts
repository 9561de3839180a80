import { describe, it } from 'vitest';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';
import { classed, expectRecords, meanOfClass, type RecordClaim, serving } from './records.test-support.ts';

const exponential = (rate: number) => ({ service: { distribution: 'exponential', rate } }) as const;

const lostOfClass = (id: string, jobClass: number, value: number): RecordClaim => ({
  what: `class ${jobClass} lost at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.classes![jobClass]!.lost / duration,
});

describe('priorities with loss, against the chain of all states', () => {
  const lambda = [0.5, 0.6] as const;
  const mu = [1.5, 0.8] as const;
  const K = 5;
  const scenario = (more: object) =>
    classed(
      [{ id: 'x' }, { id: 'y', priority: 3 }],
      [
        source('a', lambda[0], { class: 'x' }),
        source('b', lambda[1], { class: 'y' }),
        stage('s', mu[0], {
          discipline: 'priority',
          capacity: K,
          whenFull: 'drop',
          byClass: { y: exponential(mu[1]) },
          ...more,
        }),
        sink(),
      ],
      ['a>s', 'b>s', 's>out'],
    );

  it('P1: without interruption, two servers', () => {
    /** Jobs that wait, by class, and jobs in service, by class. */
    type State = readonly [readonly [number, number], readonly [number, number]];
    const settled = (waiting: number[], served: number[]): State => {
      while (served[0]! + served[1]! < 2 && waiting[0]! + waiting[1]! > 0) {
        const next = waiting[0]! > 0 ? 0 : 1;
        waiting[next]!--;
        served[next]!++;
      }
      return [
        [waiting[0]!, waiting[1]!],
        [served[0]!, served[1]!],
      ];
    };
    const jumps = ([waiting, served]: State): Jump<State>[] =>
      [0, 1].flatMap((c) => {
        const found: Jump<State>[] = [];
        const total = waiting[0] + waiting[1] + served[0] + served[1];
        if (total < K) {
          const more = waiting.map((n, i) => n + (i === c ? 1 : 0));
          found.push({ rate: lambda[c]!, to: settled(more, [...served]) });
        }
        if (served[c]! > 0) {
          const fewer = served.map((n, i) => n - (i === c ? 1 : 0));
          found.push({ rate: mu[c]! * served[c]!, to: settled([...waiting], fewer) });
        }
        return found;
      });
    const start: State = [
      [0, 0],
      [0, 0],
    ];
    const chain = solveMarkov(start, jumps);
    const inStage = (c: 0 | 1) => chain.average(([waiting, served]) => waiting[c] + served[c]);
    const full = chain.average(([waiting, served]) =>
      waiting[0] + waiting[1] + served[0] + served[1] === K ? 1 : 0,
    );
    expectRecords(scenario({ serverCount: 2 }), 3000, [
      meanOfClass('s', 0, inStage(0)),
      meanOfClass('s', 1, inStage(1)),
      lostOfClass('s', 1, lambda[1] * full),
      serving(
        's',
        chain.average(([, served]) => served[0] + served[1]),
      ),
    ]);
  });

  it('P2: with interruption, where exponential times forget what they were', () => {
    type State = readonly [number, number];
    const jumps = ([x, y]: State): Jump<State>[] => {
      const servedX = Math.min(x, 2);
      const servedY = Math.min(y, 2 - servedX);
      const room = x + y < K ? 1 : 0;
      return [
        { rate: lambda[0] * room, to: [x + room, y] },
        { rate: lambda[1] * room, to: [x, y + room] },
        { rate: mu[0] * servedX, to: [Math.max(0, x - 1), y] },
        { rate: mu[1] * servedY, to: [x, Math.max(0, y - 1)] },
      ];
    };
    const start: State = [0, 0];
    const chain = solveMarkov(start, jumps);
    expectRecords(scenario({ serverCount: 2, preemption: 'resume' }), 3000, [
      meanOfClass(
        's',
        0,
        chain.average(([x]) => x),
      ),
      meanOfClass(
        's',
        1,
        chain.average(([, y]) => y),
      ),
      serving(
        's',
        chain.average(([x, y]) => Math.min(2, x + y)),
      ),
    ]);
  });
});
