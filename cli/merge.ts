/** `stagegraph merge`: shards of one study joined to the file that one run would have written. */
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { type PointsHeader, readHeader } from '../workers/explore/point-rows.ts';
import { exportPoints } from './explore-export.ts';
import { openPointsFile } from './explore-file.ts';
import { BadInput } from './outcome.ts';

interface ShardFile {
  readonly path: string;
  readonly header: PointsHeader;
}

/** Lines that are written at once. */
const TOGETHER = 10_000;

export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('join shards of one study')
    .argument('<files...>', 'what explore --shard wrote, .ndjson')
    .requiredOption('--out <file>', '.ndjson, .csv or .parquet')
    .action(async (files: string[], { out }: { out: string }) => {
      const shards = await Promise.all(files.map(shardOf));
      const inOrder = shards.sort((a, b) => a.header.from - b.header.from);
      refuseGaps(inOrder);
      const isLines = out.endsWith('.ndjson');
      const joined = isLines ? `${out}.unfinished` : `${out}.points.ndjson`;
      await rm(joined, { force: true });
      await join(inOrder, joined);
      if (isLines) return rename(joined, out);
      await exportPoints(joined, out);
      await rm(joined);
    });
}

async function shardOf(path: string): Promise<ShardFile> {
  for await (const line of linesOf(path)) {
    const header = readHeader(line);
    if (header) return { path, header };
    break;
  }
  throw new BadInput([`${path}: holds no points`]);
}

function refuseGaps(shards: readonly ShardFile[]): void {
  const [{ header: first }] = shards as [ShardFile];
  let next = 0;
  for (const { path, header } of shards) {
    if (header.key !== first.key)
      throw new BadInput([`${path}: holds points of another study than ${shards[0]!.path}`]);
    if (header.from > next)
      throw new BadInput([`points ${next} to ${header.from - 1} are in none of the files`]);
    if (header.from < next) throw new BadInput([`${path}: point ${header.from} is in another file as well`]);
    next = header.to;
  }
  if (next < first.points)
    throw new BadInput([`points ${next} to ${first.points - 1} are in none of the files`]);
}

async function join(shards: readonly ShardFile[], path: string): Promise<void> {
  const { from: _, to: __, format, version, ...table } = shards[0]!.header;
  const file = await openPointsFile(path, { kind: 'table', ...table }, { from: 0, to: table.points });
  try {
    for (const shard of shards) {
      let [seen, waiting] = [0, [] as string[]];
      for await (const line of linesOf(shard.path)) {
        if (seen++ === 0) continue;
        waiting.push(line);
        if (waiting.length < TOGETHER) continue;
        await file.append(`${waiting.join('\n')}\n`);
        waiting = [];
      }
      if (seen - 1 !== shard.header.to - shard.header.from)
        throw new BadInput([
          `${shard.path}: is not finished: ${seen - 1} of its ${shard.header.to - shard.header.from} points are there`,
        ]);
      if (waiting.length > 0) await file.append(`${waiting.join('\n')}\n`);
    }
  } finally {
    await file.close();
  }
}

function linesOf(path: string): AsyncIterable<string> {
  const input = createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  return (async function* () {
    try {
      yield* lines;
    } catch (reason) {
      throw new BadInput([`${path}: cannot be read: ${(reason as NodeJS.ErrnoException).code}`]);
    }
  })();
}
