/** A scenario drawn from a measurement file, its numbers beside where they came from, and held against the half it was not drawn from. */
import { groupBy } from '../../core/base/group-by.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { distributionRate, distributionScv, faster } from '../../core/distributions/index.ts';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import type { Span } from '../../core/measures/measure-rows.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { pow } from '../../core/numeric/elementary.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { slowerService } from '../../core/scenario/edits.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { compareWithMeasurement } from '../compare/compare-model.ts';
import { comparisonVerdict, withNames } from '../compare/comparison-verdict.ts';
import type { Prediction } from '../compare/contract.ts';
import type {
  ByteSource,
  MeasurementFault,
  MeasurementFormat,
  ReducedMeasurement,
  TaskTable,
} from '../measure/contract.ts';
import { FaultList } from '../measure/measurement-fault.ts';
import { type ReadContext, readRows } from '../measure/read-rows.ts';
import type { CaseStep } from '../measure/reduce/intake.ts';
import { Reduction } from '../measure/reduce/reduction.ts';
import type { NumericTableName, RowTaker } from '../measure/stream/row-layout.ts';
import { Z_975 } from '../numeric/student-t.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { classesOfCases } from './case-classes.ts';
import { evidenceOfCases } from './case-evidence.ts';
import { CaseSteps, type Visit } from './case-steps.ts';
import type { DrawAnswer, DrawSettings, FlowEvidence, Told, Validation } from './contract.ts';
import { type Drawn, propose } from './propose.ts';
import { evidenceOfQueues } from './queue-evidence.ts';
import { type Moves, QueueMoves } from './queue-moves.ts';

/** The usual reduction, and the steps of cases and the moves of elements besides. */
class FlowIntake extends Reduction {
  readonly cases = new CaseSteps();
  readonly moves = new QueueMoves();

  override open(table: NumericTableName): RowTaker {
    const take = super.open(table);
    return (row, number, placeOf) => {
      this.moves.take(table, row);
      take(row, number, placeOf);
    };
  }

  takeStep(step: CaseStep): void {
    this.cases.take(step);
  }
}

const OF_SPANS: ReadonlySet<MeasurementFormat> = new Set(['opentelemetry', 'jaeger', 'zipkin']);

/** Fewer elements tell nothing of what the other half holds. */
const FEWEST_CASES = 20;
const FEWEST_FRAMES = 4;

/** Rejects with the reason of the context's signal when it is aborted. */
export async function drawMeasurement(
  source: ByteSource,
  context: ReadContext,
  { without = [] }: DrawSettings = {},
): Promise<Result<DrawAnswer, readonly MeasurementFault[]>> {
  const faults = new FaultList(context.fileName);
  const intake = new FlowIntake(faults, context.options ?? {});
  const read = await readRows(source, context, intake);
  if (!read.ok) return read;
  if (OF_SPANS.has(read.value.format)) {
    faults.add(
      'E21',
      'it holds spans: `stagegraph trace` draws a service from them, and the page does when the file is dropped',
    );
    return err(faults.allFaults());
  }
  const reduced = intake.finish({ name: context.fileName, ...read.value });
  if (reduced.tasks) takeTasks(intake.cases, reduced.tasks);
  if (intake.cases.leftOut > 0)
    faults.add(
      'W35',
      `the last ${intake.cases.leftOut} steps are not used for the drawing: it takes a million`,
    );
  const stretch =
    intake.cases.steps > 0
      ? ofCases(intake.cases.inOrder())
      : ofQueues(reduced, (queue) => intake.moves.of(intake.names.numberOfText(queue)));
  if (stretch === undefined) {
    faults.add(
      'E21',
      'nothing in it tells a flow: expected steps of cases, tasks, or queues with insertions, departures or counters',
    );
    return err(faults.allFaults());
  }
  const flow = stretch.all();
  const name = context.fileName.replace(/^.*[\\/]|(\.[a-z]{2,7}){1,2}$/gi, '').slice(0, 200) || 'drawn';
  const refused = new Set(without);
  const drawn = propose(flow, { name, without: refused });
  const unknown = without.filter((id) => !drawn.parts.some((part) => part.id === id));
  if (unknown.length > 0) {
    faults.add(
      'E02',
      `--without: the drawing has no part "${unknown[0]}"; expected one of ${drawn.parts.map(({ id }) => id).join(', ')}`,
    );
    return err(faults.allFaults());
  }
  const validation = validated(stretch.halves, flow, { name, refused });
  const remarks = flow.remarks;
  return ok({
    ...{ parts: drawn.parts, remarks, validation, warnings: faults.allFaults() },
    scenario: { ...drawn.scenario, notes: notesOf(drawn, remarks, validation, context.fileName) },
  });
}

