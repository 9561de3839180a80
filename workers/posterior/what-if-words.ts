/** Questions of what would be as people write them, and the answers as they read them. */
import { err, ok, type Result } from '../../core/base/result.ts';
import { nearestName } from '../../core/scenario/near-name.ts';
import {
  MOST_SERVERS,
  type NumberedNetwork,
  type PosteriorProblem,
  WHAT_IF_FIGURES,
  WHAT_IF_SCOPES,
  type WhatIfAnswer,
  type WhatIfCase,
  type WhatIfChange,
  type WhatIfDraws,
  type WhatIfRow,
  type WhatIfScope,
  type WhatIfSpread,
} from './contract.ts';
import { caseWords, isBelieved, spreadText } from './posterior-words.ts';

const FORMS =
  'db.servers=2 or db.servers=+1, db.service=0.5x (half as long), load=2x, or state>queue.share=0.7; with commas between changes that are made together';

/** `db.servers=+1, load=2x` as changes. */
export function readWhatIf(text: string, network: NumberedNetwork): Result<WhatIfCase, string> {
  const changes: WhatIfChange[] = [];
  for (const part of text.split(/\s*,\s*|\s+and\s+/)) {
    const change = readChange(part.trim(), network);
    if (!change.ok) return err(`${JSON.stringify(text)}: ${change.error}`);
    changes.push(change.value);
  }
  return ok(changes);
}

function readChange(text: string, network: NumberedNetwork): Result<WhatIfChange, string> {
  const parts = /^(?:(?<load>load)|(?<of>.+)\.(?<what>servers|service|share))\s*=\s*(?<value>\S+)$/u.exec(
    text,
  );
  if (!parts?.groups) return err(`expected ${FORMS}`);
  const { load, of = '', what, value = '' } = parts.groups;
  if (load !== undefined) return timesOf(value, 'load', (times) => ({ kind: 'load', times }));
  if (what === 'share') return readShare(of, value, network);
  const queue = network.queues.find(({ id }) => id === of);
  if (!queue)
    return err(
      unknownName(
        'queue',
        of,
        network.queues.map(({ id }) => id),
      ),
    );
  if (what === 'service') {
    if (!/x$/u.test(value))
      return err(`service of ${of}: expected how many times as long, such as 0.5x, got ${value}`);
    return timesOf(value, `service of ${of}`, (times) => ({ kind: 'service', queue: of, times }));
  }
  const servers = (value.startsWith('+') ? queue.servers : 0) + Number(value);
  if (!(Number.isInteger(servers) && servers >= 1 && servers <= MOST_SERVERS))
    return err(`servers of ${of}: expected 1 to ${MOST_SERVERS}, or more of them as +1, got ${value}`);
  return ok({ kind: 'servers', queue: of, servers });
}

function timesOf(
  value: string,
  name: string,
  make: (times: number) => WhatIfChange,
): Result<WhatIfChange, string> {
  const times = Number(value.replace(/x$/u, ''));
  return times > 0 && Number.isFinite(times)
    ? ok(make(times))
    : err(`${name}: expected a factor > 0, such as 0.5x, got ${value}`);
}

function readShare(
  of: string,
  value: string,
  { queues, states, choices }: NumberedNetwork,
): Result<WhatIfChange, string> {
  const [state = '', queue = ''] = of.split('>').map((name) => name.trim());
  const s = states.indexOf(state);
  if (s < 0) return err(unknownName('state', state, states));
  const mine = Array.from(choices[s]!, (number) => queues[number - 1]!.id);
  if (mine.length < 2) return err(`state ${state} has one queue only; there is nothing to share`);
  if (!mine.includes(queue)) return err(unknownName(`queue of state ${state}`, queue, mine));
  const share = Number(value);
  if (!(share >= 0 && share <= 1)) return err(`share of ${queue}: expected 0 to 1, got ${value}`);
  return ok({ kind: 'share', state, queue, share });
}

function unknownName(kind: string, name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const hint = near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`;
  return `there is no ${kind} ${JSON.stringify(name)}; ${hint}`;
}

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
