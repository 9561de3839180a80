/**
 * Routers where jobs change their class: what a job becomes, and which classes form a chain, among which jobs move
 * (M. Reiser, H. Kobayashi 1975; in Bolch, Greiner, de Meer & Trivedi 2006, section 7.3.6).
 */
import { classesOf } from './classes.ts';
import { ownOf } from './defaults.ts';
import type { ClassId, RouterNode, Scenario, ScenarioNode } from './scenario.ts';

/** By class that comes, the probability of each class that it leaves as. */
export type ClassSwitch = Readonly<Record<ClassId, Readonly<Record<ClassId, number>>>>;

export const isSwitch = (node: ScenarioNode): node is RouterNode & { readonly classSwitch: ClassSwitch } =>
  node.kind === 'router' && node.classSwitch !== undefined;

/** Does any job change its class? */
export const switchesClasses = ({ nodes }: Pick<Scenario, 'nodes'>): boolean => nodes.some(isSwitch);

/**
 * What a job of the class leaves the node as, with probabilities > 0 that sum to 1 (typed ones sum to 1 only as far as they
 * were typed); undefined where it stays what it is.
 */
export function becomes(node: ScenarioNode, id: ClassId): ReadonlyMap<ClassId, number> | undefined {
  if (!isSwitch(node)) return undefined;
  const row = ownOf(node.classSwitch, id);
  if (row === undefined) return undefined;
  const entries = Object.entries(row).filter(([, probability]) => probability > 0);
  const total = entries.reduce((sum, [, probability]) => sum + probability, 0);
  if (total === 0 || (entries.length === 1 && entries[0]![0] === id)) return undefined;
  return new Map(entries.map(([to, probability]) => [to, probability / total]));
}

/** Probability that a job of class `from` leaves the node as one of class `to`. */
export function switchShare(node: ScenarioNode, from: ClassId, to: ClassId): number {
  const shares = becomes(node, from);
  return shares === undefined ? (from === to ? 1 : 0) : (shares.get(to) ?? 0);
}

/** As it is written: what a person reads and changes. */
export function writtenShare(node: ScenarioNode, from: ClassId, to: ClassId): number {
  const row = isSwitch(node) ? ownOf(node.classSwitch, from) : undefined;
  return row === undefined ? Number(from === to) : (ownOf(row, to) ?? 0);
}

/** Classes by their places in the list, those together that switch into each other by whatever way; each alone without switches. */
export function classChains(scenario: Pick<Scenario, 'nodes' | 'classes'>): readonly (readonly number[])[] {
  const classes = classesOf(scenario);
  const place = new Map(classes.map(({ id }, k) => [id, k]));
  const chainOf = classes.map((_, k) => k);
  for (const node of scenario.nodes) {
    if (!isSwitch(node)) continue;
    for (const { id } of classes)
      for (const to of becomes(node, id)?.keys() ?? []) merge(chainOf, place.get(id)!, place.get(to)!);
  }
  return [...new Set(chainOf)].map((chain) => classes.flatMap((_, k) => (chainOf[k] === chain ? [k] : [])));
}

function merge(chainOf: number[], one: number, other: number): void {
  const [kept, gone] = [Math.min(chainOf[one]!, chainOf[other]!), Math.max(chainOf[one]!, chainOf[other]!)];
  chainOf.forEach((chain, k) => {
    if (chain === gone) chainOf[k] = kept;
  });
}
