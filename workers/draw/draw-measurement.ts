/** A scenario drawn from a measurement file, its numbers beside where they came from, and held against the half it was not drawn from. */
import { groupBy } from '../../core/base/group-by.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
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
import { classesOfCases } from './case-classes.ts';
import { evidenceOfCases } from './case-evidence.ts';
import { CaseSteps, type Visit } from './case-steps.ts';
import type { DrawAnswer, DrawSettings, FlowEvidence, Validation } from './contract.ts';
import { type Drawn, propose } from './propose.ts';
import { evidenceOfQueues } from './queue-evidence.ts';
import { type Moves, QueueMoves } from './queue-moves.ts';
import { type Halves, validated } from './validate.ts';

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
