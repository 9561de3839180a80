import { describe, expect, it } from 'vitest';
import { drawing, exponential } from '../../../core/scenario/drawing.test-support.ts';
import type { ScenarioNode } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { Dice } from '../../../verify/dice.ts';
import {
  type Step,
  type SwitchedStation,
  solveSwitched,
} from '../../simulate/switched-chain.test-support.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveScenario } from '../solve-scenario.ts';

const NETWORKS = examples(60);

/** A ring of two or three stations, jobs of one to three classes; `switches`: between stations any class becomes any other. */
function randomRing(number: number, switches: boolean) {
  const dice = new Dice(switches ? 'switched ring' : 'ring by load', number);
  const classes = Array.from({ length: dice.integer(switches ? 2 : 1, switches ? 3 : 2) }, (_, r) => `k${r}`);
  const count = dice.integer(2, 3);
  const hasProductForm = dice.chance(0.5);
  const become = Array.from({ length: count }, () => classes.map(() => dice.shares(classes.length)));
  const stations = Array.from({ length: count }, (_, i): SwitchedStation => {
    const order = i === 0 && dice.chance(0.5) ? 'delay' : dice.one(['PS', 'FCFS'] as const);
    const one = dice.magnitude(0.3, 3);
    const isAlike = order === 'FCFS' && (hasProductForm || dice.chance(0.3));
    const byLoad = order !== 'delay' && (i === count - 1 || dice.chance(0.3));
    const to = (i + 1) % count;
    return {
      order,
      mu: classes.map(() => (isAlike ? one : dice.magnitude(0.3, 3))),
      ...(order === 'FCFS' && dice.chance(0.3) && { c: 2 }),
      ...(byLoad && {
        speeds: [1, ...Array.from({ length: dice.integer(1, 3) }, () => dice.between(0.4, 2.5))],
      }),
      next: classes.map((_, r): readonly Step[] =>
        switches ? become[i]![r]!.map((share, k): Step => [to, k, share]) : [[to, r, 1]],
      ),
    };
  });
  // All orders of all jobs are written out.
  const jobs = classes.map((_, r) => (r === 0 ? 2 : switches && dice.chance(0.5) ? 0 : 1));
  const nodes = stations.flatMap(({ order, mu, c, speeds }, i): ScenarioNode[] => {
    const services = {
      service: exponential(mu[0]!),
      byClass: Object.fromEntries(classes.map((id, r) => [id, { service: exponential(mu[r]!) }])),
    };
    const id = `s${i}`;
    const node: ScenarioNode =
      order === 'delay'
        ? { id, kind: 'delay', ...services }
        : {
            id,
            kind: 'stage',
            discipline: order,
            ...services,
            ...(c && { serverCount: c }),
            ...(speeds && { speeds }),
          };
    const classSwitch = Object.fromEntries(
      classes.map((from, r) => [from, Object.fromEntries(classes.map((to, k) => [to, become[i]![r]![k]!]))]),
    );
    return switches ? [node, { id: `r${i}`, kind: 'router', classSwitch }] : [node];
  });
  const ids = nodes.map(({ id }) => id);
  const scenario = drawing(
    nodes,
    ids.map((id, i) => `${id}>${ids[(i + 1) % ids.length]}`),
    { classes: classes.map((id, r) => ({ id, closed: { population: jobs[r]!, start: 's0' } })) },
  );
  const truth = solveSwitched({ stations, jobs: jobs.map((n, r) => [0, r, n] as const) });
  return { scenario, classes, truth };
}

function compare({ stages }: SolveAnswer, { classes, truth }: ReturnType<typeof randomRing>, where: string) {
  truth.occupancy.forEach((row, i) => {
    row.forEach((wanted, r) => {
      expect(stages[`s${i}`]!.byClass?.[classes[r]!]?.meanOccupancy ?? 0, where).toBeCloseTo(wanted, 9);
    });
  });
}

describe.each([
  ['whose jobs change their class', true],
  ['with servers whose speed depends on their load', false],
])('closed rings %s, against all states written out', (_, switches) => {
  it(`are right by product form and by chain, ${NETWORKS} at random`, () => {
    let products = 0;
    for (let number = 0; number < NETWORKS; number++) {
      const ring = randomRing(number, switches);
      for (const method of ['chain', 'productForm'] as const) {
        const answer = solveScenario(ring.scenario, method);
        if (answer.kind === 'noAnswer') {
          expect([method, answer.code]).toEqual(['productForm', 'noProductForm']);
          continue;
        }
        if (method === 'productForm') products++;
        expect(answer.exact).toBe(true);
        compare(answer, ring, `${method}, network ${number}`);
      }
    }
    expect(products).toBeGreaterThan(NETWORKS / 4);
  });
});
