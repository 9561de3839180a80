/** For tests: small lines of finite stages, whose least capacities are found by trying all with the exact chain. */
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { withDepths } from '../../core/scenario/fifo-depths.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { drawsFrom } from '../solve/chain/random-chain.test-support.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { allocateSlots, approximateThroughput } from './find-capacities.ts';

const SHARE = 0.99;
const MOST = 200;

export interface ComparedLine {
  /** Least total with 99 % of the greatest throughput, of all that there are. */
  readonly least: number;
  /** The total that the same search finds when it asks the chain. */
  readonly searched: number;
  /** The total that is found by decomposition, and the share of the greatest throughput that it has. */
  readonly approximate: number;
  readonly share: number;
}

/** A Poisson source and two or three exponential stages, the source the slowest: the greatest throughput is its rate. */
export function smallLine(seed: number): { readonly scenario: Scenario; readonly rate: number } {
  const draw = drawsFrom(seed + 1);
  const ids = ['a', 'b', 'c'].slice(0, draw.integer(2, 3));
  const rate = draw.between(0.3, 0.7);
  const whenFull = draw.oneOf(['block', 'blockBefore'] as const);
  const stages = ids.map((id) => stage(id, draw.between(1, 1.6), { capacity: 5, whenFull }));
  const ways = ['in', ...ids, 'out'];
  const links = ways.slice(1).map((to, i) => `${ways[i]!}>${to}`);
  return { scenario: drawing([source('in', rate), ...stages, sink('out')], links), rate };
}

export function compareLine(seed: number): ComparedLine {
  const { scenario, rate } = smallLine(seed);
  const queues = scenario.nodes.filter(({ kind }) => kind === 'stage').map(({ id }) => ({ stage: id }));
  const last = queues.at(-1)!.stage;
  const known = new Map<string, number>();
  const exact = (slots: readonly number[]): number => {
    const key = slots.join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = solveScenario(withDepths(scenario, queues, slots), 'chain');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    const throughput = answer.stages[last]!.throughput!;
    known.set(key, throughput);
    return throughput;
  };
  const common = { least: queues.map(() => 1), costs: queues.map(() => (slots: number) => slots) };
  const decomposed = approximateThroughput(scenario, [last]);
  const [approximate, searched] = [
    allocateSlots({ ...common, most: MOST, throughput: decomposed.at, target: SHARE * rate })!,
    // No chain of more states is needed: 16 places each are enough at these loads.
    allocateSlots({ ...common, most: 16, throughput: exact, target: SHARE * rate })!,
  ];
  let least = total(searched);
  while (splits(least - 1, queues.length).some((slots) => exact(slots) >= SHARE * rate)) least--;
  return {
    least,
    searched: total(searched),
    approximate: total(approximate),
    share: exact(approximate) / rate,
  };
}

const total = (slots: readonly number[]): number => slots.reduce((sum, each) => sum + each, 0);

/** All ways to deal so many slots out, at least one each. */
const splits = (slots: number, queues: number): readonly (readonly number[])[] =>
  queues === 1
    ? slots < 1
      ? []
      : [[slots]]
    : Array.from({ length: Math.max(0, slots - queues + 1) }, (_, i) => i + 1).flatMap((first) =>
        splits(slots - first, queues - 1).map((others) => [first, ...others]),
      );
