/** Classes of cases by what the log calls their kind, kept only where kinds are served or routed differently. */
import { groupBy } from '../../core/base/group-by.ts';
import { freshId } from '../../core/scenario/fresh-id.ts';
import { idRefusal } from '../../core/scenario/id-refusal.ts';
import { MOST_DRAWN_CLASSES } from '../traces/draw-traces.ts';
import type { Visit } from './case-steps.ts';
import { sampleMoments } from './told-times.ts';

type Case = readonly Visit[];

export interface CaseClasses {
  /** The most frequent first; none where all cases are of one class. */
  readonly names: readonly string[];
  readonly classOf: (visit: Visit) => string;
  readonly remark?: string;
}

const OTHERS = 'other cases';
/** A kind of fewer cases is among the others: its services would be guesses. */
const FEWEST_CASES = 50;
/** Visits of a place by a kind from which on its mean is one. */
const FEWEST_VISITS = 20;
/** Share of the cases whose kind may change on the way: of more it is one of steps, not of cases. */
const MOST_CHANGED = 0.1;
/** A difference of so many standard deviations is none of chance, though hundreds of places and ways are looked at. */
const SURE = 5;
/** A smaller relative difference of two means changes nothing, however sure it is. */
const LEAST_DIFFERENCE = 0.02;

const ONE: CaseClasses = { names: [], classOf: () => '' };

export function classesOfCases(cases: readonly Case[]): CaseClasses {
  const byKind = groupBy(cases, ([first]) => first!.caseClass);
  if (byKind.size < 2) return ONE;
  const changed = cases.filter((visits) =>
    visits.some(({ caseClass }) => caseClass !== visits[0]!.caseClass),
  );
  if (changed.length > MOST_CHANGED * cases.length)
    return {
      ...ONE,
      remark: `The class changes within ${changed.length.toLocaleString('en')} of ${cases.length.toLocaleString('en')} cases: it is none of cases, and the drawing has one class.`,
    };
  const sorted = [...byKind].sort(([, a], [, b]) => b.length - a.length);
  const kept = sorted
    .filter(([kind, own], at) => kind !== '' && at < MOST_DRAWN_CLASSES && own.length >= FEWEST_CASES)
    .map(([kind]) => kind);
  const isWhole = kept.length === byKind.size;
  const taken = new Set<string>();
  const named = new Map(
    (isWhole ? kept : kept.slice(0, MOST_DRAWN_CLASSES - 1)).map((kind) => {
      const id = freshId(idRefusal(kind.slice(0, 80)) === undefined ? kind.slice(0, 80) : 'class1', taken);
      taken.add(id);
      return [kind, id];
    }),
  );
  const others = freshId(OTHERS, taken);
  const names = [...named.values(), ...(isWhole ? [] : [others])];
  const classes: CaseClasses = { names, classOf: ({ caseClass }) => named.get(caseClass) ?? others };
  if (names.length < 2)
    return {
      ...ONE,
      remark: `No class but one has ${FEWEST_CASES} cases: the drawing has one class.`,
    };
  if (differ(cases, classes)) return classes;
  return {
    ...ONE,
    remark: `Cases of different classes (${sorted
      .slice(0, MOST_DRAWN_CLASSES)
      .map(([kind]) => kind.slice(0, 40) || 'without one')
      .join(', ')}) are served and routed alike: the drawing has one class.`,
  };
}

function differ(cases: readonly Case[], { classOf }: CaseClasses): boolean {
  const places = groupBy(cases.flat(), ({ place }) => place);
  for (const visits of places.values()) {
    const times = [...groupBy(visits, classOf).values()].map((own) => own.map(timeOf));
    if (timesDiffer(times)) return true;
  }
  return [...waysByClass(cases, classOf, () => '').values()].some(sharesDiffer);
}

const timeOf = ({ came, begun, done }: Visit): number => done - (Number.isNaN(begun) ? came : begun);

/** Whether the mean of one of them is surely another than that of the rest (Welch 1947). */
export function timesDiffer(byClass: readonly (readonly number[])[]): boolean {
  const all = byClass.filter(({ length }) => length >= FEWEST_VISITS).map(sampleMoments);
  return all.some((one) =>
    all.some((other) => {
      const apart = Math.abs(one.mean - other.mean);
      const spread = Math.sqrt(one.variance / one.count + other.variance / other.count);
      return apart > LEAST_DIFFERENCE * Math.max(one.mean, other.mean) && apart > SURE * spread;
    }),
  );
}

/** How many of each class went from a place to each of the next; undefined is out. */
export type LeavingByClass = ReadonlyMap<string | undefined, ReadonlyMap<string, number>>;

/** By the place that they left; a case begins at the entry of its first step. */
export function waysByClass(
  cases: readonly Case[],
  classOf: CaseClasses['classOf'],
  entryOf: (first: Visit) => string,
): ReadonlyMap<string, LeavingByClass> {
  const ways = new Map<string, Map<string | undefined, Map<string, number>>>();
  for (const visits of cases) {
    const own = classOf(visits[0]!);
    let from = entryOf(visits[0]!);
    for (const to of [...visits.map(({ place }) => place), undefined]) {
      const row = ways.get(from) ?? new Map<string | undefined, Map<string, number>>();
      const counts = row.get(to) ?? new Map<string, number>();
      ways.set(from, row.set(to, counts.set(own, (counts.get(own) ?? 0) + 1)));
      from = to ?? '';
    }
  }
  return ways;
}

/** Whether one class goes one of the ways surely more often than another. */
export function sharesDiffer(leaving: LeavingByClass): boolean {
  const totals = new Map<string, number>();
  for (const counts of leaving.values())
    for (const [name, count] of counts) totals.set(name, (totals.get(name) ?? 0) + count);
  const enough = [...totals].filter(([, total]) => total >= FEWEST_VISITS);
  return [...leaving.values()].some((counts) => {
    const shares = enough.map(([name, total]) => ({ share: (counts.get(name) ?? 0) / total, total }));
    return shares.some((one) =>
      shares.some((other) => {
        // Both are held against what a common share would bring.
        const share = (one.share * one.total + other.share * other.total) / (one.total + other.total);
        const spread = Math.sqrt(share * (1 - share) * (1 / one.total + 1 / other.total));
        const apart = Math.abs(one.share - other.share);
        return apart > LEAST_DIFFERENCE && apart > SURE * spread;
      }),
    );
  });
}
