import { Toast } from '@base-ui/react/toast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../../core/base/result.ts';
import { createRun, type Telling } from '../../run/create-run.ts';
import { askWhenSilent } from './ask-when-silent.ts';
import { showToastsBy } from './toasts.ts';

const toastManager = Toast.createToastManager();
showToastsBy(toastManager);
const asked = vi.spyOn(toastManager, 'add').mockImplementation(({ id = '' }) => id);
const closed = vi.spyOn(toastManager, 'close').mockImplementation(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  closed.mockClear();
});
afterEach(() => void vi.useRealTimers());

/** One question under way, which is watched. */
function watched(isMeant?: () => boolean) {
  let tell: Telling<number, string> | undefined;
  let answer: () => void = () => undefined;
  const run = createRun<string, number, string>({
    name: 'test',
    key: (question) => question,
    ask: (_, telling) => {
      tell = telling;
      return new Promise((resolve) => {
        answer = () => resolve(ok(1));
      });
    },
    lost: (message) => `It stopped: ${message}`,
  });
  askWhenSilent(run, { what: 'The test', ...(isMeant && { isMeant }) });
  const over = run.ask('a');
  return { run, over, tell: tell!, answer: () => answer() };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(1000 * count);

it('asks once about a run that tells nothing, which goes on for as long as nobody ends it', async () => {
  const { run, over, tell, answer } = watched();
  await seconds(29);
  expect(asked).not.toHaveBeenCalled();
  await seconds(3600);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'The test has not responded for 30 s' }),
  );
  expect(run.get().status).toBe('running');
  expect(tell.signal.aborted).toBe(false);
  expect(closed).not.toHaveBeenCalled();
  answer();
  await over;
  expect(run.get()).toMatchObject({ status: 'done', answer: 1 });
  expect(closed).toHaveBeenCalledWith('The test');
  await seconds(100);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('asks nothing while something is told, and takes its question back when something is', async () => {
  const { tell } = watched();
  for (const word of [() => tell.progress('1'), () => tell.partial(1), () => tell.workerLost('It fell.')]) {
    await seconds(25);
    word();
  }
  expect(asked).not.toHaveBeenCalled();
  await seconds(30);
  expect(asked).toHaveBeenCalledTimes(1);
  tell.progress('2');
  expect(closed).toHaveBeenCalledTimes(1);
  await seconds(31);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('asks nothing while the run waits because it was told to', async () => {
  let isPaused = true;
  watched(() => isPaused);
  await seconds(100);
  expect(asked).not.toHaveBeenCalled();
  isPaused = false;
  await seconds(30);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('ends the run when it is told to, and says why', async () => {
  const { run, tell } = watched();
  await seconds(30);
  const { onClick } = asked.mock.lastCall![0].actionProps!;
  // A press, of which nothing is read.
  (onClick as () => void)();
  expect(tell.signal.aborted).toBe(true);
  expect(run.get()).toMatchObject({
    status: 'failed',
    failure: 'It stopped: nothing was heard of it for 30 s, and it was ended',
  });
  expect(closed).toHaveBeenCalledWith('The test');
});

it('begins to watch a run that is under way', async () => {
  const run = createRun<string, number>({
    name: 'test',
    key: (question) => question,
    ask: () => new Promise(() => undefined),
    lost: (message) => message,
  });
  void run.ask('a');
  askWhenSilent(run, { what: 'The test' });
  await seconds(30);
  expect(asked).toHaveBeenCalledTimes(1);
});
