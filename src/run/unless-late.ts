/** Questions that are given up when their time is over. */

export const LATE: unique symbol = Symbol('late');

/** The answer, or LATE after so many seconds, when `ask` is told to stop. `signal` rejects as it does by itself. */
export async function unlessLate<Answer>(
  seconds: number,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | typeof LATE> {
  const timeout = AbortSignal.timeout(1000 * seconds);
  try {
    return await ask(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (reason) {
    if (timeout.aborted && !signal?.aborted) return LATE;
    throw reason;
  }
}
