import { Toast } from '@base-ui/react/toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToastsBy } from '../../ui/widgets/toasts.ts';
import { endUnlessWanted } from './unless-too-long.ts';

describe('a computation that nobody started by hand', () => {
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

  /** Takes so many seconds, unless it is ended. */
  const computing = (seconds: number) => (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      setTimeout(() => resolve('answer'), 1000 * seconds);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const run = (seconds: number, signal = new AbortController().signal) => {
    const ended = new AbortController();
    const answer = computing(seconds)(AbortSignal.any([signal, ended.signal]));
    void endUnlessWanted('Solving', answer, ended);
    return answer.catch(String);
  };

  it('asks nothing when it is quick', async () => {
    const outcome = run(9);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toBe('answer');
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks after ten seconds, and is ended after twenty unless it may go on', async () => {
    const outcome = run(60);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ title: 'Solving has taken 10 s' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatch(/it had taken 20 s and was not told to continue/);
    expect(closed).toHaveBeenCalledWith('Solving');
  });

  it('goes on when it is told to', async () => {
    const outcome = run(60);
    await vi.advanceTimersByTimeAsync(10_001);
    const { onClick } = asked.mock.lastCall![0].actionProps!;
    // A press, of which nothing is read.
    (onClick as () => void)();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toBe('answer');
  });

  it('asks no more when its question is taken back', async () => {
    const taken = new AbortController();
    const outcome = run(60, taken.signal);
    taken.abort();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatch(/AbortError/);
    expect(asked).not.toHaveBeenCalled();
  });
});
