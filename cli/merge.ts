/** `stagegraph merge`: shards of one study joined to the file that one run would have written. */
import { open, rename, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import { headerLine, type PointsHeader, readHeader } from '../workers/explore/point-rows.ts';
import { writeWords } from './disk-words.ts';
import { exportPoints } from './explore-export.ts';
import { countPoints, firstLine, isWhole, linesOf } from './explore-lines.ts';
import { designsFile } from './explore-options.ts';
import { showProgress } from './explore-progress.ts';

interface ShardFile {
  readonly path: string;
  readonly header: PointsHeader;
}

export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('join shards of one study')
    .argument('<files...>', 'what explore --shard wrote, .ndjson')
    .requiredOption('--out <file>', '.ndjson, .csv or .parquet', designsFile)
    .action(async (files: string[], { out }: { out: string }) => {
      const shards = await Promise.all(files.map(shardOf));
      const inOrder = shards.sort((a, b) => a.header.from - b.header.from);
      refuseGaps(inOrder);
      const joined = `${out}.joined`;
      await join(inOrder, joined).catch(async (reason: unknown) => {
        await rm(joined, { force: true }).catch(() => undefined);
        if (reason instanceof BadInput) throw reason;
        throw new BadInput([`${out}: cannot be written: ${writeWords(reason)}`]);
      });
      if (out.endsWith('.ndjson')) return rename(joined, out);
      await exportPoints(joined, out);
      await rm(joined);
    });
}

async function shardOf(path: string): Promise<ShardFile> {
  for await (const lines of linesOf(path)) {
    const header = readHeader(firstLine(lines)[0].toString());
    if (header) return { path, header };
    break;
  }
  throw new BadInput([`${path}: holds no designs`]);
}

function refuseGaps(shards: readonly ShardFile[]): void {
  const [{ header: first }] = shards as [ShardFile];
  let next = 0;
  for (const { path, header } of shards) {
    if (header.key !== first.key)
      throw new BadInput([`${path}: holds designs of another study than ${shards[0]!.path}`]);
    if (header.from > next)
      throw new BadInput([`designs ${next} to ${header.from - 1} are in none of the files`]);
    if (header.from < next) throw new BadInput([`${path}: design ${header.from} is in another file as well`]);
    next = header.to;
  }
  if (next < first.points)
    throw new BadInput([`designs ${next} to ${first.points - 1} are in none of the files`]);
}

async function join(shards: readonly ShardFile[], path: string): Promise<void> {
  const { header: first } = shards[0]!;
  const whole = { from: 0, to: first.points };
  const file = await open(path, 'w');
  const progress = showProgress(whole, 0, () => 'joined');
  try {
    await file.appendFile(headerLine({ ...first, ...whole }));
    for (const { path: part, header } of shards) {
      let [points, begun] = [0, false];
      for await (const lines of linesOf(part)) {
        // A line that was cut when the part was ended.
        if (!isWhole(lines)) break;
        const others = begun ? lines : firstLine(lines)[1];
        begun = true;
        points += countPoints(others, { path: part, line: points + 2, point: header.from + points });
        await file.appendFile(others);
        progress.reach(header.from + points);
      }
      if (points !== header.to - header.from)
        throw new BadInput([
          `${part}: is not finished: ${points} of its ${header.to - header.from} designs are there; the command that wrote it goes on`,
        ]);
    }
  } finally {
    progress.end();
    await file.close();
  }
}
