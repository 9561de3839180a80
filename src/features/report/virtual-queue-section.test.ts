/** What a report says of a virtual queue of which both ends were traced, with the file at hand and without. */
import { expect, it } from 'vitest';
import { reduceMeasurement } from '../../../workers/measure/reduce-measurement.ts';
import type { VirtualQueueReport } from '../../../workers/virtual-queue/contract.ts';
import { judgeVirtualQueue } from '../../../workers/virtual-queue/judge-virtual-queue.ts';
import type { Block } from './report-blocks.ts';
import { virtualQueueBlocks } from './report-content.ts';

/** A hand-over every 10 µs: each element is at the tail for 2 µs, and for 1 µs at the head. */
const ROWS = Array.from({ length: 400 }, (_, i) => {
  const time = 10_000 * i + 7 * ((i * 37) % 11);
  return [`t,${time},I`, `t,${time + 2000},D`, `h,${time + 2000},I`, `h,${time + 3000},D`];
}).flat();
const FILE = new Blob([
  '#qtm 1 queues\nqueueId,kind,parentId\nbus,virtual,\nt,tail,bus\nh,head,bus\n',
  `#qtm 1 events time=ns\nqueueId,time,kind\n${ROWS.join('\n')}\n`,
]);

async function judged(withFile: boolean): Promise<VirtualQueueReport> {
  const read = await reduceMeasurement(FILE, { fileName: 'ends.csv' });
  if (!read.ok) throw new Error(read.error[0]?.message);
  const question = { queue: 'bus', replications: 39 };
  const trace = { file: FILE, name: 'ends.csv' };
  return judgeVirtualQueue(read.value, { ...question, ...(withFile && { trace }) });
}

const texts = (blocks: readonly Block[]): string => JSON.stringify(blocks);
const occupancies = (blocks: readonly Block[]) =>
  blocks.find((block) => block.kind === 'table' && block.caption.startsWith('Predicted and measured'));

it('has the truth beside the models, and says of how much it is', async () => {
  const blocks = virtualQueueBlocks({}, await judged(true));
  expect(texts(blocks)).toContain('of all 400 insertions, read again from the file');
  const table = occupancies(blocks);
  if (table?.kind !== 'table') throw new Error('no table');
  const truth = table.head.indexOf('Truth');
  const whole = table.rows.find(([, part]) => part === 'Whole queue')!;
  // 3 of every 10 µs.
  expect(Number(whole[truth])).toBeCloseTo(0.3, 2);
  for (const row of table.rows) expect(row).toHaveLength(table.head.length);
});

it('says that the truth needs the file where it is not at hand', async () => {
  const blocks = virtualQueueBlocks({}, await judged(false));
  expect(texts(blocks)).toContain('What was inside at each time needs the file');
  expect(JSON.stringify(occupancies(blocks))).not.toContain('Truth');
});
