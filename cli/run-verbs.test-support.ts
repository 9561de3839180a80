/** Runs verbs in this process and keeps what they print. */
import { Command } from 'commander';
import { vi } from 'vitest';

export interface Printed {
  readonly out: string;
  readonly errors: string;
  readonly status: number;
}

/** What is thrown comes through; the streams and the status of the process are as before in any case. */
export async function runVerbs(
  add: readonly ((program: Command) => void)[],
  words: readonly string[],
): Promise<Printed> {
  const program = new Command('stagegraph').exitOverride();
  for (const verb of add) verb(program);
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeErr: () => undefined });
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
  await program.parseAsync(words, { from: 'user' }).finally(() => {
    for (const spy of spies) spy.mockRestore();
    written.status = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
  });
  return written;
}
