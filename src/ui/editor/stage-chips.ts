/** The small words under a stage's picture: what differs from a plain FCFS stage. */
import { batchSizes, batchVaries } from '../../../core/rules/bulk.ts';
import { DISCIPLINE, type DisciplineRule, disciplineOf, preempts } from '../../../core/rules/discipline.ts';
import { isPipelined, pipelineLatencyOf, timePerElementOf } from '../../../core/rules/timing.ts';
import { admitsWhole, whenFullChip } from '../../../core/rules/when-full.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  elementOf,
  passProbabilityOf,
} from '../../../core/scenario/defaults.ts';
import type { DelayNode, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { plainText, rateText, timeText } from './figure-text.ts';

/** What else the stage's picture says in a word or two; the second text explains it. */
export interface Chip {
  readonly text: string;
  readonly meaning: string;
  /** Something goes wrong, rather than being merely special. */
  readonly tone?: 'bad' | 'warn';
}

export function stageChips(stage: StageNode): readonly Chip[] {
  const unit = elementOf(stage);
  const chips: Chip[] = [];
  const [factor, pass] = [conversionFactorOf(stage), passProbabilityOf(stage)];
  const { bulk } = stage;
  if (factor !== 1)
    chips.push({
      text: `F ${plainText(factor)}`,
      meaning: `Each arriving element becomes ${plainText(factor)} ${unit}.`,
    });
  if (pass !== 1)
    chips.push({
      text: `P ${plainText(pass)}`,
      meaning: `A served element passes with probability ${plainText(pass)}.`,
    });
  if (bulk) {
    const { least, most } = batchSizes(bulk);
    const chip = batchVaries(bulk)
      ? { text: `b ${least}–${most}`, meaning: `A server takes ${least} to ${most} elements at a time.` }
      : { text: `b ${most}`, meaning: `A server takes exactly ${most} elements at a time.` };
    chips.push(chip);
  }
  chips.push(...timingChips(stage));
  if (stage.overdriveRate)
    chips.push({
      text: `+${plainText(stage.overdriveRate)}/s`,
      meaning: `Extra arrival rate: ${rateText(stage.overdriveRate)}.`,
    });
  const discipline = disciplineOf(stage);
  const { meaning }: DisciplineRule = DISCIPLINE[discipline];
  if (preempts(stage)) chips.push(PREEMPTIVE);
  else if (meaning !== undefined) chips.push({ text: discipline, meaning });
  const full = whenFullChip(stage);
  if (full) chips.push(full);
  if (admitsWhole(stage)) chips.push({ text: 'whole', meaning: 'A group enters only when all of it fits.' });
  return [...chips, ...scheduleChips(stage.schedule, 'Service times')];
}

/** What services depend on besides their distribution. */
function timingChips(stage: StageNode): readonly Chip[] {
  const chips: Chip[] = [];
  const perElement = timePerElementOf(stage);
  if (perElement > 0) {
    const time = timeText(perElement);
    chips.push({ text: `+${time}/el`, meaning: `Each element adds ${time} to the time of its batch.` });
  }
  if (stage.speeds) chips.push({ text: 'α(n)', meaning: 'Its speed depends on the number in the stage.' });
  if (isPipelined(stage)) {
    const time = timeText(pipelineLatencyOf(stage));
    const meaning = `Pipelined: an element leaves ${time} after its start, and the next starts meanwhile.`;
    chips.push({ text: `pipe ${time}`, meaning });
  }
  return chips;
}

/** How many classes have numbers of their own here. */
export function classChips({ byClass = {} }: StageNode | DelayNode): readonly Chip[] {
  const ids = Object.keys(byClass);
  if (ids.length === 0) return [];
  const verb = ids.length === 1 ? 'has' : 'have';
  return [
    {
      text: counted(ids.length, 'class', 'classes'),
      meaning: `${ids.join(', ')} ${verb} numbers of their own here.`,
    },
  ];
}

export function sourceChips(source: SourceNode): readonly Chip[] {
  const batchSize = batchSizeOf(source);
  const batch = { text: `⁘ ${batchSize}`, meaning: `Elements arrive ${batchSize} at a time.` };
  return [...(batchSize > 1 ? [batch] : []), ...scheduleChips(source.schedule, 'Arrivals')];
}

function scheduleChips(
  schedule: StageNode['schedule'] | SourceNode['schedule'],
  what: string,
): readonly Chip[] {
  if (!schedule) return [];
  const count = schedule.frames.length;
  const again = schedule.period === undefined ? '' : ', and over again';
  return [
    {
      text: counted(count, 'frame', 'frames'),
      meaning: `${what} change ${counted(count, 'time', 'times')}${again}.`,
    },
  ];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const PREEMPTIVE: Chip = {
  text: 'preempts',
  meaning: 'The class with the smallest priority number goes first and interrupts the others.',
};
