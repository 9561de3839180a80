/**
 * Stages that come to a stop for good: in a set of states that is never left, somebody always waits for room in them and
 * none of their servers ever serves. Elements that wait for each other in a circle are a deadlock (SPEC.md, D1, D2).
 */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import { nameOf } from '../verdict-words.ts';
import type { ExploredChain } from './explore-chain.ts';

/** The first set that stands still, if any; `classes`: the closed classes of the chain. */
export function findStandstill(chain: ExploredChain, classes: readonly Int32Array[]): NoAnswer | undefined {
  for (const members of classes) {
    const still = stoppedStages(chain, members);
    if (still.size > 0) return describe(chain, members[0]!, still);
  }
  return undefined;
}

function stoppedStages({ working, rows }: ExploredChain, members: Int32Array): ReadonlySet<number> {
  const still = new Set(working.places.map(({ index }) => index));
  for (const state of members) {
    if (still.size === 0) break;
    working.load(rows, state * working.layout.width);
    for (const index of still) {
      const place = working.places[index]!;
      if (working.cell[place.queuedAt] === 0 || working.cell[place.busyAt]! > 0) still.delete(index);
    }
  }
  return still;
}

function describe({ working, rows }: ExploredChain, state: number, still: ReadonlySet<number>): NoAnswer {
  working.load(rows, state * working.layout.width);
  const path: number[] = [];
  let at: number | undefined = [...still][0]!;
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    const from: number = at;
    at = [...still].find((target) => waitsFor(working, from, target));
  }
  const name = (index: number): string => `"${nameOf(working.places[index]!.stage)}"`;
  if (at === undefined) {
    const last = path.at(-1)!;
    const message = `Stuck sooner or later: stage ${name(last)} never has room for the group that waits for it.`;
    return { kind: 'noAnswer', reason: 'stuck', stage: working.places[last]!.stage.id, message };
  }
  const circle = path.slice(path.indexOf(at));
  const steps = circle.map(
    (stage, i) => `${name(stage)} waits for ${name(circle[(i + 1) % circle.length]!)}`,
  );
  const message = `Deadlock sooner or later: ${steps.join(', ')}. Each is full and can let nothing go.`;
  return { kind: 'noAnswer', reason: 'deadlock', stage: working.places[at]!.stage.id, message };
}

/** Does some server of stage `from` wait for room in `target`? */
function waitsFor(working: ExploredChain['working'], from: number, target: number): boolean {
  const place = working.places[target]!;
  for (let i = 0; i < working.cell[place.queuedAt]!; i++)
    if (working.entry(place, working.cell[place.lineAt + i]!).sender === from) return true;
  return false;
}
