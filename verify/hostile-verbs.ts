/** Runs verbs of the command line in this process, one after the other, and says how each ended. Started by hostile.ts. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { addBounds } from '../cli/bounds.ts';
import { addChainSize } from '../cli/chain-size.ts';
import { addCheck } from '../cli/check.ts';
import { addCompare } from '../cli/compare.ts';
import { addDepths } from '../cli/depths.ts';
import { addDiff } from '../cli/diff.ts';
import { addEstimate } from '../cli/estimate.ts';
import { readStudyOf } from '../cli/explore.ts';
import { addExport } from '../cli/export.ts';
import { addFit } from '../cli/fit.ts';
import { addImport } from '../cli/import.ts';
import { addLink } from '../cli/link.ts';
import { addRender } from '../cli/render.ts';
import { addSize } from '../cli/size.ts';
import { addSolve } from '../cli/solve.ts';
import { addTrace } from '../cli/trace.ts';
import { addTransient } from '../cli/transient.ts';
import { addVerdict } from '../cli/verdict.ts';
import { decodeShareLink } from '../core/scenario/share-link.ts';
import { BadInput } from '../lib/bad-input.ts';
import { decodeReduced } from '../workers/measure/reduced-json.ts';
import { fuzz } from './guided-target.ts';

/** How a verb ended. Silent: it failed and said nothing. */
export type Ending = 'answered' | 'refused' | 'silent' | 'crashed';

export interface Told {
  readonly ending: Ending;
  readonly text: string;
  /** Most memory that this process has held so far, MB. */
  readonly memory: number;
  /** What the verb has used of a processor. */
  readonly seconds: number;
}

/** What is read by no verb alone. */
function addReaders(program: Command): void {
  program.command('read <file>').action(async (file: string) => fuzz(await readFile(file)));
  program.command('study <file>').action(async (file: string) => {
    await readStudyOf(file, { vary: [], measure: [], goal: [] });
  });
  program.command('reduced <file>').action(async (file: string) => {
    const read = decodeReduced(await readFile(file, 'utf8'));
    if (!read.ok) throw new BadInput([read.error]);
  });
  program.command('decode <file>').action(async (file: string) => {
    const read = await decodeShareLink(await readFile(file, 'utf8'));
    if (!read.ok) throw new BadInput([read.error]);
  });
}

async function run(words: readonly string[]): Promise<Told> {
  const started = process.cpuUsage();
  let text = '';
  const write = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  const [out, problems] = [process.stdout.write, process.stderr.write];
  process.stdout.write = write;
  process.stderr.write = write;
  process.exitCode = undefined;
  let ending: Ending = 'answered';
  try {
    const program = new Command('stagegraph').exitOverride();
    for (const add of [
      addBounds,
      addCheck,
      addCompare,
      addDepths,
      addDiff,
      addEstimate,
      addExport,
      addFit,
      addImport,
      addLink,
      addRender,
      addSize,
      addChainSize,
      addSolve,
      addTrace,
      addTransient,
      addVerdict,
      addReaders,
    ])
      add(program);
    await program.parseAsync([...words], { from: 'user' });
    if (process.exitCode !== undefined && process.exitCode !== 0) ending = 'refused';
  } catch (reason) {
    ending = reason instanceof BadInput ? 'refused' : 'crashed';
    text +=
      reason instanceof Error && !(reason instanceof BadInput)
        ? reason.stack
        : String((reason as Error).message);
  } finally {
    process.stdout.write = out;
    process.stderr.write = problems;
    process.exitCode = undefined;
  }
  if (ending === 'refused' && text.trim() === '') ending = 'silent';
  const used = process.cpuUsage(started);
  const seconds = (used.user + used.system) / 1e6;
  return { ending, text: text.slice(0, 4000), memory: mostMemory(), seconds };
}

/** MB. What the system says of resources counts what the process that started this one held, too. */
function mostMemory(): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

process.on('message', (words: readonly string[]) => {
  void run(words).then((told) => process.send!(told));
});
