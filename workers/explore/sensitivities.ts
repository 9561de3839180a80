/**
 * How much each input of a study moves a measure by itself, all others as drawn: the bars of a tornado chart. And the
 * elasticity (dy/y) / (dx/x) at what is drawn, by the central difference over 0.1 % to both sides.
 */
import type { NumberParameter, ParameterHandle } from '../../core/study/parameters.ts';
import type { Study, Variation } from '../../core/study/study.ts';
import { findMeasure, type MeasureSource } from '../../core/study/study-measures.ts';
import type { Sensitivity, SensitivityEnd, StudyFaults } from './contract.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { planStudy } from './study-plan.ts';
import { gridValues, quantileOf } from './variation-values.ts';

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
