/** The question about a computation that nobody started by hand. */
import { WorkerDied } from '../../run/worker-bridge.ts';
import { closeToast, showToast } from '../../ui/widgets/toasts.ts';

/** It is asked about after so long, s, */
const ASKED_AFTER = 10;
/** and ended then, unless it may go on. */
const PATIENCE = 20;

/**
 * Asks before a computation goes on whose `answer` is on its way: it is ended by `end` after twenty seconds unless it may take longer.
 * `what`: begins a sentence, such as `Solving`.
 */
export async function endUnlessWanted(
  what: string,
  answer: Promise<unknown>,
  end: AbortController,
): Promise<void> {
  const ending = setTimeout(
    () => end.abort(new WorkerDied(`it had taken ${PATIENCE} s and was not told to continue`)),
    1000 * PATIENCE,
  );
  let toast: string | undefined;
  const question = setTimeout(() => {
    toast = showToast({
      id: what,
      title: `${what} has taken ${ASKED_AFTER} s`,
      description: `It is stopped in ${PATIENCE - ASKED_AFTER} s unless you let it continue.`,
      tone: 'bad',
      action: {
        label: 'Continue',
        onPress: () => {
          clearTimeout(ending);
          closeToast(what);
        },
      },
    });
  }, 1000 * ASKED_AFTER);
  // Whoever asked hears how it ended.
  await answer.catch(() => undefined);
  clearTimeout(question);
  clearTimeout(ending);
  if (toast !== undefined) closeToast(toast);
}
