/** `stagegraph VERB FILE… [options]`: the page's engine without the page. One file per verb. */
import { Command, CommanderError } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import { version } from '../package.json';
import { EXIT } from './outcome.ts';
import { addWithin, isClocked } from './within.ts';

/** Every verb and what adds it, in the order of the help: loading all of them takes longer than most answers. */
const VERBS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  check: async () => (await import('./check.ts')).addCheck,
  solve: async () => (await import('./solve.ts')).addSolve,
  size: async () => (await import('./size.ts')).addSize,
  depths: async () => (await import('./depths.ts')).addDepths,
  'chain-size': async () => (await import('./chain-size.ts')).addChainSize,
  transient: async () => (await import('./transient.ts')).addTransient,
  bounds: async () => (await import('./bounds.ts')).addBounds,
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  compare: async () => (await import('./compare.ts')).addCompare,
  diff: async () => (await import('./diff.ts')).addDiff,
  assert: async () => (await import('./assert.ts')).addAssert,
  verdict: async () => (await import('./verdict.ts')).addVerdict,
  samples: async () => (await import('./samples.ts')).addSamples,
  estimate: async () => (await import('./estimate.ts')).addEstimate,
  trace: async () => (await import('./trace.ts')).addTrace,
  draw: async () => (await import('./draw.ts')).addDraw,
  fit: async () => (await import('./fit.ts')).addFit,
  calibrate: async () => (await import('./calibrate.ts')).addCalibrate,
  explore: async () => (await import('./explore.ts')).addExplore,
  merge: async () => (await import('./merge.ts')).addMerge,
  worker: async () => (await import('./worker.ts')).addWorker,
  board: async () => (await import('./board.ts')).addBoard,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  serve: async () => (await import('./serve.ts')).addServe,
  import: async () => (await import('./import.ts')).addImport,
  export: async () => (await import('./export.ts')).addExport,
  render: async () => (await import('./render.ts')).addRender,
  link: async () => (await import('./link.ts')).addLink,
};

/** With the options of the verb that is asked for; of all verbs where none is, as `--help` and the tests of all options read them. */
export async function stagegraph(verb = ''): Promise<Command> {
  const asked = Object.hasOwn(VERBS, verb) ? [VERBS[verb]!] : Object.values(VERBS);
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

  for (const add of asked) (await add())(program);
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    if (isClocked(command.name())) addWithin(command);
  }
  return program;
}

/** The status is that of the process. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await (await stagegraph(words[0])).parseAsync(words, { from: 'user' });
  } catch (reason) {
    if (reason instanceof CommanderError)
      process.exitCode = reason.exitCode === 0 ? EXIT.answered : EXIT.badInput;
    else if (reason instanceof BadInput) {
      for (const line of reason.lines) process.stderr.write(`${line}\n`);
      process.exitCode = EXIT.badInput;
    } else throw reason;
  }
}
