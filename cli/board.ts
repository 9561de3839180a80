/** `stagegraph board`: how far the studies of a queue are and what they cost, as a page on this machine. */
import { type Command, Option } from 'commander';
import { addQueueOptions, amount } from './explore-options.ts';
import type { QueueOptions } from './explore-queue-server.ts';
import { addListenOptions, type ListenOptions, listenAt, untilEnded } from './listen.ts';
import { printJson } from './outcome.ts';

interface Options extends QueueOptions, ListenOptions {
  readonly price?: number;
  readonly json?: boolean;
}

export function addBoard(program: Command): void {
  const command = program
    .command('board')
    .description('show how far the studies of a queue are, and what they cost, as a page on this machine')
    .requiredOption('--queue <url>', 'the Redis server, redis://host:port');
  addListenOptions(addQueueOptions(command), 4182)
    .option('--price <amount>', 'of an hour of one core, in any currency', amount)
    .addOption(new Option('--json', 'print what is there now, once'))
    .action(async ({ price, json, host, port, ...queue }: Options) => {
      const [{ openServer }, { studyBoard }, { boardServer }] = await Promise.all([
        import('./explore-queue-server.ts'),
        import('./explore-queue-board.ts'),
        import('./board-page.ts'),
      ]);
      const server = await openServer(queue);
      const board = studyBoard(server);
      if (json) {
        printJson(await board.look());
        await board.close();
        return;
      }
      const http = boardServer(board, { host, price });
      const url = await listenAt(http, { host, port }, 'board').catch(async (reason: unknown) => {
        await board.close();
        throw reason;
      });
      process.stdout.write(`${url} (Ctrl-C ends it)\n`);
      await untilEnded(http);
    });
}
