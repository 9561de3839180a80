/** `stagegraph VERB FILE… [options]`: the page's engine without the page. One file per verb. */
import { Command } from 'commander';
import { version } from '../package.json';
import { addBounds } from './bounds.ts';
import { addCalibrate } from './calibrate.ts';
import { addChainSize } from './chain-size.ts';
import { addCheck } from './check.ts';
import { addCompare } from './compare.ts';
import { addEstimate } from './estimate.ts';
import { addExplore } from './explore.ts';
import { addFit } from './fit.ts';
import { addLink } from './link.ts';
import { addMerge } from './merge.ts';
import { BadInput, EXIT } from './outcome.ts';
import { addSimulate } from './simulate.ts';
import { addSize } from './size.ts';
import { addSolve } from './solve.ts';
import { addTransient } from './transient.ts';
import { addVerdict } from './verdict.ts';
import { addWorker } from './worker.ts';

const program = new Command('stagegraph')
  .description('Model streaming systems as graphs of stages: check, solve, simulate, compare, share.')
  .version(version)
  .addHelpText(
    'after',
    `
FILE is a scenario file, - for standard input, or a share link.
Exit status: 0 answered, 1 the model has no answer, 2 bad input.`,
  )
  .exitOverride((end) => process.exit(end.exitCode === 0 ? EXIT.answered : EXIT.badInput));

addCheck(program);
addSolve(program);
addSize(program);
addChainSize(program);
addTransient(program);
addBounds(program);
addSimulate(program);
addCompare(program);
addVerdict(program);
addEstimate(program);
addFit(program);
addCalibrate(program);
addExplore(program);
addMerge(program);
addWorker(program);
addLink(program);

// `stagegraph … | head` ends the pipe early; that is no failure.
process.stdout.on('error', (reason: NodeJS.ErrnoException) => {
  if (reason.code === 'EPIPE') process.exit(0);
  throw reason;
});

try {
  await program.parseAsync();
} catch (reason) {
  if (!(reason instanceof BadInput)) throw reason;
  for (const line of reason.lines) process.stderr.write(`${line}\n`);
  process.exitCode = EXIT.badInput;
}