/** What is drawn from all of the data, from the first half, and what the second half holds; undefined where a half is too short. */
interface Stretches {
  readonly all: () => FlowEvidence;
  /** As text: why there are none. */
  readonly halves: (() => Halves) | string;
}

function ofCases(cases: readonly (readonly Visit[])[]): Stretches {
  const from = cases[0]![0]!.came;
  const to = cases.reduce((last, visits) => Math.max(last, visits.at(-1)!.done), from);
  const middle = cases[Math.floor(cases.length / 2)]![0]!.came;
  const last = cases.at(-1)![0]!.came;
  const classes = classesOfCases(cases);
  return {
    all: () => evidenceOfCases(cases, { from, to }, classes),
    halves:
      cases.length >= 2 * FEWEST_CASES && last > middle && middle > from
        ? () => ({
            first: evidenceOfCases(cases, { from, to: middle }, classes),
            second: evidenceOfCases(cases, { from: middle, to: last }, classes),
            duration: last - middle,
          })
        : `${cases.length} cases are too few`,
  };
}

function ofQueues(
  reduced: ReducedMeasurement,
  movesOf: (queue: string) => Moves | undefined,
): Stretches | undefined {
  const evidence = (from: number, to: number) => evidenceOfQueues(reduced, { from, to }, movesOf);
  const frames = reduced.frames.start.length;
  const all = evidence(0, frames);
  if (all.places.length === 0) return undefined;
  const middle = Math.floor(frames / 2);
  return {
    all: () => all,
    halves:
      middle >= FEWEST_FRAMES
        ? () => ({
            first: evidence(0, middle),
            second: evidence(middle, frames),
            duration: reduced.frames.end[frames - 1]! - reduced.frames.start[middle]!,
          })
        : `it has ${frames} frames`,
  };
}

/** Whole ways alone: a task with a hidden step tells nothing of shares. */
function takeTasks(cases: CaseSteps, tasks: TaskTable): void {
  const steps = tasks.task.flatMap((caseId, row): CaseStep[] => {
    if (tasks.step[row] === 0) return [];
    const [came, done] = [tasks.arrival[row]! * 1e9, tasks.departure[row]! * 1e9];
    return [{ caseId, caseClass: '', place: tasks.queue[row]!, came, begun: Number.NaN, done }];
  });
  const isTold = ({ came, done, place }: CaseStep): boolean => !Number.isNaN(came + done) && place !== '';
  for (const own of groupBy(steps, ({ caseId }) => caseId).values())
    if (own.every(isTold)) for (const step of own.sort((a, b) => a.came - b.came)) cases.take(step);
}

const notesOf = (
  { parts }: Drawn,
  remarks: readonly string[],
  { sentences }: Validation,
  file: string,
): string =>
  [
    `Drawn from ${file}.`,
    ...parts.filter(({ isAccepted }) => isAccepted).map(({ id, from }) => `- ${id}: ${from}`),
    ...remarks,
    ...sentences,
  ].join('\n\n');

/** A drawing from the first half of the data, held against the second: what its numbers leave open is not held against it. */

/** What two halves of a measurement tell. */
interface Halves {
  readonly first: FlowEvidence;
  readonly second: FlowEvidence;
  /** How long the second lasts, s. */
  readonly duration: number;
}

const without = (why: string): Validation => ({
  rows: [],
  sentences: [`The drawing was not validated on separate data: ${why}.`],
});

/** `halves` as text: why there are none. */
function validated(
  halves: (() => Halves) | string,
  whole: FlowEvidence,
  { name, refused }: { readonly name: string; readonly refused: ReadonlySet<string> },
): Validation {
  if (typeof halves === 'string') return without(`${halves} for two halves`);
  const { first, second, duration } = halves();
  if (first.ways.length < whole.ways.length) return without('the first half does not contain every path');
  const drawn = propose(first, { name, without: refused });
  const solved = solveScenario(drawn.scenario, 'auto', false);
  if (solved.kind === 'noAnswer')
    return {
      rows: [],
      sentences: [
        `Drawn from the first half of the data, the model has no solution to compare with the second: ${refusalText(solved)}`,
      ],
    };
  const stages = new Map(drawn.scenario.nodes.filter(isStage).map((node) => [node.id, node]));
  const measured = [...second.measured].flatMap(([place, told]): StageMeasurement[] => {
    const stage = stages.get(drawn.ids.get(place) ?? '');
    return stage ? [{ stage: stage.id, ...asLongAs(duration, stage, told) }] : [];
  });
  const spans = spansOf(drawn, first, solved.stages);
  const comparison = compareWithMeasurement(drawn.scenario, withSpans(solved.stages, spans), {
    ...{ name, stages: measured },
  });
  return {
    rows: comparison.rows,
    sentences: [
      'Drawn from the first half of the data alone and compared with the second:',
      ...comparisonVerdict(withNames(drawn.scenario, comparison)),
    ],
  };
}

