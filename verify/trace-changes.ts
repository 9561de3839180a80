/** Services that change for a while under known services: is the change found, is its cause told, does its interval hold? */
import { analyseTraces } from '../workers/traces/analyse-traces.ts';
import type { ChangeCause, ChangeRatio, TraceReport } from '../workers/traces/contract.ts';
import { readTraces } from '../workers/traces/read-traces.ts';
import { asOtlp, type KnownService, knownService } from '../workers/traces/service.test-support.ts';

interface Kind {
  readonly what: string;
  /** Requests per second and server. */
  readonly rate: number;
  readonly service: number;
  readonly load: number;
  /** Share of the requests that were traced. */
  readonly kept?: number;
}

const KINDS: readonly Kind[] = [
  { what: 'database six times slower', rate: 14, service: 6, load: 1 },
  { what: 'database 1.6 times slower', rate: 30, service: 1.6, load: 1 },
  { what: 'twice the load', rate: 28, service: 1, load: 2 },
  { what: 'nothing', rate: 40, service: 1, load: 1 },
];
/** Waiting is not told: the change is all that is. */
const UNTOLD: readonly Kind[] = [
  {
    what: 'database three times slower, half of the requests traced',
    rate: 14,
    service: 3,
    load: 1,
    kept: 0.5,
  },
  { what: 'nothing, half of the requests traced', rate: 40, service: 1, load: 1, kept: 0.5 },
];
const SERVERS = [1, 2, 4];
const NETWORKS = 4;
const REQUESTS = 5000;
/** Begin and end of the spell, as shares of the file. */
const SPELL = { from: 0.4, to: 0.55 };

interface Found {
  readonly isFound: boolean;
  readonly isCauseRight: boolean;
  readonly holds: number;
  readonly intervals: number;
  /** Error of begin and end together, as a share of the spell; NaN where it was not found. */
  readonly off: number;
}

async function run({ rate, service, load, kept = 1 }: Kind, servers: number, seed: number): Promise<Found> {
  const length = REQUESTS / (rate * servers);
  const spell = { from: SPELL.from * length, to: SPELL.to * length, service, rate: load };
  const known: KnownService = { requests: REQUESTS, rate: rate * servers, servers, seed, spell, kept };
  const { spans } = knownService(known);
  const read = await readTraces(new Blob([JSON.stringify(asOtlp(spans))]), { fileName: 'spans.json' });
  if (!read.ok) throw new Error(read.error[0]!.message);
  const answer = analyseTraces(read.value, {});
  if (!answer.ok) throw new Error(answer.error.message);
  const { report } = answer.value;
  // The known times count from 0, the report's from the first request.
  const first = spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const { changes, window } = report;
  const [change] = changes;
  const isStill = service === 1 && load === 1;
  const cause = window?.cause;
  const isTold = change?.service === 'db' && change.isUntold === true;
  const isChangeRight = kept < 1 ? isTold : isRight(report, cause, service, load);
  const isCauseRight = isStill ? changes.length === 0 : isChangeRight;
  const truths: readonly (readonly [ChangeRatio, number])[] = cause
    ? [
        [cause.visit, service],
        [cause.load, load],
      ]
    : [];
  const held = truths.filter(([{ low, high }, truth]) => low <= truth && truth <= high).length;
  const far =
    change && !isStill
      ? (Math.abs(change.from + first - spell.from) + Math.abs(change.to + first - spell.to)) /
        (spell.to - spell.from)
      : Number.NaN;
  return { isFound: changes.length > 0, isCauseRight, holds: held, intervals: truths.length, off: far };
}

function isRight(
  { changes }: TraceReport,
  cause: ChangeCause | undefined,
  service: number,
  load: number,
): boolean {
  const [change] = changes;
  if (!change || !cause) return false;
  const isSlower = cause.visit.low > 1;
  const isMore = cause.load.low > 1;
  return (change.service === 'db') === service > 1 && isSlower === service > 1 && isMore === load > 1;
}

/** The table of `npm run verify trace-changes`. */
export async function verifyTraceChanges(): Promise<{
  readonly lines: readonly string[];
  readonly failed: boolean;
}> {
  const rows: string[] = [];
  const all: Found[] = [];
  for (const kind of [...KINDS, ...UNTOLD])
    for (const servers of SERVERS) {
      const found: Found[] = [];
      for (let seed = 1; seed <= NETWORKS; seed += 1) found.push(await run(kind, servers, seed));
      all.push(...found);
      const row = line([kind.what, servers, ...cellsOf(found)]);
      rows.push(row);
      process.stderr.write(`${row}\n`);
    }
  const [right, holds, intervals] = [
    all.filter(({ isCauseRight }) => isCauseRight).length,
    sumOf(all.map((one) => one.holds)),
    sumOf(all.map((one) => one.intervals)),
  ];
  return {
    lines: [
      `A front asks a database in eight of ten requests; ${REQUESTS.toLocaleString('en')} requests, every one traced. For 15 % of the time something changes; nobody says when, or what.`,
      'Intervals are those of how many times as long a visit to the database took, and as many came. How far begin and end are off is told in lengths',
      'of the spell, both together. Of half of the requests no waiting is told: a cause is right there that names the service.',
      '',
      line(HEAD),
      line(HEAD.map(() => '---')),
      ...rows,
      '',
      `Cause right in ${right} of ${all.length}; ${holds} of ${intervals} intervals (${((100 * holds) / intervals).toFixed(1)} %) hold the truth.`,
    ],
    failed: right < 0.95 * all.length || holds < 0.9 * intervals,
  };
}

const HEAD = [
  'what changes',
  'servers',
  'a change found',
  'cause right',
  '95 % intervals hold',
  'begin and end off',
];

const cellsOf = (found: readonly Found[]): readonly string[] => {
  const known = found.map(({ off }) => off).filter((off) => !Number.isNaN(off));
  return [
    `${found.filter(({ isFound }) => isFound).length} of ${found.length}`,
    `${found.filter(({ isCauseRight }) => isCauseRight).length} of ${found.length}`,
    `${sumOf(found.map(({ holds }) => holds))} of ${sumOf(found.map(({ intervals }) => intervals))}`,
    known.length > 0 ? `${((100 * sumOf(known)) / known.length).toFixed(1)} %` : '–',
  ];
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
