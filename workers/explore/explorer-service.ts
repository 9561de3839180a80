/** The explorer as a worker offers it: points some at a time, so that messages arrive between them. */

import type { NumberParameter, ParameterHandle } from '../../core/study/parameter.ts';
import { piecesOf } from '../../core/study/point-ranges.ts';
import type { Study, Variation } from '../../core/study/study.ts';
import { findMeasure, type MeasureSource } from '../../core/study/study-measures.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import { compareDesigns } from './compare-designs.ts';
import type { ExplorerService, Sensitivity, SensitivityEnd, StudyFaults } from './contract.ts';
import { decidePoints } from './decide-points.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { exploreMapping } from './explore-mapping.ts';
import { findDepths } from './find-depths.ts';
import { growthLadder } from './growth-ladder.ts';
import { pointEvaluator } from './point-evaluator.ts';
import { seekGoal } from './seek-goal.ts';
import { planStudy } from './study-plan.ts';
import { gridValues, quantileOf } from './variation-values.ts';

/**
 * How much each input of a study moves a measure by itself, all others as drawn: the bars of a tornado chart. And the
 * elasticity (dy/y) / (dx/x) at what is drawn, by the central difference over 0.1 % to both sides.
 */

/** The middle 95 % of an uncertain input. */
const [LOW, HIGH] = [0.025, 0.975];
const STEP = 1e-3;

/** `swing`: each input at its value times 1 -+ this, instead of the ends of its range. Choices have no ends. */
export function sensitivities(
  study: Study,
  measure: string,
  swing?: number,
): readonly Sensitivity[] | StudyFaults {
  const plan = planStudy(study);
  if (plan.kind === 'faults') return plan;
  const found = findMeasure(study.scenario, measure);
  if (!found.ok) return { kind: 'faults', faults: [found.error] };
  const look = lookerOf(study, found.value.source);
  const bars = plan.handles.flatMap((handle, i): readonly Sensitivity[] => {
    const { parameter } = handle;
    if (parameter.kind === 'choice') return [];
    const [low, high] = endsOf(study.vary[i]!, parameter, swing).map((input) => look(handle, input));
    const elasticity = elasticityAt(parameter, (input) => look(handle, input).value);
    return [
      {
        path: parameter.path,
        words: parameter.words,
        low: low!,
        high: high!,
        ...(elasticity !== undefined && { elasticity }),
      },
    ];
  });
  return bars.sort((a, b) => lengthOf(b) - lengthOf(a));
}

const lookerOf =
  ({ scenario, answer = { by: 'solve' }, costs }: Study, source: MeasureSource) =>
  (handle: ParameterHandle, input: number): SensitivityEnd => {
    const found = evaluateDesign({ scenario, answer, costs, sources: [source] }, [{ handle, value: input }]);
    const [value] = found.values;
    return {
      input,
      ...(value !== undefined && { value }),
      ...(value === undefined && found.reason !== undefined && { reason: found.reason }),
    };
  };

