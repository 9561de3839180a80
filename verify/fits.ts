/** The tables of `npm run verify fits`: how often the right distribution is ranked first, and what the intervals are worth. */
import { KNOWN_LAWS, KNOWN_STATIONS } from './fit-cases.ts';
import { calibrationRuns, KNOBS, stationRuns } from './fit-model-runs.ts';
import { coverRuns, rankRuns, streamRuns } from './fit-runs.ts';

const RANK_RUNS = 30;
const COVER_RUNS = 200;
const COVER_COUNT = 500;
const JUDGED_RUNS = 40;
const STATION_RUNS = 20;
const LOOKS = 1000;
const CALIBRATION_RUNS = 100;
const CALIBRATION_ERROR = 0.05;
/** Values, and whether they come in bins. */
const SETTINGS = [
  { count: 200, inBins: false },
  { count: 1000, inBins: false },
  { count: 1000, inBins: true },
] as const;

const STREAM = {
  distribution: 'map',
  D0: [
    [-3, 0],
    [0, -0.3],
  ],
  D1: [
    [2.9, 0.1],
    [0.05, 0.25],
  ],
} as const;

export async function verifyFits(): Promise<{ readonly lines: readonly string[]; readonly failed: boolean }> {
  const ranked = KNOWN_LAWS.map((known) => ({
    known,
    bySetting: SETTINGS.map(({ count, inBins }) => rankRuns(known, count, RANK_RUNS, inBins)),
  }));
  const covered = KNOWN_LAWS.map((known) => ({
    known,
    seen: coverRuns(known, COVER_COUNT, COVER_RUNS, JUDGED_RUNS),
  }));
  const stream = streamRuns(STREAM, 20_000, 20);
  const stations = KNOWN_STATIONS.map((known) => ({ known, seen: stationRuns(known, LOOKS, STATION_RUNS) }));
  const held = await calibrationRuns(CALIBRATION_ERROR, CALIBRATION_RUNS);
  const goals = goalsOf({ ranked, covered, held });
  const lines = [
    ...section('The distribution that made the data is ranked first', [
      `${RANK_RUNS} data sets each, all distributions fitted. In brackets: with those in which it is at most 2 behind by BIC. Bins grow by a tenth.`,
      '',
      ...table(
        [
          'distribution',
          ...SETTINGS.map(({ count, inBins }) => `${count} values${inBins ? ' in bins' : ''}`),
          'first instead (200)',
        ],
        ranked.map(({ known, bySetting }) => [
          known.what,
          ...bySetting.map(
            ({ runs, first, nearly }) => `${percent(first / runs)} (${percent(nearly / runs)})`,
          ),
          bySetting[0]!.instead || 'none',
        ]),
      ),
    ]),
    ...section(
      'How often the 95 % intervals hold the truth, and how often p ≤ 0.05 rejects the true distribution',
      [
        `${COVER_RUNS} data sets of ${COVER_COUNT} values; p from 99 samples in ${JUDGED_RUNS} of them. One standard error at 95 % is ${percent(Math.sqrt((0.95 * 0.05) / COVER_RUNS))}, at 5 % of the second ${percent(Math.sqrt((0.95 * 0.05) / JUDGED_RUNS))}.`,
        '',
        ...table(
          ['distribution', 'parameters', 'rejected'],
          covered.map(({ known, seen }) => [
            known.what,
            Object.entries(seen.held)
              .map(([name, count]) => `${name} ${percent(count / seen.runs)}`)
              .join(', ') || 'none: the setting of the phases is chosen too',
            percent(seen.rejected / seen.judged),
          ]),
        ),
      ],
    ),
    ...section('A correlated stream', [
      `${stream.runs} traces of 20,000 times of a process with two phases, fitted again: mean and scv are off by at most ${percent(stream.moments)} of the measured ones, autocorrelations at the lags 1, 2, 5 and 10 by at most ${short(stream.correlation)}; ${stream.refused} refused.`,
    ]),
    ...section('The station model that made the levels is ranked first', [
      `${STATION_RUNS} times ${LOOKS} independent looks; servers and capacity are known.`,
      '',
      ...table(
        ['model', 'first (or at most 2 behind)'],
        stations.map(({ known, seen }) => [
          known.model,
          `${percent(seen.first / seen.runs)} (${percent(seen.nearly / seen.runs)})`,
        ]),
      ),
    ]),
    ...section('Calibration: how often the 95 % intervals hold the truth', [
      `${CALIBRATION_RUNS} measurements of two stages in a row, four quantities each with a relative error of ${percent(CALIBRATION_ERROR)}.`,
      '',
      ...table(
        ['parameter', 'held'],
        Object.entries(held).map(([path, count]) => [path, percent(count / CALIBRATION_RUNS)]),
      ),
    ]),
    ...section(
      'Goals',
      goals.map(({ what, met }) => `- ${met ? 'met' : '**missed**'}: ${what}`),
    ),
  ];
  return { lines, failed: goals.some(({ met }) => !met) };
}

interface Seen {
  readonly ranked: readonly { readonly bySetting: readonly ReturnType<typeof rankRuns>[] }[];
  readonly covered: readonly { readonly seen: ReturnType<typeof coverRuns> }[];
  readonly held: Readonly<Record<string, number>>;
}

function goalsOf({ ranked, covered, held }: Seen) {
  const near = ranked.map(({ bySetting }) => bySetting[1]!.nearly / bySetting[1]!.runs);
  const mean = near.reduce((sum, x) => sum + x, 0) / near.length;
  const shares = covered.flatMap(({ seen }) => Object.values(seen.held).map((count) => count / seen.runs));
  const rejected = Math.max(...covered.map(({ seen }) => seen.rejected / seen.judged));
  const worst = Math.min(...Object.keys(KNOBS).map((path) => held[path]! / CALIBRATION_RUNS));
  return [
    {
      what: `1,000 values: the true distribution is first or at most 2 behind in ${percent(mean)} on average (90 % or more) and ${percent(Math.min(...near))} at worst (75 % or more)`,
      met: mean >= 0.9 && Math.min(...near) >= 0.75,
    },
    {
      what: `intervals of distributions hold the truth in at least ${percent(Math.min(...shares))} (91 % or more)`,
      met: Math.min(...shares) >= 0.91,
    },
    {
      what: `p rejects the true distribution in at most ${percent(rejected)} (15 % or less)`,
      met: rejected <= 0.15,
    },
    {
      what: `intervals of calibrations hold the truth in at least ${percent(worst)} (91 % or more)`,
      met: worst >= 0.91,
    },
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] => [
  `## ${title}`,
  '',
  ...lines,
  '',
];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  line(head),
  line(head.map(() => '---')),
  ...rows.map(line),
];
const short = (value: number): string => String(Number(value.toPrecision(2)));
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
