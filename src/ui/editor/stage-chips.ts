/** The small words under a stage's picture: what differs from a plain FCFS stage. */
import {
  batchSizeOf,
  conversionFactorOf,
  disciplineOf,
  elementOf,
  passProbabilityOf,
} from '../../../core/scenario/defaults.ts';
import type { DelayNode, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { plainText, rateText } from './figure-text.ts';

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
      meaning: `A served element goes on with probability ${plainText(pass)}.`,
    });
  if (bulk?.rule === 'full')
    chips.push({
      text: `b ${bulk.size}`,
      meaning: `A server takes exactly ${bulk.size} elements at a time.`,
    });
  if (bulk?.rule === 'upTo')
    chips.push({
      text: `b ${bulk.min}–${bulk.max}`,
      meaning: `A server takes ${bulk.min} to ${bulk.max} elements at a time.`,
    });
  if (stage.overdriveRate)
    chips.push({
      text: `+${plainText(stage.overdriveRate)}/s`,
      meaning: `Overdrive: extra arrivals of ${rateText(stage.overdriveRate)}.`,
    });
  const policy = disciplineOf(stage);
  if (policy === 'priority' && stage.preemption === 'resume') chips.push(PREEMPTIVE);
  else if (policy !== 'FCFS') chips.push({ text: policy, meaning: DISCIPLINE[policy] });
  if (stage.whenFull === 'drop')
    chips.push({ text: 'drops', meaning: 'An arrival that finds the stage full is lost.' });
  if (stage.whenFull === 'blockBefore')
    chips.push({
      text: 'reserves',
      meaning: 'Senders start a service only when this stage has room for its result.',
    });
  if (stage.admission === 'whole')
    chips.push({ text: 'whole', meaning: 'A group enters only when there is room for all of it.' });
  return [...chips, ...scheduleChips(stage.schedule, 'Service times')];
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

const DISCIPLINE = {
  LCFS: 'Last come, first served.',
  RSS: 'The next element is chosen at random.',
  PS: 'The servers are shared by all elements at once.',
  priority: 'The class with the smallest priority number goes first.',
} as const;
