/**
 * Starts the command line. Verbs that compute do so in a thread, while this one holds the clock: the end of `--within`, Ctrl-C
 * and memory that is used up become sentences, whatever a kernel is at. The other verbs run here.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { EXIT } from './outcome.ts';
import { type Clocked, endedText, isClocked, isClockedThread, type Reached, withinOf } from './within.ts';

/** A verb that takes so long says so, and again each time when it has taken twice as long, s. */
const FIRST_WORD = 10;

const args = process.argv.slice(2);
const [verb] = args;

// `stagegraph … | head` ends the pipe early; that is no failure.
if (isMainThread)
  process.stdout.on('error', (reason: NodeJS.ErrnoException) => {
    if (reason.code === 'EPIPE') process.exit(0);
    throw reason;
  });

// Who follows rows holds a clock and Ctrl-C itself, and ends with an answer.
if (isMainThread && isClocked(verb) && !args.includes('--follow')) watch(verb);
else if (isClockedThread(workerData)) {
  process.stderr.isTTY = workerData.isWatched;
  await (await import('./program.ts')).run(args);
  // What is written has come over; input that nobody reads would keep the thread.
  for (const stream of [process.stdout, process.stderr])
    await new Promise((written) => stream.write('', written));
  process.exit();
} else await (await import('./program.ts')).run(args);

function watch(verb: Parameters<typeof endedText>[0]): void {
  const within = withinOf(args);
  const data: Clocked = { clocked: true, isWatched: process.stderr.isTTY === true };
  const readsInput = args.includes('-');
  const thread = new Worker(fileURLToPath(import.meta.url), {
    ...{ argv: args, workerData: data, stdin: readsInput },
  });
  if (readsInput) process.stdin.pipe(thread.stdin!);
  const started = performance.now();
  let reached: string | undefined;
  let isEnded = false;
  const end = (why: string, more: string, status: number): void => {
    if (isEnded) return;
    isEnded = true;
    void thread.terminate();
    process.stderr.write(`${endedText(verb, why, reached, more)}\n`);
    process.exit(status);
  };
  const longer = (seconds: number): string =>
    `give it longer, such as --within ${formatQuantity(seconds, 'time')}`;
  const seconds = (): number => (performance.now() - started) / 1000;
  const limit = setTimeout(
    () => end(`no answer within ${formatQuantity(within!, 'time')}`, longer(10 * within!), EXIT.outOfTime),
    within === undefined ? 2 ** 31 - 1 : 1000 * within,
  );
  let next = FIRST_WORD;
  const word = setInterval(() => {
    if (seconds() < next) return;
    next *= 2;
    const at = reached === undefined ? '' : `, at ${reached}`;
    process.stderr.write(
      `${verb}: still computing after ${formatQuantity(Math.round(seconds()), 'time')}${at}. Ctrl-C ends it, --within sets a limit.\n`,
    );
  }, 1000);
  process.on('SIGINT', () =>
    end(
      `interrupted after ${formatQuantity(Number(seconds().toPrecision(2)), 'time')}`,
      'start it again and wait longer',
      EXIT.interrupted,
    ),
  );
  thread.on('message', (told: Reached) => {
    reached = told.reached;
  });
  thread.on('error', (reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ERR_WORKER_OUT_OF_MEMORY')
      end('the memory of the program is used up', 'ask for less', EXIT.outOfTime);
    else throw reason;
  });
  thread.on('exit', (status) => {
    clearTimeout(limit);
    clearInterval(word);
    if (readsInput) process.stdin.destroy();
    if (!isEnded) process.exitCode = status;
  });
}
