/**
 * A whole scenario's unknown parameters, fitted to everything that was measured at once: bounded least squares from several
 * starts, intervals and correlations from the slopes of the model at the end, and what the data cannot tell in words.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Measurement } from '../../core/measurement/measurement.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { openStream } from '../random/random-stream.ts';
import { doubts, overloads, runSentences } from './calibration-model.ts';
import { type CalibrationProblem, calibrationProblem } from './calibration-problem.ts';
import { calibrationSentences } from './calibration-sentences.ts';
import type {
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  CalibrationResidual,
} from './contract.ts';
import { followed } from './follow-intervals.ts';
import { type Identified, identify } from './identify.ts';
import { type LeastSquares, leastSquares, squares } from './least-squares.ts';
import { residualsOf } from './measured-residuals.ts';
import { otherAnswers, withoutOthers } from './other-answers.ts';
import type { Asking } from './profile.ts';

export interface CalibrationControl {
  readonly onProgress?: (progress: CalibrationProgress) => void;
  /** Awaited between solutions: gives way to messages, and throws to stop. */
  readonly breathe?: () => Promise<void> | undefined;
}

/** Other starts are within this factor of the present values. */
const SPREAD = Math.log(20);

export async function calibrate(
  scenario: Scenario,
  measurement: Measurement,
  request: CalibrationRequest,
  control: CalibrationControl = {},
): Promise<Result<CalibrationAnswer, readonly string[]>> {
  const problem = calibrationProblem(scenario, measurement, request);
  if (!problem.ok) return problem;
  const starts = startsOf(problem.value, request);
  const counter = new Counter(starts.length, control);
  const ends: LeastSquares[] = [];
  for (const start of starts) {
    ends.push(await converse(problem.value, leastSquares({ ...problem.value.box, start }), counter));
    counter.ended(ends);
  }
  ends.sort((a, b) => a.cost - b.cost);
  const identified = identify(problem.value, ends[0]!);
  const alone = await converse(problem.value, followed(problem.value, ends[0]!, identified), counter);
  const others = otherAnswers(ends, alone);
  return answerOf({
    ...{ scenario, ends, others, problem: problem.value, solved: counter.solved },
    identified: { ...identified, parameters: withoutOthers(alone, others) },
  });
}

/** Answers a search at every point that it asks for. */
async function converse<T>(
  { residuals }: CalibrationProblem,
  asking: Asking<T>,
  counter: Counter,
): Promise<T> {
  let turn = asking.next();
  while (!turn.done) {
    await counter.count();
    turn = asking.next(residuals(turn.value));
  }
  return turn.value;
}

/** The present values first, then places around them that are drawn at random: evenly by logarithm, shares as they are. */
function startsOf(
  { box, knobs, model }: CalibrationProblem,
  { starts = model.starts, seed = 1 }: CalibrationRequest,
): readonly (readonly number[])[] {
  const stream = openStream({ seed, replication: 0, node: 'calibration', purpose: 'service' });
  const others = Array.from({ length: Math.max(0, starts - 1) }, () =>
    box.start.map((x, i) => {
      const [from, to] = [Math.max(box.low[i]!, x - SPREAD), Math.min(box.high[i]!, x + SPREAD)];
      const { low, high, parameter } = knobs[i]!;
      return parameter.domain.most === 1
        ? Math.log(low + (high - low) * stream.uniform())
        : from + (to - from) * stream.uniform();
    }),
  );
  return [box.start, ...others];
}

/** Tells how far it is, at most ten times a second. */
class Counter {
  solved = 0;
  private done = 0;
  private cost = Number.POSITIVE_INFINITY;
  private told = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly starts: number,
    private readonly control: CalibrationControl,
  ) {}

  async count(): Promise<void> {
    this.solved += 1;
    await this.control.breathe?.();
    const now = performance.now();
    if (now - this.told < 100) return;
    this.told = now;
    this.tell();
  }

  ended(ends: readonly LeastSquares[]): void {
    this.done = ends.length;
    this.cost = Math.min(...ends.map(({ cost }) => cost));
    this.tell();
  }

  private tell(): void {
    const { done, starts, solved, cost } = this;
    this.control.onProgress?.({ done, starts, solved, cost });
  }
}

interface Ended {
  readonly scenario: Scenario;
  readonly problem: CalibrationProblem;
  readonly ends: readonly LeastSquares[];
  readonly others: readonly LeastSquares[];
  readonly identified: Identified;
  readonly solved: number;
}

function answerOf(ended: Ended): Result<CalibrationAnswer, readonly string[]> {
  const { scenario, problem, ends, others, identified, solved } = ended;
  const { model, box } = problem;
  const best = ends[0]!;
  const changed = problem.scenarioAt(best.at);
  const outcome = model.answer(changed);
  if (outcome.kind === 'noAnswer')
    return err([`With the values that fit best the model has no answer: ${outcome.message}`]);
  const { measurement } = scenario;
  const { parameters, correlation, degrees } = identified;
  const answer = {
    scenario: measurement ? { ...changed, measurement } : changed,
    ...{ parameters, correlation, degrees },
    residuals: residualRows(problem, changed),
    costBefore: squares(problem.residuals(box.start)),
    cost: best.cost,
    ends: ends.map(({ cost, at }) => ({ cost, values: at.map(Math.exp) })),
    solved: solved + 4,
    ...(model.simulated && { simulated: model.simulated }),
  };
  const sentences = [
    ...doubts(outcome, (stage) => stageName(scenario, stage)),
    ...overloads(outcome, (stage) => stageName(scenario, stage)),
    ...calibrationSentences(answer, { blind: identified.blind, other: others[0] }, problem),
    ...runSentences(model),
  ];
  return ok({ ...answer, sentences });
}

function residualRows(problem: CalibrationProblem, changed: Scenario): readonly CalibrationResidual[] {
  const now = problem.predictions(changed);
  const before = problem.predictions(problem.scenarioAt(problem.box.start));
  return problem.items
    .map((item, i): CalibrationResidual => {
      const { stage, quantity, measured } = item;
      const parts = residualsOf(item, now[i], problem.errors[i]!, 0);
      const length = Math.hypot(...parts);
      return {
        ...{ stage, quantity, measured },
        ...(before[i] && { before: before[i].value }),
        ...(now[i] && { predicted: now[i].value }),
        errors: parts.length === 1 ? parts[0]! : length,
      };
    })
    .sort((a, b) => Math.abs(b.errors) - Math.abs(a.errors));
}

const stageName = ({ nodes }: Scenario, stage: NodeId): string =>
  nodes.find(({ id }) => id === stage)?.name ?? stage;
