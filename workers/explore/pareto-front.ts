/**
 * The points that no other point beats: of those with an answer, none is as good in all measures and better in one.
 * `senses`: whether more or less of each measure is better.
 */
type Sense = 'least' | 'largest';

/** `values`: by point, one number a measure; NaN takes a point out. Gives numbers of points, in their order. */
export function paretoFront(
  values: readonly ArrayLike<number>[],
  senses: readonly Sense[],
): readonly number[] {
  const signs = senses.map((sense) => (sense === 'least' ? 1 : -1));
  const costs = values.map((point) => signs.map((sign, i) => sign * point[i]!));
  const order = [...costs.keys()]
    .filter((i) => costs[i]!.every((cost) => !Number.isNaN(cost)))
    .sort((a, b) => byCosts(costs[a]!, costs[b]!) || a - b);
  // Whoever comes later in this order cannot beat whoever comes before.
  const front: number[] = [];
  for (const i of order) if (!front.some((j) => beats(costs[j]!, costs[i]!))) front.push(i);
  return front.sort((a, b) => a - b);
}

function byCosts(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function beats(a: readonly number[], b: readonly number[]): boolean {
  return a.every((cost, i) => cost <= b[i]!) && a.some((cost, i) => cost < b[i]!);
}
