/** Runs the command line and keeps what it prints: in this process, or as it was built, in one of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { vi } from 'vitest';
import { run } from './program.ts';

export interface Printed {
  readonly out: string;
  readonly errors: string;
  readonly status: number;
}

/** Verbs alone, as what they throw: it comes through. */
export async function runVerbs(
  add: readonly ((program: Command) => void)[],
  words: readonly string[],
): Promise<Printed> {
  const program = new Command('stagegraph').exitOverride();
  for (const verb of add) verb(program);
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  return printed(() => program.parseAsync(words, { from: 'user' }));
}

/** The whole command line as it is called, but for its process and the thread of the verb. */
export async function runProgram(words: readonly string[], input = ''): Promise<Printed> {
  const stdin = vi.spyOn(process, 'stdin', 'get');
  stdin.mockReturnValue(Readable.from([Buffer.from(input)]) as unknown as typeof process.stdin);
  return printed(() => run(words)).finally(() => stdin.mockRestore());
}

export const BUILT = join(import.meta.dirname, '..', 'dist-cli', 'main.mjs');

/** As a user calls it: what simulates or explores needs the threads that are built. `ensureCommandLine` comes first. */
export function runBuilt(words: readonly string[], input = ''): Printed {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT, ...words], {
    ...{ input, encoding: 'utf8', maxBuffer: 1e8 },
  });
  return { status: status!, out: stdout, errors: stderr };
}

/** The streams and the status of the process are as before in any case. */
async function printed(act: () => Promise<unknown>): Promise<Printed> {
  const written = { out: '', errors: '', status: 0 };
  const take = (where: 'out' | 'errors') => (chunk: unknown) => {
    written[where] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('errors')),
  ];
  // What another file of tests left behind is not this verb's.
  process.exitCode = undefined;
  await act().finally(() => {
    for (const spy of spies) spy.mockRestore();
    written.status = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
  });
  return written;
}
