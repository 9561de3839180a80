/** `stagegraph worker`: takes points from a queue, on any machine that reaches it. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { addQueueOptions } from './explore-options.ts';
import type { QueueOptions } from './explore-queue-server.ts';
import { threads } from './option-values.ts';

interface Options extends QueueOptions {
  readonly threads?: number;
  readonly once?: boolean;
}

export function addWorker(program: Command): void {
  const command = program
    .command('worker')
    .description('compute designs of explore --queue, until it is ended')
    .requiredOption('--queue <url>', 'the Redis server, redis://host:port')
    .option('--threads <n>', 'designs computed in parallel (as many as cores)', threads)
    .option('--once', 'end when the studies that it joined are complete');
  addQueueOptions(command).action(
    async ({ threads = availableParallelism(), once = false, ...queue }: Options) => {
      const { serveQueue } = await import('./explore-queue-worker.ts');
      await serveQueue(queue, { threads, once });
    },
  );
}
