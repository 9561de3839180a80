import { Toast } from '@base-ui/react/toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noAnswer } from '../../../core/measures/refusals.ts';
import { showToastsBy } from '../../ui/widgets/toasts.ts';
import { solverLost, unlessTooLong } from './solver-client.ts';

it('refuses as the table of refusals does when the solver is lost', () => {
  expect(solverLost('out of memory')).toEqual(
    noAnswer('stopped', { program: 'solver', message: 'out of memory' }),
  );
});

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
    const outcome = unlessTooLong('Solving', signal, computing(seconds)).catch(String);
    return outcome;
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
    expect(await outcome).toMatch(/it had taken 20 s and was not told to go on/);
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
