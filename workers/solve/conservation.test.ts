import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../core/measures/methods.ts';
import { isUntold } from '../../core/measures/verdicts.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { blockingNetwork } from '../../verify/blocking-networks.ts';
import { randomScenario } from '../../verify/random-scenario.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

/** Networks of each kind: lines, splits, batches, losses, overload, forks, the shortest queue and all together. */
const NETWORKS = Array.from({ length: Math.max(12, examples(45)) }, (_, number) => number);

/** Relative; solvers iterate. */
const ROUNDING = 1e-9;

const TAIL = 1e-4;

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
    const { meanQueueLength, meanSojournTime, meanWaitingTime, occupancyDistribution: levels } = stage;
    law(
      !meanSojournTime || isSame(meanOccupancy!, throughput! * meanSojournTime),
      `${id} breaks Little's law`,
    );
    law(!meanWaitingTime || isSame(meanQueueLength!, throughput! * meanWaitingTime), `${id} waits otherwise`);
    if (levels && meanOccupancy !== undefined && !unlimited) {
      const [all, mean] = levels.reduce(([sum, n], p, k) => [sum + p, n + k * p], [0, 0]);
      // What is beyond the smallest tail is left out.
      law(Math.abs(all! - 1) < TAIL, `the levels of ${id} are ${all} of the time`);
      law(
        Math.abs(mean! - meanOccupancy) < TAIL * (1 + meanOccupancy),
        `${id} holds ${meanOccupancy}, its levels ${mean}`,
      );
    }
    const isWithin = meanOccupancy === undefined ? alone : meanOccupancy >= 0 && meanOccupancy <= capacity;
    if (isBounded && !unlimited) law(isWithin, `${id} holds ${meanOccupancy}`);
  }
  const left = links
    .filter(({ to }) => to === 'sink')
    .reduce((sum, { receivedRate }) => sum + receivedRate, 0);
  law(isSame(network.throughput!, left), `${network.throughput} leave, and ${left} come to the sink`);
  return said;
}

/** Whatever the format can say, but tokens. */
const ANYTHING = Array.from({ length: examples(40) }, (_, number) => number);

/** Laws for stages of any kind: classes, interrupted services, ways that meet, overdrives that have to wait. */
function brokenAnywhere(
  { nodes }: Scenario,
  { kind, stages, links, network, verdicts }: SolveAnswer,
): readonly string[] {
  const said: string[] = [];
  const hasUntold = verdicts.some(isUntold);
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b), 1e-9);
  const law = (holds: boolean, what: string) => {
    if (!holds) said.push(what);
  };
  const comes = (id: string) =>
    links.filter(({ to }) => to === id).reduce((sum, { receivedRate }) => sum + receivedRate, 0);
  for (const node of nodes.filter(isStage)) {
    const { id, capacity = Number.POSITIVE_INFINITY, overdriveRate = 0, conversionFactor = 1 } = node;
    if (!stages[id]) {
      law(hasUntold, `${id} has no answer, and nothing says why`);
      continue;
    }
    const { throughput, lossRate = 0, utilization, meanOccupancy, meanSojournTime, byClass } = stages[id];
    const [least, most] = [comes(id) - lossRate, comes(id) - lossRate + overdriveRate * conversionFactor];
    const isShort = throughput! <= most * (1 + 1e-5);
    law(isShort, `${id} takes ${throughput} of ${most}`);
    law(
      kind === 'unstable' || near(throughput!, most) || throughput! >= least * (1 - 1e-5),
      `${id} takes ${throughput} of ${least}`,
    );
    law(utilization! >= 0 && utilization! <= 1 + 1e-9, `${id} is busy ${utilization} of the time`);
    law(
      meanOccupancy === undefined || (meanOccupancy >= 0 && meanOccupancy <= capacity * (1 + 1e-9)),
      `${id} holds ${meanOccupancy}`,
    );
    law(!meanSojournTime || near(meanOccupancy!, throughput! * meanSojournTime), `${id} breaks Little's law`);
    const classes = Object.values(byClass ?? {}).map((one) => one.throughput ?? 0);
    law(
      classes.length === 0 ||
        near(
          classes.reduce((sum, rate) => sum + rate, 0),
          throughput!,
        ),
      `the classes of ${id} take ${classes}`,
    );
  }
  const left = nodes.filter(({ kind: is }) => is === 'sink').reduce((sum, { id }) => sum + comes(id), 0);
  law(
    network.throughput === undefined || near(network.throughput, left),
    `${network.throughput} leave, and ${left} come to sinks`,
  );
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
    // Few of the first networks have a product form.
    expect(answered).toBeGreaterThan(NETWORKS.length === 45 ? 20 : 3);
  });

  it.each(['auto', 'blocking', 'qna'] as const)('whatever is drawn, by %s', (method) => {
    let answered = 0;
    for (const number of ANYTHING) {
      const scenario = randomScenario(number);
      const answer = solveScenario(scenario, method, false, { spans: false });
      if (answer.kind === 'noAnswer') continue;
      answered += 1;
      expect(brokenAnywhere(scenario, answer), `scenario ${number}`).toEqual([]);
    }
    expect(answered).toBeGreaterThan(examples(10));
  });
});
