/** Which measures of a study the inputs leave open at a design, and between what they lie (workers/solve/determined.ts). */
import type { Span, StageMeasure } from '../../core/measures/measure-rows.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import type { SolveAnswer } from '../solve/contract.ts';
import { isOpen, isUndetermined, openSpan } from '../solve/determined.ts';
import { atBothEnds } from '../solve/networks/scenario-spans.ts';

interface OpenQuestion {
  readonly scenario: Scenario;
  /** The answer with its intervals from input uncertainty. */
  readonly answer: SolveAnswer;
  readonly sources: readonly MeasureSource[];
  /** Values in the order of the sources: of the answer, and of the scenario with other inputs. */
  readonly values: readonly (number | undefined)[];
  readonly valuesOf: (scenario: Scenario) => readonly (number | undefined)[];
}

/**
 * In the order of the sources; undefined where a number stands. Those of a stage or a group are told by the answer; those of the whole are
 * solved again with every input at its lighter and its heavier end, where the answer leaves a stage open.
 */
export function openMeasures(question: OpenQuestion): readonly (Span | undefined)[] {
  const { scenario, answer, sources, values, valuesOf } = question;
  let ends: readonly (readonly (number | undefined)[])[] | undefined;
  const isAnyOpen = scenario.nodes.some((node) => isStage(node) && isUndetermined(answer, node.id));
  return sources.map((source, i): Span | undefined => {
    const measure = likeAtStage(source);
    if (measure === undefined) return undefined;
    if (source.of === 'stage') return openSpan(answer.stages[source.node], measure);
    if (source.of === 'group') return ifOpen(measure, answer.groups?.[source.id]?.span);
    const value = values[i];
    if (!isAnyOpen || value === undefined) return undefined;
    ends ??= atBothEnds(scenario).map(valuesOf);
    const [light, heavy] = ends.map((all) => all[i]);
    // Without a steady state there a time has no end.
    const all = [light ?? value, value, heavy ?? Number.POSITIVE_INFINITY];
    return ifOpen(measure, [Math.min(...all), Math.max(...all)]);
  });
}

const ifOpen = (measure: StageMeasure, span: Span | undefined): Span | undefined =>
  span && isOpen(measure, span) ? span : undefined;

/** The measure of a stage that is read like this one; undefined of what no queue moves. */
export function likeAtStage(source: MeasureSource): StageMeasure | undefined {
  switch (source.of) {
    case 'stage':
      return source.measure === 'loadPerServer' ? undefined : source.measure;
    case 'group':
      return 'meanOccupancy';
    case 'network':
    case 'class':
      return source.measure === 'meanSojournTime' ? 'meanSojournTime' : undefined;
    case 'stageTimes':
      return source.time === 'waiting' ? 'meanWaitingTime' : 'meanSojournTime';
    case 'networkTimes':
    case 'classTimes':
      return 'meanSojournTime';
    case 'resource':
    case 'design':
      return undefined;
  }
}
