/** Runs verbs of the command line in this process, one after the other, and says how each ended. Started by hostile.ts. */
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { addBounds } from '../cli/bounds.ts';
import { addChainSize } from '../cli/chain-size.ts';
import { addCheck } from '../cli/check.ts';
import { addCompare } from '../cli/compare.ts';
import { addDepths } from '../cli/depths.ts';
import { addDiff } from '../cli/diff.ts';
import { addEstimate } from '../cli/estimate.ts';
import { readStudyOf } from '../cli/explore-study.ts';
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

/** How a verb ended. Silent: it failed and said nothing. */
export type Ending = 'answered' | 'refused' | 'silent' | 'crashed';

export interface Told {
  readonly ending: Ending;
  readonly text: string;
  /** Most memory that this process has held so far, MB. */
  readonly memory: number;
}

/** What is read by no verb alone. */
function addReaders(program: Command): void {
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
  return { ending, text: text.slice(0, 4000), memory: process.resourceUsage().maxRSS / 1024 };
}

process.on('message', (words: readonly string[]) => {
  void run(words).then((told) => process.send!(told));
});
