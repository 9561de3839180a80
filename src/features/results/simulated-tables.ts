/** Tables of a simulation: what the page, the terminal, files and the report show of it. */

import { growingStages, leadsThrough } from '../../../core/measures/growing.ts';
import {
  formatMeasure,
  type MeasureDimension,
  type MeasureFormat,
  type MeasureKey,
  type MeasureOwner,
  measureHead,
  measureLabel,
  measureRow,
  PERCENTILES,
  percentileName,
  readStage,
  type StageKey,
  type StageNumbers,
} from '../../../core/measures/measure-rows.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import { formatHalfWidth, inOneUnit } from '../../../core/quantities/quantity.ts';
import { type CellText, type Column, numberColumn } from '../../../core/quantities/table.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ClassEstimate, SimulationResult, StageEstimate } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { PRECISION_MEASURES } from '../../../workers/solve/exact-part/contract.ts';
import type { EstimateView } from '../../state/session-store.ts';
import type { TripRow } from './latency-rows.ts';
import { nodeTitle, titleIn } from './node-title.ts';

/** A simulated mean and how well it is known; where an exact chain tells it, that, and what was simulated below it. */
export function estimateCell(
  value: Estimate | undefined,
  dimension: MeasureDimension,
  format: MeasureFormat,
  simulated?: Estimate,
): CellText {
  if (!value) return { text: '–' };
  const text = formatMeasure(value.mean, dimension, format);
  if (!simulated)
    return { text, notes: [formatHalfWidth(value)], title: `${value.mean} ± ${value.halfWidth} (95 %)` };
  const beside = `${formatMeasure(simulated.mean, dimension, format)} ${formatHalfWidth(simulated)}`;
  return {
    text,
    notes: ['exact; simulated', beside],
    title: `${value.mean} exact, simulated ${simulated.mean} ± ${simulated.halfWidth} (95 %)`,
  };
}

/** In place of an interval, which would be one of the length of the run. */
const GROWS = 'grows';

/** A number of a queue that goes on growing. */
const growingCell = (
  value: Estimate | undefined,
  dimension: MeasureDimension,
  format: MeasureFormat,
): CellText =>
  value
    ? {
        text: formatMeasure(value.mean, dimension, format),
        notes: [GROWS],
        title: `${value.mean} in this run, and more in a longer one`,
      }
    : { text: '–', title: 'A queue on the way grows with the run: times through it have no percentile.' };

/** What is read of a row of simulated means. */
interface Means<Row> {
  readonly read: (row: Row) => Estimate | undefined;
  /** It goes on growing with a queue. */
  readonly grows: (row: Row) => boolean | undefined;
  readonly shown: (row: Row) => readonly [MeasureDimension, MeasureFormat];
}

/** A column of simulated means, in files half of their 95 % intervals beside them; what grows has none. */
export const meansColumn = <Row>({ read, grows, shown }: Means<Row>) => ({
  kind: 'number' as const,
  value: (row: Row) => read(row)?.mean,
  beside: [{ label: '±', value: (row: Row) => (grows(row) ? undefined : read(row)?.halfWidth) }],
  write: (row: Row): CellText => (grows(row) ? growingCell : estimateCell)(read(row), ...shown(row)),
});

/** What has no value where a queue grows. */
export const ofQueue = (key: MeasureKey): boolean =>
  /^(?:mean(?:Occupancy|QueueLength|SojournTime|WaitingTime)|(?:sojourn|waiting)P\d+)$/.test(key);

