/** `stagegraph VERB FILE… [options]`: the page's engine without the page. One file per verb. */
import { Command, CommanderError } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import { version } from '../package.json';
import { addAssert } from './assert.ts';
import { addBoard } from './board.ts';
import { addBounds } from './bounds.ts';
import { addCalibrate } from './calibrate.ts';
import { addChainSize } from './chain-size.ts';
import { addCheck } from './check.ts';
import { addCompare } from './compare.ts';
import { addDepths } from './depths.ts';
import { addDiff } from './diff.ts';
import { addDraw } from './draw.ts';
import { addEstimate } from './estimate.ts';
import { addExplore } from './explore.ts';
import { addExport } from './export.ts';
import { addFit } from './fit.ts';
import { addImport } from './import.ts';
import { addLink } from './link.ts';
import { addMcp } from './mcp.ts';
import { addMerge } from './merge.ts';
import { EXIT } from './outcome.ts';
import { addRender } from './render.ts';
import { addSamples } from './samples.ts';
import { addServe } from './serve.ts';
import { addSimulate } from './simulate.ts';
import { addSize } from './size.ts';
import { addSolve } from './solve.ts';
import { addTrace } from './trace.ts';
import { addTransient } from './transient.ts';
import { addVerdict } from './verdict.ts';
import { addWithin, isClocked } from './within.ts';
import { addWorker } from './worker.ts';

/** Every verb with its options: what is run, and what `--help` and the tests of all options read. */
export function stagegraph(): Command {
  const program = new Command('stagegraph')
    .description('Model streaming systems as graphs of stages: check, solve, simulate, compare, share.')
    .version(version)
    .addHelpText(
      'after',
      `
FILE is a scenario file, - for standard input, or a share link.
Exit status: 0 answered, 1 the model has no answer, 2 bad input, 3 no answer in the time of --within
or in the memory there is, 130 interrupted.`,
    );

  addCheck(program);
  addSolve(program);
  addSize(program);
  addDepths(program);
  addChainSize(program);
  addTransient(program);
  addBounds(program);
  addSimulate(program);
  addCompare(program);
  addDiff(program);
  addAssert(program);
  addVerdict(program);
  addSamples(program);
  addEstimate(program);
  addTrace(program);
  addDraw(program);
  addFit(program);
  addCalibrate(program);
  addExplore(program);
  addMerge(program);
  addWorker(program);
  addBoard(program);
  addMcp(program);
  addServe(program);
  addImport(program);
  addExport(program);
  addRender(program);
  addLink(program);
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    if (isClocked(command.name())) addWithin(command);
  }
  return program;
}

/** The status is that of the process. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await stagegraph().parseAsync(words, { from: 'user' });
  } catch (reason) {
    if (reason instanceof CommanderError)
      process.exitCode = reason.exitCode === 0 ? EXIT.answered : EXIT.badInput;
    else if (reason instanceof BadInput) {
      for (const line of reason.lines) process.stderr.write(`${line}\n`);
      process.exitCode = EXIT.badInput;
    } else throw reason;
  }
}
