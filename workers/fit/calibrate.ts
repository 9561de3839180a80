/**
 * A whole scenario's unknown parameters, fitted to everything that was measured at once: bounded least squares from several
 * starts, intervals and correlations from the slopes of the model at the end, and what the data cannot tell in words.
 */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { Measurement } from '../../core/measurement/measurement.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { exp, hypot, log } from '../../core/numeric/elementary.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { openStream } from '../random/random-stream.ts';
import { doubts, overloads, runSentences } from './calibration-model.ts';
import { type CalibrationProblem, calibrationProblem } from './calibration-problem.ts';
import type {
  CalibratedParameter,
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  CalibrationResidual,
} from './contract.ts';
import { capital, correlationSentences, parameterWords, quantityWords } from './fit-words.ts';
import { type Blind, type Identified, identify } from './identify.ts';
import { type LeastSquares, leastSquares, squares } from './least-squares.ts';
import { residualsOf } from './measured-residuals.ts';
import { type Asking, isBent, profileInterval } from './profile.ts';

/** What a calibration found, in words: what the data cannot tell first. */

const FAR = 3;

function calibrationSentences(
  answer: Omit<CalibrationAnswer, 'sentences'>,
  { blind, other }: Pick<Identified, 'blind'> & { readonly other: LeastSquares | undefined },
  { knobs }: CalibrationProblem,
): readonly string[] {
  const wordsOf = (path: string): string => {
    const knob = knobs.find(({ parameter }) => parameter.path === path);
    return knob ? `the ${parameterWords(knob.parameter)}` : path;
  };
  return [
    ...blind.map((one) => blindSentence(one, wordsOf)),
    ...answer.parameters.flatMap(({ path, value, bound }) =>
      bound
        ? [
            `${capital(wordsOf(path))} ended at its ${bound === 'low' ? 'lowest' : 'highest'} possible value ${formatNumber(value)}: widen the bounds, or something else in the model is wrong.`,
          ]
        : [],
    ),
    agreement(answer),
    ...(other ? [elsewhere(answer, other)] : []),
    ...correlationSentences(answer, wordsOf),
  ];
}

function blindSentence({ paths, slopes }: Blind, wordsOf: (path: string) => string): string {
  const names = paths.map(wordsOf);
  if (names.length === 1)
    return `${capital(names[0]!)} cannot be told from this data: nothing that was measured depends on it.`;
  const last = names[names.length - 1];
  const which = `${capital(names.slice(0, -1).join(', '))} and ${last} cannot be told apart from this data`;
  if (names.length > 2) return `${which}: other combinations of them predict the same.`;
  const change = slopes[1]! > 0 ? 'raised' : 'lowered';
  return `${which}: the first raised by 10 % and the second ${change} by ${formatNumber(10 * Math.abs(slopes[1]!))} % predict the same.`;
}

function agreement({ cost, degrees, residuals }: Omit<CalibrationAnswer, 'sentences'>): string {
  const worst = residuals[0]!;
  const where = `the ${quantityWords(worst.quantity)} of ${worst.stage} is ${formatNumber(Math.abs(worst.errors))} standard errors off`;
  if (Math.abs(worst.errors) > FAR) return `The model does not agree with the data even so: ${where}.`;
  if (degrees <= 0)
    return 'As many parameters as measured quantities: that they agree says nothing of the model.';
  return `Model and data agree within the errors (${formatNumber(cost)} for ${degrees} degree${degrees === 1 ? '' : 's'} of freedom).`;
}

/** Another place that fits as well is another answer. */
function elsewhere({ parameters }: Omit<CalibrationAnswer, 'sentences'>, { at }: LeastSquares): string {
  const values = parameters.map(({ path }, i) => `${path} = ${formatNumber(exp(at[i]!))}`).join(', ');
  return `There is another answer that fits as well: ${values}. What differs between the two is not identifiable from these data.`;
}

/** Searches from several starts may end in places that fit as well: which of them is the answer, and what is sure of it then. */

/** Ends of searches with a cost within this fit as well. */
const SAME_COST = 0.1;

/** Those that fit as well as the first, with a value outside of its intervals. */
function otherAnswers(
  [best, ...others]: readonly LeastSquares[],
  parameters: readonly CalibratedParameter[],
): readonly LeastSquares[] {
  return others.filter(
    (end) => fitsAsWell(end, best!) && parameters.some((parameter, i) => !holds(parameter, end.at[i]!)),
  );
}

/** An interval that leaves out what fits as well is none. */
const withoutOthers = (
  parameters: readonly CalibratedParameter[],
  others: readonly LeastSquares[],
): readonly CalibratedParameter[] =>
  parameters.map((parameter, i) => {
    if (others.every(({ at }) => holds(parameter, at[i]!))) return parameter;
    const { low: _low, high: _high, profiled: _profiled, ...rest } = parameter;
    return rest;
  });

const fitsAsWell = (end: LeastSquares, best: LeastSquares): boolean => end.cost < best.cost + SAME_COST;

const holds = ({ low, high }: CalibratedParameter, logarithm: number): boolean =>
  low === undefined || high === undefined || (exp(logarithm) >= low && exp(logarithm) <= high);

/** Intervals of a calibration that slopes do not tell, followed along the profile of the sum of squares instead. */

/** A simulated model is too slow for that, and its sum of squares too rough: there they stay as the slopes have them. */
function* followed(
  { knobs, box, model }: CalibrationProblem,
  { at, cost }: LeastSquares,
  { parameters, directions, rise }: Identified,
): Asking<readonly CalibratedParameter[]> {
  if (model.simulated) return parameters;
  const profiled = { box, at, cost, rise };
  const all: CalibratedParameter[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const direction = directions[i];
    if (!direction || !(yield* isBent(profiled, direction))) {
      all.push(parameter);
      continue;
    }
    const [low, high] = (yield* profileInterval(profiled, i, direction[i]!)).map(exp) as [number, number];
    const { most } = knobs[i]!.parameter.domain;
    all.push({ ...parameter, low, high: Math.min(most, high), profiled: true });
  }
  return all;
}

export interface CalibrationControl {
  readonly onProgress?: (progress: CalibrationProgress) => void;
  /** Awaited between solutions: gives way to messages, and throws to stop. */
  readonly breathe?: () => Promise<void> | undefined;
}

/** Other starts are within this factor of the present values. */
const SPREAD = log(20);

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
        ? log(low + (high - low) * stream.uniform())
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
    return err([`With the values that fit best the model has no answer: ${refusalText(outcome)}`]);
  const { measurement } = scenario;
  const { parameters, correlation, degrees } = identified;
  const answer = {
    scenario: measurement ? { ...changed, measurement } : changed,
    ...{ parameters, correlation, degrees },
    residuals: residualRows(problem, changed),
    costBefore: squares(problem.residuals(box.start)),
    cost: best.cost,
    ends: ends.map(({ cost, at }) => ({ cost, values: at.map(exp) })),
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
      const length = hypot(...parts);
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