type Measured = Omit<StageMeasurement, 'stage'>;

/**
 * Intervals by tenths are too narrow where a tenth is no longer than the queue remembers. The variance of a mean level over a time T is at least
 * 2 rho (1 + rho) V^3 / ((1 - rho)^4 mu T) for a queue of variability V, half the sum of the squared coefficients of variation: exact for M/M/1, and the
 * limit of heavy traffic otherwise (Whitt, Planning queueing simulations, Management Science 35 (1989), 1341-1366, eq. 22 and 24). The load is the measured one.
 */
function asLongAs(duration: number, stage: StageNode, told: Measured): Measured {
  const { arrivalRate = 0, meanOccupancy, halfWidths } = told;
  const mu = serverCountOf(stage) * distributionRate(stage.service);
  const rho = arrivalRate / mu;
  if (!(rho < 1) || meanOccupancy === undefined || arrivalRate === 0) return told;
  const variability = (1 + distributionScv(stage.service)) / 2;
  const variance = (2 * rho * (1 + rho) * pow(variability, 3)) / (pow(1 - rho, 4) * mu * duration);
  const half = Math.max(Z_975 * Math.sqrt(variance), halfWidths?.meanOccupancy ?? 0);
  return {
    ...told,
    halfWidths: {
      ...{ ...halfWidths, meanOccupancy: half },
      ...(told.meanSojournTime !== undefined && {
        meanSojournTime: Math.max(half / arrivalRate, halfWidths?.meanSojournTime ?? 0),
      }),
    },
  };
}

/** Quantities that depend on rates so much that their intervals matter. */
const OPEN = ['meanOccupancy', 'meanSojournTime'] as const;
type Spans = Partial<Record<(typeof OPEN)[number], Span>>;
/** Most inputs that are changed: those that are known worst. */
const MOST_INPUTS = 20;

/** What the intervals of arrivals and services allow, each changed alone and the differences added up as those of independent errors. */
function spansOf(
  drawn: Drawn,
  { entries, places }: FlowEvidence,
  solved: Prediction,
): ReadonlyMap<NodeId, Spans> {
  const inputs = [
    ...entries.map(({ name, interarrival }) => ({ id: drawn.ids.get(name)!, told: interarrival as Told })),
    ...places.flatMap(({ name, service }) =>
      service ? [{ id: drawn.ids.get(name)!, told: service as Told }] : [],
    ),
  ]
    .map(({ id, told }) => ({
      id,
      low: (told.low ?? told.value) / told.value,
      high: (told.high ?? told.value) / told.value,
    }))
    .filter(({ low, high }) => low > 0 && high > low)
    .sort((a, b) => b.high - b.low - (a.high - a.low))
    .slice(0, MOST_INPUTS);
  const below = new Map<string, number>();
  const above = new Map<string, number>();
  for (const { id, low, high } of inputs)
    for (const factor of [low, high]) {
      const outcome = solveScenario(slower(drawn.scenario, id, factor), 'auto', false, { spans: false });
      for (const [stage, at] of Object.entries(solved))
        for (const quantity of OPEN) {
          const [was, is] = [
            at[quantity],
            outcome.kind === 'noAnswer' ? undefined : outcome.stages[stage]?.[quantity],
          ];
          if (was === undefined) continue;
          // Without a steady state it grows for ever.
          const change = (is ?? Number.POSITIVE_INFINITY) - was;
          const side = change < 0 ? below : above;
          const key = `${stage}\u0000${quantity}`;
          side.set(key, (side.get(key) ?? 0) + change ** 2);
        }
    }
  return new Map(
    Object.entries(solved).map(([stage, at]) => {
      const own = OPEN.flatMap((quantity) => {
        const key = `${stage}\u0000${quantity}`;
        const value = at[quantity];
        if (value === undefined) return [];
        const least = Math.max(0, value - Math.sqrt(below.get(key) ?? 0));
        return [[quantity, [least, value + Math.sqrt(above.get(key) ?? 0)]] as const];
      });
      return [stage, Object.fromEntries(own)];
    }),
  );
}

/** With times at one node that are `factor` times as long. */
function slower(scenario: Scenario, id: NodeId, factor: number): Scenario {
  return {
    ...scenario,
    nodes: scenario.nodes.map((node) => {
      if (node.id !== id) return node;
      if (node.kind === 'source') return { ...node, interarrival: faster(node.interarrival, 1 / factor) };
      return node.kind === 'stage' || node.kind === 'delay' ? slowerService(node, factor) : node;
    }),
  };
}

const withSpans = (prediction: Prediction, spans: ReadonlyMap<NodeId, Spans>): Prediction =>
  Object.fromEntries(
    Object.entries(prediction).map(([stage, measures]) => [
      stage,
      { ...measures, spans: { ...measures.spans, ...spans.get(stage) } },
    ]),
  );
