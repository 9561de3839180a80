/** The tables of `npm run verify virtual-queues`: how often the verdict on a virtual queue is right, by what was broken. */
import type { Bins, GapBins, ReducedMeasurement } from '../workers/measure/contract.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import type { VerdictOutcome } from '../workers/virtual-queue/contract.ts';
import { generateTrace, writeEvents } from '../workers/virtual-queue/generate-benchmarks.ts';
import { judgeVirtualQueue } from '../workers/virtual-queue/judge-virtual-queue.ts';
import {
  BROKEN_KINDS,
  type CaseKind,
  type QueueCase,
  queueCase,
  RIGHT_KINDS,
} from './virtual-queue-cases.ts';

export const VIRTUAL_QUEUE_CASES = 200;
/** Cases that are judged once more with times drawn anew. */
const COMPARED = 60;
const REPLICATIONS = 39;
const GOAL = 0.05;

interface Verdict {
  readonly kind: CaseKind;
  readonly outcome: VerdictOutcome;
  /** Relative error of the mean of the whole: predicted over true, less 1. */
  readonly error: number;
  readonly chance: number;
}

/** What was found of some of the cases. */
export interface JudgedCases {
  readonly verdicts: readonly Verdict[];
  /** Verdicts on the first COMPARED cases, judged once more with times drawn anew. */
  readonly anew: readonly Verdict[];
}

export async function judgeCases(numbers: readonly number[]): Promise<JudgedCases> {
  const verdicts: Verdict[] = [];
  const anew: Verdict[] = [];
  for (const number of numbers) {
    const one = queueCase(number);
    const measurement = await measured(one);
    verdicts.push(await judged(one, measurement));
    if (number < COMPARED) anew.push(await judged(one, withShares(measurement)));
  }
  return { verdicts, anew };
}