function endsOf(
  variation: Variation,
  parameter: NumberParameter,
  swing: number | undefined,
): readonly [number, number] {
  const { value, domain } = parameter;
  if (swing !== undefined) {
    const around = [value * (1 - swing), value * (1 + swing)].map((end) =>
      domain.integer ? Math.round(end) : end,
    );
    return [Math.max(domain.least, around[0]!), Math.min(domain.most, around[1]!)];
  }
  if ('distribution' in variation) {
    const quantile = quantileOf(variation, parameter);
    return [Number(quantile(LOW)), Number(quantile(HIGH))];
  }
  const values = gridValues(variation, parameter)!.map(Number);
  return values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** Undefined of integers, and where the measure is 0 or does not exist beside the drawn value. */
function elasticityAt(
  { value, domain }: NumberParameter,
  look: (input: number) => number | undefined,
): number | undefined {
  if (domain.integer || !Number.isFinite(value) || value === 0) return undefined;
  const [below, above] = [look(value * (1 - STEP)), look(Math.min(domain.most, value * (1 + STEP)))];
  const width = (Math.min(domain.most, value * (1 + STEP)) - value * (1 - STEP)) / value;
  if (below === undefined || above === undefined || above + below === 0) return undefined;
  return (above - below) / ((above + below) / 2) / width;
}

/** Without a value at an end, as if it were without end. */
function lengthOf({ low, high }: Sensitivity): number {
  if (low.value === undefined || high.value === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs(high.value - low.value);
}

/**
 * The points that no other point beats: of those with an answer, none is as good in all measures and better in one.
 * `senses`: whether more or less of each measure is better.
 */
type Sense = 'least' | 'largest';

/** `values`: by point, one number a measure; NaN takes a point out. Gives numbers of points, in their order. */
export function paretoFront(
  values: readonly ArrayLike<number>[],
  senses: readonly Sense[],
): readonly number[] {
  const signs = senses.map((sense) => (sense === 'least' ? 1 : -1));
  const costs = values.map((point) => signs.map((sign, i) => sign * point[i]!));
  const order = [...costs.keys()]
    .filter((i) => costs[i]!.every((cost) => !Number.isNaN(cost)))
    .sort((a, b) => byCosts(costs[a]!, costs[b]!) || a - b);
  // Whoever comes later in this order cannot beat whoever comes before.
  const front: number[] = [];
  for (const i of order) if (!front.some((j) => beats(costs[j]!, costs[i]!))) front.push(i);
  return front.sort((a, b) => a - b);
}

function byCosts(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function beats(a: readonly number[], b: readonly number[]): boolean {
  return a.every((cost, i) => cost <= b[i]!) && a.some((cost, i) => cost < b[i]!);
}

/** A batch takes about so long, ms. */
const BATCH_TIME = 100;
/** Points of one batch at most: what a view takes in at once. */
const MOST_IN_BATCH = 20_000;

export function explorerService(): ExplorerService {
  const run = new Run();
  let last: { readonly study: Study; readonly evaluator: ReturnType<typeof pointEvaluator> } | undefined;
  const evaluatorOf = (study: Study) => {
    if (last?.study !== study) last = { study, evaluator: pointEvaluator(study) };
    return last.evaluator;
  };
  return {
    plan(study) {
      const plan = planStudy(study);
      return plan.kind === 'faults' ? plan : plan.table;
    },
    async explore(study, ranges, onBatch) {
      const evaluator = evaluatorOf(study);
      if (evaluator.kind === 'faults') return evaluator;
      const mine = run.begin();
      let size = 1;
      for (const range of ranges) {
        for (let from = range.from; from < range.to; ) {
          if (!(await run.mayGoOn(mine))) return 'cancelled';
          const started = performance.now();
          const [piece] = piecesOf([{ from, to: range.to }], size);
          onBatch(evaluator.evaluate(piece!));
          from = piece!.to;
          size = nextSize(piece!.to - piece!.from, performance.now() - started);
        }
      }
      return (await run.mayGoOn(mine)) ? 'done' : 'cancelled';
    },
    pause: () => run.pause(),
    resume: () => run.resume(),
    cancel: () => run.cancel(),
    seek: seekGoal,
    sensitivities,
    compare: compareDesigns,
    front: paretoFront,
    decide: decidePoints,
    depths: findDepths,
    growth: growthLadder,
    mapping: exploreMapping,
  };
}

/** As many points as fit into the time of a batch, at most four times as many as before. */
const nextSize = (points: number, elapsed: number): number =>
  Math.max(
    1,
    Math.min(MOST_IN_BATCH, 4 * points, Math.floor((points * BATCH_TIME) / Math.max(elapsed, 0.01))),
  );

/** Pauses and ends of the exploration that runs. */
class Run {
  private readonly tasks = new Macrotasks();
  private begun = 0;
  private stopped = 0;
  private waiting: Promise<void> | undefined;
  private wake: () => void = () => undefined;

  begin(): number {
    this.begun += 1;
    return this.begun;
  }

  pause(): void {
    this.waiting ??= new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  resume(): void {
    this.waiting = undefined;
    this.wake();
  }

  cancel(): void {
    this.stopped = this.begun;
    this.resume();
  }

  /** Lets messages arrive, waits while paused; false once cancelled. */
  async mayGoOn(mine: number): Promise<boolean> {
    await this.tasks.next();
    await this.waiting;
    this.tasks.close();
    return mine > this.stopped;
  }
}
