/** What `stagegraph estimate --posterior` prints for people. */
import { formatQuantity } from '../core/quantities/quantity.ts';
import type {
  Interval,
  PosteriorAnswer,
  PosteriorReport,
  ShareOfTime,
} from '../workers/posterior/contract.ts';
import { formatTable } from './table.ts';

/** Of the convergence. */
const MOST_ROWS = 5;

export function posteriorText(report: PosteriorReport): string {
  const answer = report.kind === 'answer' ? answerText(report) : [];
  return [...answer, convergenceText(report)].join('\n');
}

function answerText({ sentences, queues, whole, windows, slowest }: PosteriorAnswer): readonly string[] {
  return [
    ...sentences,
    '',
    formatTable(
      ['queue', 'servers', 'distribution', 'mean service', '95 %', 'waiting', '95 %', 'more servers'],
      queues.map(({ id, servers, discipline, family, meanService, waitingTime, moreServers }) => [
        ...[id, discipline === 'RSS' ? '1, random' : String(servers), family],
        ...[
          time(meanService.mean),
          range(meanService, time),
          time(waitingTime.mean),
          range(waitingTime, time),
        ],
        moreServers,
      ]),
    ),
    '',
    'Shares of the time of a task:',
    formatTable(
      ['', ...headOf(whole.states)],
      [
        ['all', ...cellsOf(whole.states)],
        ['slowest 1 %', ...cellsOf(slowest)],
        ...windows.map(({ from, to, states }) => [`${time(from)} to ${time(to)}`, ...cellsOf(states)]),
      ],
    ),
    '',
  ];
}

const headOf = (shares: readonly ShareOfTime[]): readonly string[] =>
  shares.flatMap(({ name }) => [`${name} waits`, `${name} serves`]);

const cellsOf = (shares: readonly ShareOfTime[]): readonly string[] =>
  shares.flatMap(({ waiting, service }) => [share(waiting), share(service)]);

const share = (interval: Interval): string => `${percent(interval.mean)} (${range(interval, percent)})`;

function convergenceText({ convergence, chains, sweeps, events }: PosteriorReport): string {
  const rows = convergence
    .slice(0, MOST_ROWS)
    .map(({ what, rHat, effectiveSize }) => [what, rHat.toFixed(3), effectiveSize.toFixed(0)]);
  return [
    `${chains} chains of ${sweeps} sweeps over ${events} events; the worst of ${convergence.length}:`,
    formatTable(['of', 'R-hat', 'effective draws'], rows),
  ].join('\n');
}

const range = ({ low, high }: Interval, write: (value: number) => string): string =>
  `${write(low)} … ${write(high)}`;
const time = (seconds: number): string => formatQuantity(seconds, 'time');
const percent = (value: number): string => `${Number((100 * value).toFixed(1))} %`;
