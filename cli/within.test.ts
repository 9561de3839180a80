/** The clock of verbs that compute, on the built command line. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-within-'));
const long = join(folder, 'long.json');
const longer = join(folder, 'longer.json');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  ensureCommandLine();
  writeFileSync(long, JSON.stringify(twoStages(300)));
  writeFileSync(longer, JSON.stringify(twoStages(700)));
});

function twoStages(capacity: number): unknown {
  const exponential = (rate: number) => ({ distribution: 'exponential', rate });
  const stage = (id: string) => ({ id, kind: 'stage', capacity, service: exponential(10) });
  return {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Long' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: exponential(9) },
      ...[stage('q'), stage('r')],
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'q' },
      { from: 'q', to: 'r' },
      { from: 'r', to: 'out' },
    ],
  };
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Interrupted once it has said that it is at work. */
function stagegraph(words: readonly string[], isInterrupted = false): Promise<Ended> {
  const root = resolve(import.meta.dirname, '..');
  const child = spawn(process.execPath, [join(root, 'dist-cli', 'main.mjs'), ...words], {
    // Who reads a scenario from here waits for it.
    stdio: [words.includes('-') ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', errors: '' };
  child.stdout!.on('data', (chunk) => {
    written.out += String(chunk);
  });
  child.stderr!.on('data', (chunk) => {
    written.errors += String(chunk);
    if (isInterrupted) child.kill('SIGINT');
  });
  return new Promise((end) => child.on('close', (status) => end({ status, ...written })));
}

// Each mostly waits for a clock.
describe.concurrent('--within', () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['solve', ['solve', longer, '--method', 'chain'], /It was at method chain on 4 nodes and 3 links\./],
    ['transient', ['transient', long], /--until/],
    ['size', ['size', longer, '--stage', 'q', '--below', '1e-9', '--method', 'chain'], /the capacity of q/],
    ['simulate', ['simulate', long, '--horizon', '1e12'], /It was at replication \d+: 0 %, [\d,]+ events/],
  ];
  describe.each(cases)('beside %s', (verb, words, at) => {
    // The clock is one for all verbs; where they were is their own.
    const tags = verb === 'solve' ? [] : ['long'];
    it('ends it in the middle of a computation and says where it was', { tags }, () =>
      endsIt(verb, words, at),
    );
  });

  async function endsIt(verb: string, words: readonly string[], at: RegExp): Promise<void> {
    let told = '';
    // A busy machine may not have begun after a second.
    for (let limit = 1; limit <= 64 && !at.test(told); limit *= 4) {
      const { status, out, errors } = await stagegraph([...words, '--within', `${1000 * limit} ms`]);
      expect(status).toBe(3);
      expect(out).toBe('');
      // Above it stands that it still computes, where the limit is long enough for that.
      expect(errors).toMatch(new RegExp(`^${verb}: no answer within ${limit} s\\.`, 'm'));
      expect(errors).toMatch(/To go on: give it longer, such as --within \d+ (s|min); /);
      told = errors;
    }
    expect(told).toMatch(at);
  }

  it('leaves alone what is done in time', async () => {
    const [limited, free] = await Promise.all(
      [['--within=1h'], []].map((limit) => stagegraph(['solve', long, '--method', 'mmck', ...limit])),
    );
    expect(limited).toEqual(free);
    expect(limited!.status).toBe(0);
  });

  it('refuses what is no time', async () => {
    const { status, errors } = await stagegraph(['bounds', long, '--within', '-3s']);
    expect(status).toBe(2);
    expect(errors).toMatch(/--within <time>.*Expected a time/);
  });
});

describe.concurrent('Ctrl-C', () => {
  async function expectHeard(words: readonly string[]): Promise<void> {
    const { status, errors } = await stagegraph(words, true);
    expect(status).toBe(130);
    expect(errors).toMatch(
      /^transient: still computing after 1\d s.*\ntransient: interrupted after [\d.]+ s\. .*To go on: /,
    );
  }

  it('is heard in the middle of a computation', { tags: ['long'] }, () => expectHeard(['transient', long]));

  it('is heard while a scenario is waited for', () => expectHeard(['transient', '-']));
});