/** Mean of a measure, in files half of its 95 % interval beside it. `grows`: with the length of the run. */
function estimateColumn<Row>(
  key: MeasureKey,
  format: MeasureFormat,
  read: (row: Row) => Estimate | undefined,
  {
    owner = 'stage',
    simulated,
    grows = () => undefined,
  }: {
    owner?: MeasureOwner;
    simulated?: (row: Row) => Estimate | undefined;
    grows?: (row: Row) => boolean | undefined;
  } = {},
): Column<Row> {
  const { dimension } = measureRow(key);
  const isEndless = (row: Row): boolean => ofQueue(key) && grows(row) === true;
  const means = meansColumn({ read, grows: isEndless, shown: () => [dimension, format] as const });
  return {
    id: key,
    ...(owner === 'stage' ? measureHead(key) : { header: measureLabel(key, owner) }),
    ...means,
    beside: [
      ...means.beside,
      { label: 'simulated', value: (row) => simulated?.(row)?.mean },
      { label: 'simulated ±', value: (row) => simulated?.(row)?.halfWidth },
    ],
    write: (row) => {
      const beside = isEndless(row) ? undefined : simulated?.(row);
      return beside ? estimateCell(read(row), dimension, format, beside) : means.write(row);
    },
  };
}

export interface EstimateRow {
  readonly key: string;
  /** Stage, delay or join. */
  readonly node: string;
  readonly kind: 'stage' | 'delay' | 'join';
  readonly title: string;
  readonly stageTitle: string;
  readonly unit?: string;
  /** Given: what this class does there. */
  readonly jobClass?: string;
  readonly hasClasses: boolean;
  /** Its queue goes on growing. */
  readonly grows: boolean;
  readonly estimate: StageEstimate | ClassEstimate;
}

/** In flow order, each followed by its classes. */
export function estimateRows(
  scenario: Scenario,
  { stages, verdicts }: Pick<SimulationResult, 'stages' | 'verdicts'>,
): readonly EstimateRow[] {
  const growing = growingStages(verdicts);
  return nodesInFlowOrder(scenario).flatMap((node): EstimateRow[] => {
    const estimate = stages[node.id];
    if (!estimate || (node.kind !== 'stage' && node.kind !== 'delay' && node.kind !== 'join')) return [];
    const stageTitle = nodeTitle(scenario, node.id);
    const unit = node.kind === 'join' ? undefined : node.unit;
    const shared = {
      ...{ node: node.id, kind: node.kind, stageTitle, grows: growing.has(node.id) },
      ...(unit !== undefined && { unit }),
    };
    const classes = Object.entries(estimate.classes ?? {}).filter(
      ([, one]) => (one.offeredRate?.mean ?? 0) > 0,
    );
    return [
      { ...shared, key: node.id, title: stageTitle, hasClasses: classes.length > 0, estimate },
      ...classes.map(([id, one]) => ({
        ...shared,
        key: `${node.id} ${id}`,
        title: titleIn(scenario.classes, id),
        jobClass: id,
        hasClasses: false,
        estimate: one,
      })),
    ];
  });
}

/** What the replications gave for a measure that is known from an exact chain; of classes none is. */
export function simulatedBeside({ simulated }: StageEstimate, key: MeasureKey): Estimate | undefined {
  const known = PRECISION_MEASURES.find((measure) => measure === key);
  return known && simulated?.[known];
}

export const ESTIMATE_VIEWS: Readonly<Record<EstimateView, readonly StageKey[]>> = {
  levels: ['meanOccupancy', 'meanQueueLength', 'fullProbability'],
  rates: ['arrivalRate', 'throughput', 'utilization', 'blockedFraction', 'lossProbability'],
  response: ['meanSojournTime', 'sojournP50', 'sojournP90', 'sojournP99', 'sojournP999'],
  waiting: ['meanWaitingTime', 'waitingP50', 'waitingP90', 'waitingP99', 'waitingP999'],
};

/** Means and percentiles of one time as they are called under its title, so that all of them are seen beside the table of stages. */
export const TIME_HEADS: ReadonlyMap<string, string> = new Map(
  (['Sojourn', 'Waiting'] as const).flatMap((time) => [
    [`mean${time}Time`, 'Mean'],
    ...PERCENTILES.map((key) => [`${time.toLowerCase()}${key.toUpperCase()}`, percentileName(key)] as const),
  ]),
);

