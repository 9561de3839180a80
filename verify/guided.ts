/** The fuzzer that watches branches (`guided-loop.ts`) in a process that is ended where it hangs or grows. */
import { type ChildProcess, fork } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';
import type { GuidedTold } from './guided-loop.ts';
import { hostileKinds } from './hostile-kinds.ts';
import { processorSeconds } from './processor-seconds.ts';

const SECONDS = 10;
const MEGABYTES = 500;
const LARGEST_SEED = 6_000;
/** Where the files that broke something are kept; a folder of the system otherwise. */
const KEPT = process.env.HOSTILE_RESULTS;

async function builtLoop(outDir: string): Promise<string> {
  await build({
    ...{ root: join(import.meta.dirname, '..'), configFile: false, logLevel: 'error', publicDir: false },
    ssr: { noExternal: true },
    build: {
      ...{ ssr: true, outDir, emptyOutDir: false, minify: false, target: 'node20' },
      rollupOptions: {
        input: join(import.meta.dirname, 'guided-loop.ts'),
        // The branches of one script are counted.
        output: { entryFileNames: 'loop.mjs', codeSplitting: false },
      },
    },
  });
  return join(outDir, 'loop.mjs');
}

/** For so long, s, beginning with the seed `first`. */
export async function verifyGuided(seconds: number, first: number) {
  const folder = mkdtempSync(join(tmpdir(), 'guided-'));
  const seeds = join(folder, 'seeds');
  mkdirSync(seeds);
  if (KEPT !== undefined) mkdirSync(KEPT, { recursive: true });
  for (const { name, files } of await hostileKinds())
    for (const [i, bytes] of files.entries())
      if (bytes.length <= LARGEST_SEED)
        writeFileSync(join(seeds, `${name.replaceAll(' ', '-')}-${i}`), bytes);
  const script = await builtLoop(folder);
  const broken: string[] = [];
  const sum = { files: 0, kept: 0, branches: 0 };
  const keep = (file: string, name: string, why: string): void => {
    if (KEPT !== undefined) copyFileSync(file, join(KEPT, name));
    broken.push(`${name}: ${why.replaceAll('\n', ' | ')}`);
    process.stderr.write(`${broken.at(-1)}\n`);
  };
  const until = Date.now() + 1000 * seconds;
  // One that was ended is followed by another with another seed.
  for (let number = first; Date.now() < until && broken.length < 50; number += 1) {
    const left = Math.ceil((until - Date.now()) / 1000);
    const child = fork(script, [seeds, folder, String(number), String(left)], {
      execArgv: [`--max-old-space-size=${MEGABYTES}`],
    });
    const { told, how } = await watched(child);
    for (const { file, why } of told?.found ?? []) keep(file, basename(file), why);
    if (how !== 'done') keep(join(folder, 'current'), `broken-${number}-${how}`, how);
    sum.files += told?.files ?? 0;
    sum.kept += told?.kept ?? 0;
    sum.branches = Math.max(sum.branches, told?.branches ?? 0);
  }
  rmSync(folder, { recursive: true });
  return {
    failed: broken.length > 0,
    lines: [
      `${sum.files} files were read, ${sum.kept} of them took a branch that none before had taken, or took one more often than any; ${sum.branches} blocks of code were reached.`,
      '',
      ...(broken.length === 0 ? ['Nothing broke.'] : broken.map((line) => `- ${line}`)),
    ],
  };
}

function watched(
  child: ChildProcess,
): Promise<{ told: GuidedTold | undefined; how: 'done' | 'hung' | 'died' }> {
  return new Promise((resolve) => {
    let told: GuidedTold | undefined;
    let since = processorSeconds(child);
    const end = (how: 'done' | 'hung' | 'died'): void => {
      clearInterval(look);
      child.removeAllListeners();
      child.kill('SIGKILL');
      resolve({ told, how });
    };
    // A batch of files takes a part of a second.
    const look = setInterval(() => {
      if (told !== undefined && processorSeconds(child) - since > SECONDS) end('hung');
    }, 1000);
    child.on('message', (message: GuidedTold) => {
      told = message;
      since = processorSeconds(child);
    });
    child.on('exit', (status) => end(status === 0 ? 'done' : 'died'));
  });
}
