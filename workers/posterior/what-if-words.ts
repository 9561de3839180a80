/** Answers of what would be as people read them. */
import { caseWords, type WhatIfCase } from '../../core/study/what-if.ts';
import {
  type PosteriorProblem,
  WHAT_IF_FIGURES,
  WHAT_IF_SCOPES,
  type WhatIfAnswer,
  type WhatIfDraws,
  type WhatIfRow,
  type WhatIfScope,
  type WhatIfSpread,
} from './contract.ts';
import { isBelieved, spreadText } from './posterior-words.ts';

/** The answers of all chains to these questions. */
export function summarizeWhatIf(
  { check }: Pick<PosteriorProblem, 'check'>,
  cases: readonly WhatIfCase[],
  draws: readonly WhatIfDraws[],
): WhatIfAnswer {
  const isKnown = !check || isBelieved(check);
  const valuesOf = (row: number, scope: WhatIfScope, figure: number): readonly number[] =>
    draws.flatMap(({ draws: count, cases: asked, figures }) =>
      Array.from({ length: count }, (_, draw) => {
        const place = (draw * (1 + asked) + row) * WHAT_IF_SCOPES.length + WHAT_IF_SCOPES.indexOf(scope);
        return figures[place * WHAT_IF_FIGURES.length + figure]!;
      }),
    );
  const spreadsOf = (row: number, scope: WhatIfScope): WhatIfRow['these'] =>
    Object.fromEntries(
      WHAT_IF_FIGURES.map((figure, i) => [figure, spreadOf(valuesOf(row, scope, i), isKnown)]),
    ) as WhatIfRow['these'];
  const p95 = WHAT_IF_FIGURES.indexOf('p95');
  const asItIs = valuesOf(0, 'these', p95);
  const rows = [[], ...cases].map((changes, row): WhatIfRow => {
    const long = valuesOf(row, 'longRun', p95);
    return {
      ...{ changes, words: caseWords(changes) },
      these: spreadsOf(row, 'these'),
      longRun: spreadsOf(row, 'longRun'),
      saved: spreadOf(
        valuesOf(row, 'these', p95).map((value, i) => asItIs[i]! - value),
        isKnown,
      ),
      unstable: long.filter((value) => value === Number.POSITIVE_INFINITY).length / long.length,
    };
  });
  return { rows, draws: asItIs.length, sentences: rows.slice(1).map((row) => sentenceOf(row, rows[0]!)) };
}

/** Values that were drawn, no others between them: some may be infinite. */
function spreadOf(values: readonly number[], isKnown: boolean): WhatIfSpread {
  const sorted = Float64Array.from(values).sort();
  const at = (p: number): number => sorted[Math.round(p * (sorted.length - 1))]!;
  return {
    middle: at(0.5),
    low: isKnown ? at(0.025) : Number.NaN,
    high: isKnown ? at(0.975) : Number.NaN,
  };
}

function sentenceOf({ words, these, longRun }: WhatIfRow, asItIs: WhatIfRow): string {
  return `With ${words}, 95 % of these tasks would have taken up to ${spreadText(these.p95)} instead of ${spreadText(asItIs.these.p95)}; in the long run ${spreadText(longRun.p95)} instead of ${spreadText(asItIs.longRun.p95)}.`;
}
