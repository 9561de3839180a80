/** Questions that are given up when their time is over. */

export const LATE: unique symbol = Symbol('late');

/** The answer, or LATE after so many seconds or when `over` says so; then `ask` is told to stop. `signal` rejects as it does by itself. */
export async function unlessLate<Answer>(
  seconds: number,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
  over: AbortSignal = new AbortController().signal,
): Promise<Answer | typeof LATE> {
  const late = AbortSignal.any([AbortSignal.timeout(1000 * seconds), over]);
  try {
    return await ask(signal ? AbortSignal.any([signal, late]) : late);
  } catch (reason) {
    if (late.aborted && !signal?.aborted) return LATE;
    throw reason;
  }
}
