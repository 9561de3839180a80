/** A comparison in sentences. A model that agrees is not contradicted; measurements cannot prove it right. */

import { assertUnreachable } from '../../core/base/assert.ts';
import { counted } from '../../core/base/plural.ts';
import { measureWords, NEGLIGIBLE_SHARE, quantileWords } from '../../core/measures/measure-rows.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
import { titlesOf } from '../../core/scenario/defaults.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { AGREEMENT_RULE } from './agreement.ts';
import {
  type Agreement,
  type Comparison,
  type ComparisonRow,
  type DistributionComparison,
  shapeOff,
} from './contract.ts';

/** Below this a fraction of time is 0 for every measurement. */
const NEGLIGIBLE_FRACTION = 1e-6;

/** The overall sentences first, then one for each number that is off, is not predicted, and for each histogram. */
export function comparisonVerdict(comparison: Comparison): readonly string[] {
  const having = (agreement: Agreement) => comparison.rows.filter((row) => row.agreement === agreement);
  const off = [...having('off'), ...having('differs')];
  const allowed = [...having('open'), ...having('sampled')];
  const notPredicted = having('notPredicted');
  const untold = having('untold');
  const measuredCount =
    having('close').length + allowed.length + untold.length + off.length + notPredicted.length;
  if (measuredCount === 0 && comparison.distributions.length === 0)
    return ['Nothing of this scenario was measured.'];
  return [
    ...(comparison.isChanged ? [CHANGED] : []),
    `${having('close').length} of ${measuredCount} measured quantities agree with their predictions ${AGREEMENT_RULE}${allowedClause(having('open').length)}${offClause(having('off').length)}.`,
    conclusion(having('close').length + allowed.length, { off, untold }, comparison),
    ...off.map(rowVerdict),
    ...untold.map(rowVerdict),
    ...allowed.map(rowVerdict),
    ...notPredicted.map(rowVerdict),
    ...comparison.distributions.map(distributionSentence),
  ];
}

const allowedClause = (open: number): string =>
  open === 0 ? '' : `, and ${open} within what the inputs leave open`;

/** What is tested is each quantity by itself: that most agree does not save the model. */
const offClause = (off: number): string =>
  off === 0 ? '' : `; ${off} ${off === 1 ? 'does' : 'do'} not, and one is enough to reject a model`;

const CHANGED =
  'The model was changed after the measurement: what differs may be the change, and is no evidence against the model.';

/** Stages as they are called: nobody chose their ids. */
export function withNames({ nodes }: Scenario, comparison: Comparison): Comparison {
  const called = titlesOf(nodes);
  return {
    ...comparison,
    rows: comparison.rows.map((row) => ({
      ...row,
      stage: called(row.stage),
      ...(row.feedbackFrom !== undefined && { feedbackFrom: called(row.feedbackFrom) }),
    })),
    distributions: comparison.distributions.map((one) => ({ ...one, stage: called(one.stage) })),
  };
}

