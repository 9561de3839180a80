/** `stagegraph serve`: the verbs over HTTP; what it needs is loaded when it starts. */
import type { Command } from 'commander';
import type { ToolSettings } from '../lib/tools.ts';
import { addListenOptions, type ListenOptions, listenAt, untilEnded } from './listen.ts';
import { addToolOptions } from './tool-options.ts';

interface Options extends ToolSettings, ListenOptions {}

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('serve the verbs over HTTP, on this machine alone unless --host says otherwise');
  addListenOptions(command, 4180);
  addToolOptions(command).action(async ({ host, port, ...settings }: Options) => {
    const [{ httpServer }, { ToolRunner }] = await Promise.all([
      import('./http-server.ts'),
      import('../lib/tools.ts'),
    ]);
    const server = httpServer(new ToolRunner(settings), host);
    const url = await listenAt(server, { host, port }, 'serve');
    process.stdout.write(`${url} (openapi.json describes it; Ctrl-C ends it)\n`);
    await untilEnded(server);
  });
}
