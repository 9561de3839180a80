/** Where a server of this program listens: the loopback, unless something else is asked for. */
import type { Server } from 'node:http';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import { wholeNumber } from './option-values.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

function hostName(text: string): string {
  if (/^[\w.:%-]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected a name or address of this machine, such as 127.0.0.1 or ::1.');
}

export const addListenOptions = (command: Command, usual: number): Command =>
  command
    .option('--host <name>', 'address to listen at', hostName, '127.0.0.1')
    .option('--port <number>', 'port to listen at; 0 takes any', wholeNumber({ from: 0, to: 65_535 }), usual);

/** The address of the page; throws where it cannot listen there. */
export async function listenAt(server: Server, { host, port }: ListenOptions, verb: string): Promise<string> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (reason: NodeJS.ErrnoException) =>
      failed(
        new BadInput([
          `${verb}: --host, --port: cannot listen at ${host}:${port}: ${WHY[reason.code ?? ''] ?? reason.code}`,
        ]),
      ),
    );
    server.listen(port, host, listening);
  });
  const at = server.address();
  const found = typeof at === 'object' && at ? at.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${found}/`;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; say --port 0 for any free port',
  EACCES: 'that port needs more rights; say one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such address',
};

/** Computations that nobody waits for any more end with the process. */
export async function untilEnded(server: Server): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
  await new Promise((closed) => server.once('close', closed));
}

/** A server at the loopback answers to no other name, which pages of others could be given. */
export const isAddressed = (host: string, header = ''): boolean =>
  !isLoopback(host) || isLoopback(header.replace(/:\d+$/, ''));

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
