/** `compare --replay` on a queue of which the truth is known. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exponential } from '../core/scenario/drawing.test-support.ts';
import { BadInput } from '../lib/bad-input.ts';
import { eventsFile, knownQueue, lineOf } from '../workers/replay/replay.test-support.ts';
import { addCompare } from './compare.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'replays-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const MM1 = knownQueue(exponential(0.8), exponential(1), { count: 3000, seed: 3 });
const trace = file('trace.csv', await eventsFile(MM1).text());
const drawn = (rate: number): string =>
  file(`scenario-${rate}.json`, JSON.stringify(lineOf(exponential(0.8), { service: exponential(rate) })));
const compare = (...words: readonly string[]) => runVerbs([addCompare], ['compare', ...words]);
const faults = async (...words: readonly string[]): Promise<string> => {
  const thrown = await compare(...words).catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(BadInput);
  return (thrown as BadInput).lines.join('\n');
};

describe('compare --replay', () => {
  it('puts measured and predicted side by side, and says what is wrong', { tags: ['long'] }, async () => {
    const { out } = await compare(drawn(1.6), trace, '--replay');
    expect(out).toContain(
      'replay of stage server: 3,000 arrivals of queue server, in the place of its source',
    );
    expect(out).toMatch(/Number in system +\d.*… /);
    expect(out).toMatch(/Wasserstein-1 .*\(.* … /);
    expect(out).toContain('so the service of the stage is wrong');
  });

  it('gives one JSON document, of one stage when it is named', async () => {
    const { out } = await compare(drawn(1), trace, '--json', '--replay', 'server');
    const { replays, verdict } = JSON.parse(out);
    expect(verdict).toBeInstanceOf(Array);
    expect(replays).toHaveLength(1);
    const [{ stage, culprit, measured, predictions, arrivals }] = replays;
    expect([stage, culprit, arrivals]).toEqual(['server', 'nothing', 3000]);
    const [first] = predictions;
    expect(first.feed).toBe('measuredArrivals');
    expect(first.quantities.meanOccupancy.low).toBeLessThan(measured.meanOccupancy);
    expect(first.quantities.meanOccupancy.high).toBeGreaterThan(measured.meanOccupancy);
    expect(first.distances.wasserstein.value).toBeGreaterThan(0);
    expect(first.meanByFrame).toHaveLength(48);
  });

  it('says why there is nothing to replay', async () => {
    expect(await faults(drawn(1), trace, '--replay', 'nowhere')).toBe(
      '--replay nowhere: no stage has that id; there are server',
    );
    const means = file(
      'means.csv',
      '#qtm 1 scalars time=ns\nqueueId,metric,stat,value,unit\nserver,occupancy,mean,4,items\n',
    );
    expect(await faults(drawn(1), means, '--replay')).toContain('has no trace of insertions of any stage');
    const two = file(
      'two.csv',
      '#qtm 1 queues time=ns\nqueueId,dest\na,server\nb,server\n#qtm 1 events time=ns\nqueueId,time,kind\na,1,I\nb,2,I\na,3,D\n',
    );
    expect(await faults(drawn(1), two, '--replay')).toContain('several queues of');
    const measured = { ...lineOf(exponential(0.8), { service: exponential(1) }) };
    const kept = file(
      'kept.json',
      JSON.stringify({
        ...measured,
        measurement: { name: 'x', stages: [{ stage: 'server', meanOccupancy: 4 }] },
      }),
    );
    expect(await faults(kept, '--replay')).toContain('give the file with the trace');
  });
});
