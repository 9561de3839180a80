/** How likely tasks choose each queue of a state, where the weights of the queues say it. */
import type { PosteriorProblem, QueueOfTasks } from './contract.ts';

/** Null where the queues of a state have no weights; `choices` are numbers of queues, their places plus 1. */
export function knownShares(
  { states, choices }: Pick<PosteriorProblem, 'states' | 'choices'>,
  queues: readonly { readonly id: string }[],
  known: readonly QueueOfTasks[],
  faults: string[],
): readonly (Float64Array | null)[] {
  const stated = new Map(known.map(({ id, weight }) => [id, weight]));
  for (const [id, weight] of stated)
    if (weight !== undefined && !(weight > 0 && weight < Number.POSITIVE_INFINITY))
      faults.push(`queue ${id}: expected a weight > 0, got ${weight}`);
  return choices.map((numbers, s) => {
    const ids = Array.from(numbers, (number) => queues[number - 1]!.id);
    const weights = ids.flatMap((id) => stated.get(id) ?? []);
    if (weights.length === 0) return null;
    if (weights.length < ids.length) {
      const without = ids.find((id) => stated.get(id) === undefined);
      faults.push(
        `queue ${without} has no weight, but others of state ${states[s]} have; expected one for each of them or for none`,
      );
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Float64Array.from(weights, (weight) => weight / total);
  });
}
