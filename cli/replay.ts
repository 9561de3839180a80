/** `stagegraph compare --replay`: the measured arrivals of a stage through the drawn stage. */
import { BadInput } from '../lib/bad-input.ts';
import { type ReplayAsked, replayArrivals, type ToldReplay } from '../lib/replay.ts';
import type { ReplayProgress } from '../workers/virtual-queue/contract.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { tellReached } from './within.ts';

interface Asked extends Pick<ReplayAsked, 'scenario' | 'reduced' | 'options'> {
  readonly file: string | undefined;
  /** All stages that have a trace when true. */
  readonly stage: string | true;
}

export async function replayFile({ file, stage, ...asked }: Asked): Promise<readonly ToldReplay[]> {
  if (file === undefined)
    throw new BadInput([
      '--replay: give the file with the trace; a scenario keeps only what it was reduced to',
    ]);
  if (file === '-')
    throw new BadInput(['--replay: the trace is read twice; give a file, not standard input']);
  const lines = new Map<string, (progress: ReplayProgress) => void>();
  return replayArrivals({
    ...asked,
    ...(stage !== true && { stage }),
    ...{ source: await byteSource(file), fileName: nameOf(file) },
    onProgress: (of, progress) => {
      const line = lines.get(of) ?? progressLine(`replay of ${of}`);
      lines.set(of, line);
      line(progress);
    },
  });
}

/** How far it is, once a second, when somebody is looking. */
export function progressLine(what: string): (progress: ReplayProgress) => void {
  let told = performance.now();
  return (progress) => {
    const line = (): string => {
      const how =
        progress.phase === 'running'
          ? `${progress.done} of ${progress.runs} runs`
          : `${(progress.rows / 1e6).toFixed(1)} million rows read`;
      return `${what}: ${how}`;
    };
    tellReached(line);
    if (!process.stderr.isTTY || performance.now() - told < 1000) return;
    told = performance.now();
    process.stderr.write(`${line()}\n`);
  };
}
