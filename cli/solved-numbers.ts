/** Solved numbers in words: three digits, or the interval where the inputs do not determine them. */
import type { Scenario } from '../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../workers/solve/contract.ts';
import { isOpen, openSpan } from '../workers/solve/determined.ts';

export const number = (value: number | undefined, digits = 3): string =>
  value === undefined ? '–' : String(Number(value.toPrecision(digits)));

/** A measure, or the interval where the inputs do not determine it: any number in it is one of many then. */
export function openNumber(
  stage: StageAnswer,
  key: Doubted,
  text: (value: number) => string = (value) => number(value),
): string {
  const [value, span] = [stage[key], openSpan(stage, key)];
  if (value === undefined) return '–';
  return span ? `◌ ${text(span[0])} … ${text(span[1])}` : text(value);
}

type Doubted =
  | 'utilization'
  | 'meanQueueLength'
  | 'meanOccupancy'
  | 'backPressureProbability'
  | 'meanSojournTime';

/** Virtual queues. */
export function groupLines({ groups = [] }: Scenario, answer: SolveAnswer): readonly string[] {
  return groups.flatMap(({ id, stages }) => {
    const { meanOccupancy, span } = answer.groups?.[id] ?? {};
    if (meanOccupancy === undefined) return [];
    const interval = span && `${number(span[0])} … ${number(span[1])}`;
    const value =
      span && isOpen('meanOccupancy', span)
        ? `◌ ${interval}`
        : `${number(meanOccupancy)}${interval ? ` (${interval})` : ''}`;
    return [`${id} (${stages.join(' + ')}): N_G ${value}`];
  });
}

/** Between what the measures of a stage lie as well as the inputs are known; first those that are not determined. */
export function doubtLines({ stages }: SolveAnswer): readonly string[] {
  return Object.entries(stages).flatMap(([id, stage]) => [
    ...doubtLine(`not determined at ${id}`, stage, (key) => openSpan(stage, key) !== undefined),
    ...doubtLine(`interval at ${id}`, stage, (key) => openSpan(stage, key) === undefined),
  ]);
}

function doubtLine(
  words: string,
  { spans = {}, dominatedBy }: StageAnswer,
  isMeant: (key: Doubted) => boolean,
): readonly string[] {
  const parts = DOUBTED.flatMap(([key, symbol]) => {
    const span = spans[key];
    return span && isMeant(key) ? [`${symbol} ${number(span[0])} … ${number(span[1])}`] : [];
  });
  const by = dominatedBy ? `, mostly by ${dominatedBy.words}` : '';
  return parts.length === 0 ? [] : [`${words}: ${parts.join(', ')}${by}`];
}

const DOUBTED = [
  ['meanQueueLength', 'N_Q'],
  ['meanOccupancy', 'N_G'],
  ['utilization', 'rho'],
  ['backPressureProbability', 'P_BP'],
] as const;
