/** Depths of all FIFOs of a drawing together, or capacities of its stages where it has no FIFOs: their cost against throughput, and the proof that the last are least. */
import type { NoAnswer } from '../core/measures/refusals.ts';
import { bitsOfToken, holderOf, sizedQueues } from '../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, type MemoryShape, readMemory } from '../core/scenario/fifo-memory.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { DepthsFound, DepthsQuestion } from '../workers/explore/contract.ts';
import { depthsOf } from '../workers/explore/find-depths.ts';
import { BadInput } from './bad-input.ts';

export interface SizeDepthsOptions {
  /** What is least: `slots` (default), `bits` by the size of the elements, or `memory`, the price of the blocks that the FIFOs take. */
  readonly cost?: DepthsQuestion['unit'];
  /** With cost `memory`: `amd` (default), `intel`, or a table with lines such as `BRAM18K 36x512 208` (name, bits x words, price). */
  readonly memory?: string;
  /** Ends at the first depths that reach it, firings (services) of the measured stages per second; > 0. */
  readonly throughput?: number;
}

export function sizeDepths(
  scenario: Scenario,
  { cost: unit = 'slots', memory, throughput }: SizeDepthsOptions = {},
  tell?: (found: DepthsFound) => void,
): DepthsFound | NoAnswer {
  if (memory !== undefined && unit !== 'memory')
    throw new BadInput([`memory: expected cost memory beside it; got ${unit}`]);
  const unsized = sizedQueues(scenario).find((queue) => bitsOfToken(scenario, queue) === undefined);
  if (unit !== 'slots' && unsized)
    throw new BadInput([
      `cost ${unit}: expected the size of an element (unitBytes) of "${holderOf(unsized)}"; it has none`,
    ]);
  const question: DepthsQuestion = {
    ...{ scenario, unit, provesLast: true },
    ...(memory !== undefined && { memory: tableOf(memory) }),
    ...(throughput !== undefined && { wanted: throughput }),
  };
  return depthsOf(question, tell);
}

function tableOf(memory: string): readonly MemoryShape[] {
  const known = Object.entries(MEMORY_TABLES).find(([name]) => name === memory)?.[1];
  if (known) return known;
  const read = readMemory(memory);
  if (read.ok) return read.value;
  throw new BadInput([`memory: expected ${Object.keys(MEMORY_TABLES).join(', ')} or a table: ${read.error}`]);
}
