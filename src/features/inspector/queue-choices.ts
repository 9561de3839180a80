/** The rules of a queue as a person chooses among them. */
import type { Admission, Discipline, Preemption, WhenFull } from '../../../core/scenario/scenario.ts';
import type { Choice } from '../../ui/widgets/ChoiceField.tsx';

export const WHEN_FULL: readonly Choice<WhenFull>[] = [
  { value: 'block', label: 'Block', hint: 'the sender keeps the finished element and its server waits' },
  { value: 'blockBefore', label: 'Block before', hint: 'the sender starts only when there is room here' },
  { value: 'drop', label: 'Drop', hint: 'an element that finds no room is lost' },
];

export const ADMISSIONS: readonly Choice<Admission>[] = [
  { value: 'partial', label: 'What fits', hint: 'those that fit enter, the rest wait or are lost' },
  { value: 'whole', label: 'All or none', hint: 'the group enters only when there is room for all of it' },
];

export const DISCIPLINES: readonly Choice<Discipline>[] = [
  { value: 'FCFS', label: 'First come first', hint: 'a FIFO' },
  { value: 'LCFS', label: 'Last come first', hint: 'a stack' },
  { value: 'RSS', label: 'Random', hint: 'any waiting element is as likely' },
  { value: 'PS', label: 'Shared', hint: 'all elements are served at once, each more slowly' },
  {
    value: 'priority',
    label: 'By priority',
    hint: 'the class with the smallest number first, each class a FIFO',
  },
];

export const PREEMPTIONS: readonly Choice<Preemption>[] = [
  { value: 'none', label: 'Lets finish', hint: 'a service that has begun is finished first' },
  {
    value: 'resume',
    label: 'Interrupts',
    hint: 'a more urgent job interrupts a service, which goes on later where it was',
  },
];