/** `parts` together are the cases 0 to VIRTUAL_QUEUE_CASES - 1. */
export function virtualQueueTable(parts: readonly JudgedCases[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const verdicts = parts.flatMap((part) => part.verdicts);
  const anew = parts.flatMap((part) => part.anew);
  const goals = goalsOf(verdicts);
  const lines = [
    `${VIRTUAL_QUEUE_CASES} runs of 5,000 to 15,000 elements from a source over a bus that moves 8 to 128 at a time to a server with a load of`,
    '0.4 to 0.92, with insertions and services of many distributions, in 4 to 16 frames. In half of them all assumptions of the model hold. In the',
    'others one is broken: insertions or services come in fast and slow phases of 20 to 60 and 40 to 120 events, services follow the gap',
    'before the insertion, the bus has half or twice the bulk size, 0.4 or 2.2 times the transfer time, or a latency of 0.5 to 1.5 times the',
    `filling of a bulk. ${REPLICATIONS} replications each. Chance: median of what chance alone does to the occupancy of the ends, by the mean of the`,
    'whole. Off: median and largest error of the predicted mean of the whole queue, which nobody could measure.',
    '',
    ...table('Replays of the measured times in another order (what the verdict does)', verdicts),
    ...table(`The first ${COMPARED} with times drawn anew from the histograms`, anew),
    'Drawing anew adds the chance of how many long times happen to be drawn, which the measured run does not have against its own',
    'histograms: the same difference is found later.',
    '',
    '## Goals',
    '',
    ...goals.map(({ what, met }) => `- ${met ? 'met' : '**missed**'}: ${what}`),
  ];
  return { lines, failed: goals.some(({ met }) => !met) };
}

async function measured({ plan, frames }: QueueCase): Promise<ReducedMeasurement> {
  const trace = generateTrace(plan);
  const end = trace.insertion.at(-1)!;
  const text = writeEvents({
    trace,
    ...(plan.bus && { bus: plan.bus }),
    frame: end / frames,
    end,
    unit: { name: 'us', perSecond: 1e6 },
  });
  const reduced = await reduceMeasurement(new Blob([text]), { fileName: 'generated' });
  if (!reduced.ok) throw new Error(JSON.stringify(reduced.error));
  return reduced.value;
}

async function judged(one: QueueCase, measurement: ReducedMeasurement): Promise<Verdict> {
  const report = await judgeVirtualQueue(measurement, {
    queue: 'queue',
    replications: REPLICATIONS,
    ...one.question,
  });
  if (report.kind === 'refused') throw new Error(report.reason);
  const replay = report.replays.at(-1)!;
  const { outcome, tests } = replay.verdict;
  const mean = trueMean(one);
  const whole = replay.parts.whole!.mean;
  const chance = tests.reduce((sum, test) => sum + test.chance.wasserstein, 0) / Math.max(1, whole);
  return { kind: one.kind, outcome, error: whole / mean - 1, chance };
}

/** True mean of the whole queue, by Little's law on the trace itself. */
function trueMean({ plan }: QueueCase): number {
  const { insertion, departure } = generateTrace(plan);
  const end = insertion.at(-1)!;
  let area = 0;
  insertion.forEach((time, i) => {
    area += Math.max(0, Math.min(end, departure[i] ?? end) - time);
  });
  return area / end;
}

/** Weights that are no whole numbers are drawn from anew. */
function withShares(measurement: ReducedMeasurement): ReducedMeasurement {
  const share = (weight: number): number => weight * Math.SQRT1_2;
  const each = (gaps: GapBins | undefined): GapBins =>
    Object.fromEntries(
      Object.entries(gaps ?? {}).map(([name, bins]: [string, Bins]) => [name, scaled(bins, share)]),
    );
  return {
    ...measurement,
    queues: measurement.queues.map((queue) => ({
      ...queue,
      interInsertion: each(queue.interInsertion),
      interDeparture: each(queue.interDeparture),
    })),
  };
}

const scaled = (bins: Bins, share: (weight: number) => number): Bins => ({
  ...bins,
  weight: bins.weight.map(share),
  ...(bins.byFrame && { byFrame: bins.byFrame.map(share) }),
  total: share(bins.total),
});

const OUTCOMES: readonly VerdictOutcome[] = ['consistent', 'negligible', 'inconsistent', 'undecidable'];

function table(title: string, verdicts: readonly Verdict[]): readonly string[] {
  const rows = [...RIGHT_KINDS, ...BROKEN_KINDS].map((kind) => {
    const own = verdicts.filter((verdict) => verdict.kind === kind);
    const errors = own.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
    const counts = OUTCOMES.map((outcome) => own.filter((verdict) => verdict.outcome === outcome).length);
    const chances = own.map(({ chance }) => chance).sort((a, b) => a - b);
    const off = `${percent(middle(errors))}, ${percent(errors.at(-1)!)}`;
    return `| ${[(RIGHT_KINDS as readonly string[]).includes(kind) ? 'right' : 'broken', kind, own.length, ...counts, percent(middle(chances)), off].join(' | ')} |`;
  });
  const head = ['model', 'case', 'runs', ...OUTCOMES, 'chance', 'off'];
  return [
    `## ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ];
}

function goalsOf(verdicts: readonly Verdict[]) {
  const isRight = ({ kind }: Verdict): boolean => (RIGHT_KINDS as readonly string[]).includes(kind);
  const right = verdicts.filter(isRight);
  const broken = verdicts.filter((verdict) => !isRight(verdict));
  const refused = right.filter(({ outcome }) => outcome === 'inconsistent').length / right.length;
  const trusted =
    broken.filter(({ outcome }) => outcome === 'consistent' || outcome === 'negligible').length /
    broken.length;
  const open = verdicts.filter(({ outcome }) => outcome === 'undecidable').length / verdicts.length;
  return [
    {
      what: `wrongly trusted: ${percent(trusted)} of the broken models (under ${percent(GOAL)})`,
      met: trusted < GOAL,
    },
    {
      what: `wrongly refused: ${percent(refused)} of the right models (under ${percent(GOAL)})`,
      met: refused < GOAL,
    },
    { what: `left open: ${percent(open)} of all (under 10 %)`, met: open < 0.1 },
  ];
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)]!;
const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
