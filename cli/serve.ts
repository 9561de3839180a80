/** `stagegraph serve`: the verbs over HTTP; what it needs is loaded when it starts. */
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import { addToolOptions, type ToolOptions, toolSettings } from './tool-options.ts';

interface Options extends ToolOptions {
  readonly host: string;
  readonly port: number;
}

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('serve the verbs over HTTP, on this machine alone unless --host says otherwise')
    .option('--host <name>', 'address to listen at', '127.0.0.1')
    .option('--port <number>', 'port to listen at; 0 takes any', port, 4180);
  addToolOptions(command).action(async ({ host, port, ...options }: Options) => {
    const settings = await toolSettings(options);
    const [{ httpServer }, { ToolRunner }] = await Promise.all([
      import('./http-server.ts'),
      import('../lib/tools.ts'),
    ]);
    const server = httpServer(new ToolRunner(settings), host);
    await new Promise<void>((listening, failed) => {
      server.once('error', (reason: NodeJS.ErrnoException) =>
        failed(
          new BadInput([`serve: cannot listen at ${host}:${port}: ${WHY[reason.code ?? ''] ?? reason.code}`]),
        ),
      );
      server.listen(port, host, listening);
    });
    const at = server.address();
    const found = typeof at === 'object' && at ? at.port : port;
    const name = host.includes(':') ? `[${host}]` : host;
    process.stdout.write(`http://${name}:${found}/ (openapi.json describes it; Ctrl-C ends it)\n`);
    // Computations that nobody waits for any more end with it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
    await new Promise((closed) => server.once('close', closed));
  });
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; say --port 0 for any free port',
  EACCES: 'that port needs more rights; say one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such address',
};

function port(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65535) return value;
  throw new InvalidArgumentError('Expected an integer from 0 to 65535.');
}
