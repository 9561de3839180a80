/** A verb of the terminal in a process of its own: what it prints, and what it takes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = resolve(import.meta.dirname, '../dist-cli/main.mjs');

/** A process tells what it and its threads took when it ends. */
const TELL = `data:text/javascript,${encodeURIComponent(
  `import { isMainThread } from 'node:worker_threads';
   import { writeSync } from 'node:fs';
   if (isMainThread) process.on('exit', () => {
     const { user, system } = process.cpuUsage();
     const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
     writeSync(3, JSON.stringify({ seconds: (user + system) / 1e6, megabytes }));
   });`,
)}`;

export interface VerbCost {
  /** Processor time. */
  readonly seconds: number;
  /** The most memory that it ever had. */
  readonly megabytes: number;
}

export async function runVerb(
  args: readonly string[],
): Promise<VerbCost & { readonly status: number; readonly out: string }> {
  const child = spawn(process.execPath, ['--import', TELL, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const [out, told, [status]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  return { ...(JSON.parse(told) as VerbCost), status: Number(status), out };
}
