/** The line of progress on a terminal: how far, how fast, how long still. Nothing where nobody watches. */
import type { PointRange } from '../core/study/point-ranges.ts';

export interface Progress {
  /** All points before this one are done. */
  reach(next: number): void;
  /** Takes the line away. */
  end(): void;
}

/** ms: what has not moved is told again, so that one sees that it lives. */
const AGAIN = 1000;
/** ms between two lines at least. */
const PAUSE = 100;

/** `begin`: the first point that was not done before. `words`: what else there is to say. */
export function showProgress(
  { from, to }: PointRange,
  begin: number,
  words: () => string = () => '',
): Progress {
  const line = terminalLine();
  if (!line) return { reach: () => undefined, end: () => undefined };
  const started = performance.now();
  let next = begin;
  const tell = (): void =>
    line.write(
      progressText({
        ...{ done: next - from, all: to - from, before: begin - from, words: words() },
        seconds: (performance.now() - started) / 1000,
      }),
    );
  tell();
  const timer = setInterval(tell, AGAIN).unref();
  return {
    reach(now) {
      next = now;
      tell();
    },
    end() {
      clearInterval(timer);
      line.clear();
    },
  };
}

/** A line that is written over and over; undefined where standard error is no terminal. */
export function terminalLine() {
  if (!process.stderr.isTTY) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    write(text: string): void {
      if (performance.now() - last < PAUSE) return;
      last = performance.now();
      // A longer one would leave its beginning above.
      process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
    },
    clear: (): void => void process.stderr.write('\r\x1b[K'),
  };
}

interface Done {
  readonly done: number;
  readonly all: number;
  /** Points that were done when this run began. */
  readonly before: number;
  readonly seconds: number;
  readonly words: string;
}

export function progressText({ done, all, before, seconds, words }: Done): string {
  const speed = (done - before) / seconds;
  const parts = [
    `${counted(done)} of ${counted(all)} designs`,
    ...(speed > 0 ? [speedText(speed), `${timeText((all - done) / speed)} left`] : [timeText(seconds)]),
    ...(words === '' ? [] : [words]),
  ];
  return parts.join(', ');
}

const counted = (count: number): string => count.toLocaleString('en');

/** Slow ones by the minute or the hour, so that no speed is 0. */
export function speedText(perSecond: number): string {
  if (perSecond >= 10) return `${counted(Math.round(perSecond))}/s`;
  if (perSecond >= 0.1) return `${perSecond.toFixed(1)}/s`;
  return perSecond >= 0.1 / 60 ? `${(60 * perSecond).toFixed(1)}/min` : `${(3600 * perSecond).toFixed(1)}/h`;
}

export function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${counted(Math.ceil(seconds / 3600))} h`;
}
