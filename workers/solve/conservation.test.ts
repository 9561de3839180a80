import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../core/measures/methods.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import { blockingNetwork } from '../../verify/blocking-networks.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

/** Networks of each kind: lines, splits, batches, losses, overload, forks, the shortest queue and all together. */
const NETWORKS = Array.from({ length: 45 }, (_, number) => number);

/** Relative; solvers iterate. */
const ROUNDING = 1e-9;

const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));

/** What a method leaves out by its name. */
interface Method {
  /** Stages alone know no number in a stage that blocks more than it takes, or is blocked. */
  readonly alone?: boolean;
  readonly again?: boolean;
  /** The queue has room for all, and its capacity is only held against it. */
  readonly unlimited?: boolean;
}

const METHODS = {
  auto: {},
  blocking: {},
  qna: { alone: true, again: true },
  mm1: { alone: true, unlimited: true },
  mm1k: { alone: true, again: true },
  mmc: { alone: true, unlimited: true },
  mmck: { alone: true, again: true },
  productForm: { alone: true, again: true },
} as const satisfies Partial<Record<MethodName, Method>>;

/** Sentences, one for each law of flow that the answer breaks. */
function broken(
  { nodes, links: drawn }: Scenario,
  { stages, links, network }: SolveAnswer,
  { alone = false, again = false, unlimited = false }: Method,
): readonly string[] {
  const said: string[] = [];
  const law = (holds: boolean, what: string) => {
    if (!holds) said.push(what);
  };
  for (const node of nodes.filter(isStage)) {
    const { id, capacity = Number.POSITIVE_INFINITY, passProbability = 1 } = node;
    const stage = stages[id]!;
    const { throughput, offeredRate, outputRate, lossRate = 0, meanOccupancy, utilization } = stage;
    const into = links.filter(({ to }) => to === id).reduce((sum, { receivedRate }) => sum + receivedRate, 0);
    // Models of what is accepted (Dor) count an arrival that finds no room again when it comes again.
    law(again || isSame(offeredRate!, into), `${id} is offered ${offeredRate}, and ${into} comes`);
    const isBounded = capacity < Number.POSITIVE_INFINITY;
    const taken = (again && isSame(into, throughput!)) || isSame(into, throughput! + lossRate);
    if (isBounded) law(taken, `${id} takes ${throughput} of ${into}`);
    law(isSame(outputRate!, throughput! * passProbability), `${id} lets ${outputRate} of ${throughput} out`);
    const isFork = drawn.some(({ from, to }) => from === id && to.startsWith('fork'));
    const out = links.filter(({ from }) => from === id).reduce((sum, { rate }) => sum + rate, 0);
    law(isFork || isSame(out, outputRate!), `${id} sends ${out} of ${outputRate}`);
    law(utilization! <= 1 + ROUNDING, `${id} is busy ${utilization} of the time`);
    const isWithin = meanOccupancy === undefined ? alone : meanOccupancy >= 0 && meanOccupancy <= capacity;
    if (isBounded && !unlimited) law(isWithin, `${id} holds ${meanOccupancy}`);
  }
  const left = links
    .filter(({ to }) => to === 'sink')
    .reduce((sum, { receivedRate }) => sum + receivedRate, 0);
  law(isSame(network.throughput!, left), `${network.throughput} leave, and ${left} come to the sink`);
  return said;
}

describe('flow is conserved on every link, and nothing is outside its places', () => {
  it.each(Object.entries(METHODS) as [keyof typeof METHODS, Method][])('by %s', (method, leftOut) => {
    let answered = 0;
    for (const number of NETWORKS) {
      const { scenario } = blockingNetwork(number);
      const answer = solveScenario(scenario, method, false, { spans: false });
      if (answer.kind === 'noAnswer') continue;
      answered += 1;
      expect(broken(scenario, answer, leftOut), `network ${number}`).toEqual([]);
    }
    expect(answered).toBeGreaterThan(20);
  });
});
