/** Work of `npm run verify` that is shared by one process for each core. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Numbers from 0 to count - 1, dealt out in turn. */
export const dealt = (count: number): readonly (readonly number[])[] => {
  const hands = Math.max(1, Math.min(availableParallelism(), count));
  return Array.from({ length: hands }, (_, hand) =>
    Array.from({ length: Math.ceil((count - hand) / hands) }, (_, i) => hand + i * hands),
  );
};

/**
 * Runs this file once per hand with `name` and the hand as arguments, and returns what each has printed, parsed. Whatever
 * a part writes to standard error is shown as it comes.
 */
export async function inProcesses<Answer>(name: string, count: number, ...more: string[]): Promise<Answer[]> {
  return Promise.all(
    dealt(count).map((_, hand) => inProcess<Answer>(name, String(count), String(hand), ...more)),
  );
}

async function inProcess<Answer>(...words: string[]): Promise<Answer> {
  const script = fileURLToPath(new URL('part.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  if (child.exitCode !== 0 && child.exitCode !== null) throw new Error(`Part ${words.join(' ')} failed.`);
  return JSON.parse(output) as Answer;
}
