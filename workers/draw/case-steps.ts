/** Steps of cases, column by column: what an event log tells of single cases. */
import type { CaseStep } from '../measure/reduce/intake.ts';

/** More do not fit into memory beside what is made of them. */
const MOST_STEPS = 1_000_000;

/** Times in s from the origin. */
export interface Visit {
  readonly came: number;
  /** NaN where it is not known. */
  readonly begun: number;
  readonly done: number;
  readonly place: string;
  /** Kind of its case; '' where nothing tells. */
  readonly caseClass: string;
}

export class CaseSteps {
  private readonly cases = new Map<string, Visit[]>();
  steps = 0;

  take({ caseId, caseClass, place, came, begun, done }: CaseStep): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) return;
    const visit = { place, caseClass, came: came / 1e9, begun: begun / 1e9, done: done / 1e9 };
    const others = this.cases.get(caseId);
    if (others) others.push(visit);
    else this.cases.set(caseId, [visit]);
  }

  get leftOut(): number {
    return Math.max(0, this.steps - MOST_STEPS);
  }

  /** Each in its order, the first to begin first. */
  inOrder(): readonly (readonly Visit[])[] {
    return [...this.cases.values()].sort((a, b) => a[0]!.came - b[0]!.came);
  }
}
