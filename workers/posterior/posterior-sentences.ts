/** The answers in words. */
import { formatQuantity } from '../../core/quantities/quantity.ts';
import type { Interval, PosteriorAnswer, QueuePosterior } from './contract.ts';

/** `known`: queues of which the waiting is the same in every draw. */
export function posteriorSentences(
  answer: Omit<PosteriorAnswer, 'sentences'>,
  known: readonly string[],
): readonly string[] {
  const { whole, windows, slowest, queues, tasks, observedTasks } = answer;
  const worst = windows.reduce(
    (most, window) => (waitingOf(window.states) > waitingOf(most.states) ? window : most),
    windows[0]!,
  );
  const slow = slowest
    .flatMap(({ name, waiting, service }) => [
      { what: `waiting in ${name}`, share: waiting },
      { what: `service in ${name}`, share: service },
    ])
    .sort((one, other) => other.share.mean - one.share.mean)[0]!;
  return [
    `${observedTasks} of ${tasks} tasks were observed; ${percent(waitingOf(whole.states))} of the time of all was waiting.`,
    ...(whole.bottleneck
      ? [
          `Tasks waited longest in ${whole.bottleneck.state} (probability ${percent(whole.bottleneck.probability)}).`,
        ]
      : []),
    ...(worst.bottleneck
      ? [
          `From ${time(worst.from)} to ${time(worst.to)} waiting took most: ${percent(waitingOf(worst.states))}; the bottleneck was ${worst.bottleneck.state} (probability ${percent(worst.bottleneck.probability)}).`,
        ]
      : []),
    `The slowest 1 % of the tasks spent most of their time ${slow.what}: ${interval(slow.share)}.`,
    ...queues.map(serverSentence),
    ...(known.length === 0
      ? []
      : [
          `Waiting is known, and not estimated, in ${known.length === queues.length ? 'all queues' : known.join(', ')}.`,
        ]),
    'Intervals come from the chains; with few effective draws they are somewhat too narrow.',
  ];
}

function serverSentence({ id, moreServers, meanService, waitingTime }: QueuePosterior): string {
  const times = `service takes ${time(meanService.mean)}, waiting ${time(waitingTime.mean)}`;
  if (moreServers === 'help') return `${id}: more servers will help; ${times}.`;
  if (moreServers === 'no help') return `${id}: more servers will not help much; ${times}.`;
  return `${id}: whether more servers help is not known; ${times}.`;
}

const waitingOf = (shares: PosteriorAnswer['slowest']): number =>
  shares.reduce((sum, { waiting }) => sum + waiting.mean, 0);

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const interval = ({ mean, low, high }: Interval): string =>
  `${percent(mean)} (${percent(low)} to ${percent(high)})`;
const time = (seconds: number): string => formatQuantity(seconds, 'time');
