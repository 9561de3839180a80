/** Queues that are full by design, in the verbs that tell servers from queues. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { drawExponential } from '../core/distributions/draws.ts';
import { streamOf } from '../workers/estimate/micro-benchmark.ts';
import { addEstimate } from './estimate.ts';
import { addFit } from './fit.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addVerdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-full-by-design-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A server at a load of 0.5: an element comes to `work` with a buffer of `free`, which is given back when it leaves. */
function traceOf(kind: string): string {
  const [source, server] = [streamOf(1, 'producer'), streamOf(1, 'consumer')];
  const ns = (seconds: number): number => Math.round(1e9 * seconds);
  const events: { readonly at: number; readonly text: string }[] = [];
  for (let [now, free, i] = [0, 0, 0]; i < 800; i += 1) {
    now += drawExponential(source) / 1000;
    free = Math.max(now, free) + drawExponential(server) / 2000;
    const [came, left] = [ns(now), ns(free)];
    events.push({ at: came, text: `work,${came},I,1\nfree,${came},D,1` });
    events.push({ at: left, text: `work,${left},D,1\nfree,${left},I,1` });
  }
  const rows = events.sort((a, b) => a.at - b.at).map(({ text }) => text);
  const queues = `#qtm 1 queues time=ns\nqueueId,dest,kind\nwork,work,regular\nfree,free,${kind}\n`;
  const filled = Array.from({ length: 50 }, (_, i) => `free,${i},I,1`);
  return `${queues}#qtm 1 events time=ns\nqueueId,time,kind,count\n${[...filled, ...rows].join('\n')}\n`;
}

const server = (id: string, rate: number) => ({
  ...{ id, kind: 'stage', service: { distribution: 'exponential', rate } },
});
const scenario = JSON.stringify({
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'pool', timeUnit: 's' },
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1000 } },
    ...[server('work', 1500), server('free', 1200)],
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'work' },
    { from: 'work', to: 'free' },
    { from: 'free', to: 'out' },
  ],
});

const run = (...words: string[]) => runVerbs([addEstimate, addFit, addVerdict], words);

describe.each([
  ['pool', 'queue free holds free slots, credits or buffers (kind pool)'],
  ['twoWay', 'queue free gets back what leaves it (kind twoWay)'],
  ['latest', 'queue free loses what was there to a newcomer (kind latest)'],
])('a queue of kind %s', (kind, why) => {
  // All three are told by one list of kinds.
  const tags = kind === 'pool' ? [] : ['long'];
  const file = fileOf(`${kind}.csv`, traceOf(kind));

  it('gets no service rate, and no stage takes one from it', { tags }, async () => {
    const changed = join(folder, `${kind}-changed.json`);
    const model = fileOf(`${kind}-scenario.json`, scenario);
    const { out, errors } = await run('estimate', file, '--scenario', model, '--apply', changed);
    expect(out).toContain(`free, head: ${why}`);
    expect(out).not.toContain('work, head: queue work');
    expect(errors).toContain(`queue free is not applied: ${why}`);
    const rates = JSON.parse(readFileSync(changed, 'utf8')).nodes.flatMap(
      ({ service }: { service?: { rate: number } }) => (service ? [service.rate] : []),
    );
    expect(Math.abs(rates[0]! / 2000 - 1)).toBeLessThan(0.1);
    expect(rates[1]).toBe(1200);
  });

  it('is fitted by no distribution, but for its gaps where they are asked for', {
    tags: ['long'],
  }, async () => {
    const all = await run('fit', file, '--bootstraps', '0');
    expect(all.out).toContain('work, service');
    expect(all.out).not.toContain('free, ');
    expect(all.errors).toContain(why);
    const gaps = await run('fit', file, '--bootstraps', '0', '--queue', 'free', '--of', 'interInsertion');
    expect(gaps.out).toContain('free, interInsertion');
  });

  it('is no virtual queue, and says why where it is asked for', { tags }, async () => {
    const { out } = await run('verdict', file, '--replications', '39');
    expect(out).toContain('Mean occupancy of work');
    expect(out).not.toContain('of free');
    const asked = await run('verdict', file, '--queue', 'free');
    expect(asked.out).toContain(why);
    expect(asked.status).toBe(1);
  });
});