/** Measures that any row has a number for; losses only where there are some. */
export function estimateColumns(
  keys: readonly StageKey[],
  rows: readonly EstimateRow[],
  { timeUnit }: Pick<Scenario, 'timeUnit'>,
): readonly Column<EstimateRow>[] {
  const read = ({ estimate }: EstimateRow, key: StageKey): Estimate | undefined =>
    readStage(estimate as StageNumbers<Estimate>, key);
  const times = keys.filter((key) => measureRow(key).dimension === 'time');
  const format = inOneUnit(
    { timeUnit },
    times.flatMap((key) => rows.map((row) => read(row, key)?.mean)),
  );
  return keys
    .map((key) =>
      estimateColumn(key, format, (row: EstimateRow) => read(row, key), {
        simulated: ({ estimate }) => simulatedBeside(estimate, key),
        grows: (row) => row.grows,
      }),
    )
    .filter(({ id, value }) =>
      rows.some((row) => {
        const mean = value(row);
        return mean !== undefined && (id !== 'lossProbability' || Number(mean) > 0);
      }),
    );
}

/** End-to-end latency: of all elements, each class and each path. */
export function tripColumns(
  rows: readonly TripRow[],
  { timeUnit }: Pick<Scenario, 'timeUnit'>,
): readonly Column<TripRow>[] {
  const format = inOneUnit(
    { timeUnit },
    rows.flatMap(({ mean, percentiles = {} }) =>
      [mean, ...Object.values(percentiles)].map((time) => time?.mean),
    ),
  );
  const column = (key: MeasureKey, read: (row: TripRow) => Estimate | undefined) =>
    estimateColumn(key, format, read, { owner: 'path', grows: (row) => row.grows });
  return [
    column('share', ({ share }) => share),
    column('throughput', ({ rate }) => rate),
    column('meanSojournTime', ({ mean }) => mean),
    ...(['sojournP50', 'sojournP90', 'sojournP99', 'sojournP999'] as const).map((key) =>
      column(key, ({ percentiles }) => readStage({ sojournPercentiles: percentiles ?? {} }, key)),
    ),
  ].filter(({ id, value }) =>
    // That there is no percentile, and why, is told in its column.
    rows.some((row) => value(row) !== undefined || (row.grows && id.startsWith('sojournP'))),
  );
}

/** A measure of what is more than one stage: the network, its sinks, virtual queues and shared resources. */
export interface WholeRow {
  readonly of: string;
  readonly owner: MeasureOwner;
  readonly key: MeasureKey;
  readonly value: Estimate;
  /** As the solver has it. */
  readonly solved?: number;
  /** It goes on growing with a queue. */
  readonly grows?: boolean;
}