/** What one row of the comparison says, in a sentence. */
export function rowVerdict(row: ComparisonRow): string {
  switch (row.agreement) {
    case 'off':
    case 'differs':
      return offSentence(row);
    case 'close':
      return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, measured ${measuredText(row)}: consistent, ${AGREEMENT_RULE}.`;
    case 'open':
      return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, measured ${measuredText(row)}: consistent, since the precision of its inputs allows ${spanText(row)}.`;
    case 'sampled':
      return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, measured ${measuredText(row)} ± ${valueText(row, row.halfWidth ?? 0)}: consistent, since so little data tells no more.`;
    case 'untold':
      return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, measured ${measuredText(row)} ± ${valueText(row, row.halfWidth ?? 0)}: so little data cannot tell whether they agree.`;
    case 'notPredicted':
      return `${row.stage}: ${nameOf(row)} is measured ${measuredText(row)}, not predicted.`;
    case 'notMeasured':
      return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, not measured.`;
    default:
      return assertUnreachable(row.agreement);
  }
}

function conclusion(
  agreeing: number,
  { off, untold }: Readonly<Record<'off' | 'untold', readonly ComparisonRow[]>>,
  comparison: Comparison,
): string {
  const worst = mostTelling(off);
  const model = comparison.isChanged ? 'changed model' : 'model';
  if (!worst) {
    if (untold.length > 0) {
      const names = [...new Set(untold.map((row) => `${nameOf(row)} of ${row.stage}`))].join(', ');
      const rest = agreeing > 0 ? '; what else was measured does not contradict it' : '';
      return `There is too little data to judge the model by ${names}${rest}.`;
    }
    if (agreeing === 0)
      return 'Nothing that was measured is predicted by this model, so nothing can contradict it.';
    const what = shapeOff(comparison);
    if (!what) return `The ${model} is consistent with these measurements.`;
    const [first, ...others] = what === 'tails' ? otherTails(comparison) : otherShapes(comparison);
    const more = others.length > 0 ? `, and at ${counted(others.length, 'other queue')}` : '';
    return `The ${model} is consistent with the means of these measurements; their ${what} differ: ${first}${more}.`;
  }
  const stages = [...new Set(off.map((row) => row.stage))].join(', ');
  const facts = `${nameOf(worst)} is measured ${measuredText(worst)} and predicted ${predictedText(worst)}`;
  if (comparison.isChanged)
    return `The changed model differs from the measurement at ${stages}. Largest difference: ${worst.stage}, ${facts}${feedbackClause(worst)}.`;
  const rejected = off.every(({ isApproximate }) => isApproximate)
    ? `The data reject the prediction at ${stages}, which is approximate there: simulate before the model is rejected`
    : `The data reject the model at ${stages}`;
  return `${rejected}. Largest discrepancy: ${worst.stage}, ${facts}${feedbackClause(worst)}.`;
}

type Distributions = Pick<Comparison, 'distributions'>;

/** Distributions with another tail than was measured, the largest factor first: their means may agree all the same. */
function otherTails({ distributions }: Distributions): readonly string[] {
  const factor = ({ tail }: DistributionComparison): number =>
    Math.max(tail.predicted, tail.measured) / Math.max(1, Math.min(tail.predicted, tail.measured));
  return distributions
    .filter(({ tail }) => !tail.isClose)
    .sort((a, b) => factor(b) - factor(a))
    .map(({ stage, tail }) => `${stage}, ${quantileWords(tail)}`);
}

/** Distributions of another shape than was measured, the farthest apart first. */
const otherShapes = ({ distributions }: Distributions): readonly string[] =>
  distributions
    .filter(({ isShapeClose }) => !isShapeClose)
    .sort((a, b) => b.kolmogorovSmirnov - a.kolmogorovSmirnov)
    .map(({ stage, kolmogorovSmirnov }) => {
      return `${stage}, largest CDF difference ${formatQuantity(kolmogorovSmirnov, 'number', { digits: 2 })}`;
    });

/** A cause outranks a number; then the largest factor between the two. */
function mostTelling(off: readonly ComparisonRow[]): ComparisonRow | undefined {
  const weight = ({ predicted = 0, measured = 0, feedbackFrom }: ComparisonRow) => {
    if (feedbackFrom !== undefined) return Number.POSITIVE_INFINITY;
    return Math.abs(predicted - measured) / Math.min(Math.abs(predicted), Math.abs(measured));
  };
  return off.reduce<ComparisonRow | undefined>(
    (worst, row) => (worst === undefined || weight(row) > weight(worst) ? row : worst),
    undefined,
  );
}

function feedbackClause({ feedbackFrom, predicted = 0 }: ComparisonRow): string {
  if (feedbackFrom === undefined) return '';
  return `; the model ${predicted < NEGLIGIBLE_SHARE ? 'ignores' : 'underrates'} feedback from ${feedbackFrom}`;
}

function offSentence(row: ComparisonRow): string {
  const { relativeDifference, difference = 0 } = row;
  const size =
    relativeDifference === undefined
      ? valueText(row, Math.abs(difference))
      : `${Math.round(100 * Math.abs(relativeDifference))} %`;
  const span = row.span ? `; the precision of its inputs allows ${spanText(row)}` : '';
  return `${row.stage}: ${nameOf(row)} is predicted ${predictedText(row)}, measured ${measuredText(row)}: off by ${size}${span}${feedbackClause(row)}.`;
}

function distributionSentence(comparison: DistributionComparison): string {
  const { stage, of, predictedMean, measuredMean, kolmogorovSmirnov, wasserstein } = comparison;
  const what = of === 'occupancy' ? 'occupancy' : 'queue length';
  const size =
    comparison.samples === undefined
      ? ''
      : ` of ${counted(comparison.samples, 'sample')}, taken as independent`;
  const means = `means ${numberText(predictedMean)} predicted and ${numberText(measuredMean)} measured`;
  const distances = `largest gap of the cumulative shares ${numberText(kolmogorovSmirnov)}, distance ${numberText(wasserstein)} elements`;
  return `${stage}: ${what} histogram${size}, ${means}, ${distances}${comparison.tail.isClose ? '' : `; ${quantileWords(comparison.tail)}`}.`;
}

const nameOf = (row: ComparisonRow): string => measureWords(row.quantity);
const predictedText = (row: ComparisonRow): string => valueText(row, row.predicted ?? 0);
const spanText = ({ span, ...row }: ComparisonRow): string =>
  span?.map((end) => valueText(row, end)).join(' … ') ?? '';
const measuredText = (row: ComparisonRow): string => valueText(row, row.measured ?? 0);

function valueText({ dimension, unit }: ComparisonRow, value: number): string {
  if (dimension === 'rate') return formatQuantity(value, 'rate', { unit });
  if (dimension === 'time') return formatQuantity(value, 'time');
  // A model's 3.65e-23 is what was measured as 0.
  if (dimension === 'fraction' && value > 0 && value < NEGLIGIBLE_FRACTION) return '≈ 0';
  return formatQuantity(value, 'number');
}

const numberText = (value: number): string => formatQuantity(value, 'number');
