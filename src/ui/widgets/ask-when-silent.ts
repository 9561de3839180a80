/** The question about a run of which nothing is heard: its worker may be slow, or hang. Which it is cannot be known, so nothing is ended by itself. */
import type { Run } from '../../run/create-run.ts';
import { closeToast, showToast } from './toasts.ts';

/** s. What is at work tells ten times a second; a step that tells nothing may take some seconds. */
const SILENT = 30;

interface Watched {
  /** Begins a sentence, such as `The simulation`. */
  readonly what: string;
  /** The run waits because it was told to. */
  readonly isMeant?: () => boolean;
}

/**
 * Asks from now on, whenever the run has told nothing for so long. Seconds are counted one by one: a page that sleeps or is busy counts
 * fewer, since it may not have heard what its workers told.
 */
export function askWhenSilent(
  run: Pick<Run<never, unknown, unknown, unknown>, 'use' | 'get' | 'giveUp'>,
  { what, isMeant }: Watched,
): void {
  let [silent, isAsked] = [0, false];
  let watch: ReturnType<typeof setInterval> | undefined;
  const heard = (): void => {
    silent = 0;
    if (isAsked) closeToast(what);
    isAsked = false;
  };
  const end = (): void => run.giveUp(`nothing was heard of it for ${SILENT} s, and it was ended`);
  const look = (): void => {
    silent = isMeant?.() ? 0 : silent + 1;
    if (silent < SILENT || isAsked) return;
    isAsked = true;
    showToast({
      ...{ id: what, tone: 'bad', action: { label: 'End it', onPress: end } },
      title: `${what} has not responded for ${SILENT} s`,
      description: 'It may be slow, or hang. It runs until you end it; then it can be started again.',
    });
  };
  const follow = ({ status }: ReturnType<typeof run.get>): void => {
    heard();
    const isRunning = status === 'running';
    if (!isRunning) clearInterval(watch);
    if (isRunning === (watch !== undefined)) return;
    watch = isRunning ? setInterval(look, 1000) : undefined;
  };
  run.use.subscribe(follow);
  follow(run.get());
}