/** `answer`: of the same drawing, where there is one. */
export function wholeRows(
  scenario: Scenario,
  result: Pick<SimulationResult, 'network' | 'sinks' | 'groups' | 'fifos' | 'resources' | 'verdicts'>,
  answer?: Pick<SolveAnswer, 'network' | 'groups'>,
): readonly WholeRow[] {
  const { network, sinks = {}, groups = {}, fifos = [], resources = {} } = result;
  const growing = growingStages(result.verdicts);
  const row = (
    of: string,
    owner: MeasureOwner,
    key: MeasureKey,
    value: Estimate | undefined,
    solved?: number,
    grows = false,
  ): WholeRow[] =>
    value
      ? [{ of, owner, key, value, ...(solved !== undefined && { solved }), ...(grows && { grows }) }]
      : [];
  const model = answer?.network;
  const losses = (network.lossRate?.mean ?? 0) > 0 ? network.lossRate : undefined;
  // Where nothing leaves, nothing goes through: what goes round is told by class.
  const through = scenario.nodes.some(({ kind }) => kind === 'sink') ? network.throughput : undefined;
  return [
    ...row('Network', 'network', 'throughput', through, model?.throughput),
    ...row('Network', 'network', 'lossRate', losses, model?.lossRate),
    ...row(
      ...(['Network', 'network', 'meanSojournTime', network.meanSojournTime] as const),
      ...([model?.meanSojournTime, growing.size > 0] as const),
    ),
    ...Object.entries(sinks).flatMap(([id, { throughput }]) =>
      row(nodeTitle(scenario, id), 'sink', 'throughput', throughput),
    ),
    ...Object.entries(groups).flatMap(([id, { meanOccupancy }]) =>
      row(
        titleIn(scenario.groups, id),
        'group',
        'meanOccupancy',
        meanOccupancy,
        answer?.groups?.[id]?.meanOccupancy,
        leadsThrough(growing, scenario.groups?.find((group) => group.id === id)?.stages),
      ),
    ),
    ...fifos.flatMap(({ from, to, meanOccupancy, fullProbability }) => {
      const of = `FIFO ${nodeTitle(scenario, from)} → ${nodeTitle(scenario, to)}`;
      return [
        ...row(of, 'stage', 'meanOccupancy', meanOccupancy),
        ...row(of, 'stage', 'fullProbability', fullProbability),
      ];
    }),
    ...Object.entries(resources).flatMap(([id, { utilization }]) =>
      row(titleIn(scenario.resources, id), 'resource', 'utilization', utilization),
    ),
  ];
}

/** Times of a row in the unit that suits them: other rows are of other things. */
const ofRow = ({ value, solved }: WholeRow) => inOneUnit({}, [value.mean, solved]);

export const wholeColumns = (rows: readonly WholeRow[]): readonly Column<WholeRow>[] => [
  { id: 'of', header: 'Of', value: ({ of }) => of },
  { id: 'what', header: 'Measure', value: ({ key, owner }) => measureLabel(key, owner) },
  {
    id: 'value',
    header: 'Simulated',
    ...meansColumn<WholeRow>({
      read: ({ value }) => value,
      grows: ({ grows }) => grows,
      shown: (row) => [measureRow(row.key).dimension, ofRow(row)],
    }),
  },
  ...(rows.some(({ solved }) => solved !== undefined)
    ? [
        numberColumn<WholeRow>(
          'solved',
          'Analytic',
          ({ solved }) => solved,
          (solved, row) => formatMeasure(solved, measureRow(row.key).dimension, ofRow(row)),
        ),
        { id: 'apart', header: 'Agreement', value: apartWords },
      ]
    : []),
];

/** An interval of more than this share of its mean tells nothing of the other number. */
const WIDE = 0.25;
/** Closer than this is the same to three digits. */
const SAME = 0.005;
/** Further off, in half widths, is no chance. */
const BY_CHANCE = 3;

/** A number beside a simulated mean: one in twenty intervals of 95 % misses what it is of. */
export function besideInterval(
  value: number,
  { mean, halfWidth }: Estimate,
): 'wide' | 'inside' | 'same' | 'chance' | 'off' {
  const off = Math.abs(mean - value);
  if (halfWidth > WIDE * Math.abs(mean)) return 'wide';
  if (off <= halfWidth) return 'inside';
  if (off <= SAME * Math.abs(mean)) return 'same';
  return off <= BY_CHANCE * halfWidth ? 'chance' : 'off';
}

export const INTERVAL_WORDS = {
  wide: 'interval too wide to tell',
  inside: 'within the interval',
  same: 'the same to three digits',
  chance: 'outside the interval, as 1 in 20 is by chance: run longer',
} as const;

/** Whether the run contradicts the analytic number. */
export function apartWords({ value, solved, grows }: WholeRow): string | undefined {
  if (grows || solved === undefined || !Number.isFinite(value.halfWidth)) return undefined;
  const place = besideInterval(solved, value);
  if (place === 'off') return '✕ contradicts';
  return `${place === 'inside' || place === 'same' ? '✓ ' : ''}${INTERVAL_WORDS[place]}`;
}
