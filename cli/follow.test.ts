/** Rows of a queue of its own, whose rates are known, that come while `estimate --follow` runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-follow-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = '#qtm 1 tc time=ns\nqueueId,end,time,period,count,blocked,blockedFor\n';
const PERIOD = 100_000;

/** A queue with Poisson arrivals before a server of exponential times, seen by a monitor: rows of table tc. */
class Monitored {
  private state = 12345;
  private now = 0;
  private arrival = 0;
  private end = 0;

  /** Rates in items/s. */
  rows(periods: number, served: number, arriving = 0.7 * served): string {
    const lines: string[] = [];
    for (let i = 0; i < periods; i += 1) {
      const until = this.end + PERIOD;
      let [count, idle] = [0, 0];
      while (this.now < until) {
        if (this.arrival > this.now) {
          idle += Math.min(until, this.arrival) - this.now;
          this.now = Math.min(until, this.arrival);
          continue;
        }
        // The service that crosses the end is counted where it ends.
        this.now += this.exponential(served);
        this.arrival += this.exponential(arriving);
        if (this.now < until) count += 1;
        else this.carried += 1;
      }
      count += this.before;
      this.before = this.carried;
      this.carried = 0;
      this.end = until;
      const waited = Math.round(idle);
      lines.push(`q,head,${until},${PERIOD},${count},${waited > 0 ? 1 : 0},${waited}\n`);
    }
    return lines.join('');
  }
  private carried = 0;
  private before = 0;

  private exponential(rate: number): number {
    this.state = (this.state * 1103515245 + 12345) % 2 ** 31;
    return (-Math.log((this.state + 1) / (2 ** 31 + 1)) / rate) * 1e9;
  }
}

interface Line {
  readonly kind: 'rate' | 'phase' | 'period' | 'converged' | 'end';
  readonly rate?: number;
  readonly low?: number;
  readonly high?: number;
  readonly to?: number;
  readonly queues?: readonly {
    readonly rate: number;
    readonly phases: readonly { readonly rate: number }[];
  }[];
}

class Follower {
  errors = '';
  private out = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;
  private wake = () => {};

  constructor(...words: string[]) {
    const main = join(resolve(import.meta.dirname, '..'), 'cli', 'stagegraph.mjs');
    this.child = spawn(process.execPath, [main, 'estimate', '--follow', ...words]);
    this.child.stdout!.on('data', (chunk) => {
      this.out += String(chunk);
      this.wake();
    });
    this.child.stderr!.on('data', (chunk) => {
      this.errors += String(chunk);
      this.wake();
    });
    this.ended = new Promise((end) => this.child.on('close', end));
  }

  lines(): readonly Line[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  }

  write(text: string): void {
    this.child.stdin!.write(text);
  }

  closeInput(): Promise<number | null> {
    this.child.stdin!.end();
    return this.ended;
  }

  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  /** Until what was printed is as wanted. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  text(): string {
    return this.out;
  }
}

const lastOf = (follower: Follower): Line => follower.lines().at(-1)!;
const within = (rate: number, truth: number): void => expect(Math.abs(rate / truth - 1)).toBeLessThan(0.05);

describe('estimate --follow', () => {
  it('tells the rate and its change while rows still come, and names bad rows with their lines', async () => {
    const queue = new Monitored();
    const follower = new Follower('-', '--json', '--every', '0.01');
    const rows = queue.rows(1000, 100_000);
    // The first piece ends in the middle of a row.
    follower.write(HEAD + rows.slice(0, 20_001));
    await follower.until(() => follower.lines().some(({ kind }) => kind === 'rate'));
    follower.write(rows.slice(20_001));
    follower.write('q,head,soon,100000,9,0,0\nq,head,100000000,100000,9,1,900000\n');
    await follower.until(() => follower.errors.includes('E15'));
    expect(follower.errors).toMatch(/standard input, line 1003, time: .*expected an integer.*got soon/);
    expect(follower.errors).toMatch(/standard input, line 1004, blockedFor: expected at most the period/);
    expect(follower.lines().filter(({ kind }) => kind === 'phase')).toEqual([]);
    follower.write(queue.rows(2000, 50_000));
    await follower.until(() => follower.lines().some(({ kind }) => kind === 'phase'));
    const change = follower.lines().find(({ kind }) => kind === 'phase')!;
    within(change.rate!, 100_000);
    expect(Math.abs(change.to! - 0.1)).toBeLessThan(0.006);
    expect(await follower.closeInput()).toBe(0);
    const [one] = lastOf(follower).queues!;
    within(one!.rate, 50_000);
    expect(one!.phases).toHaveLength(1);
  });

  it('follows a file that grows, is cut, and is replaced; Ctrl-C ends it with the answer', async () => {
    const file = join(folder, 'rates.csv');
    writeFileSync(file, HEAD + new Monitored().rows(50, 100_000));
    const follower = new Follower(file, '--json', '--every', '0.01');
    await follower.until(() => follower.lines().length > 0);
    const before = follower.lines().length;
    const more = new Monitored();
    more.rows(50, 100_000);
    appendFileSync(file, more.rows(400, 100_000));
    await follower.until(() => follower.lines().length > before);
    writeFileSync(file, HEAD + new Monitored().rows(20, 30_000));
    await follower.until(() =>
      follower.errors.includes('the file was cut; its rows are read from the start'),
    );
    const other = join(folder, 'other.csv');
    writeFileSync(other, HEAD + new Monitored().rows(600, 200_000));
    renameSync(other, file);
    await follower.until(() => follower.errors.includes('another file took its place'));
    const isNew = ({ kind, rate }: Line): boolean => kind === 'rate' && rate! > 150_000;
    await follower.until(() => follower.lines().some(isNew));
    expect(await follower.interrupt()).toBe(0);
    expect(lastOf(follower).kind).toBe('end');
    within(lastOf(follower).queues![0]!.rate, 200_000);
  });

  it('ends with --within, in words for people', async () => {
    const file = join(folder, 'words.csv');
    writeFileSync(file, HEAD + new Monitored().rows(600, 100_000));
    const follower = new Follower(file, '--within', '1 s');
    await follower.until(() => follower.text().includes('q head, 600 periods:'));
    expect(follower.text()).toMatch(/q head: 0 s to 60 ms: \d+(\.\d+)? k?\/s \(.*\), busy time/);
  });

  it.each([
    [
      'words',
      'no monitor\nwrote this\n',
      /--follow expects a first line such as "#qtm 1 tc time=ns".*got "no monitor"/,
      2,
    ],
    // Neither of these is waited for to become a table.
    ['a document of another kind', '{"a": 1}\n', /--follow expects a first line.*got "\{"a": 1\}"/, 2],
    ['a line without an end', 'x'.repeat(70_000), /--follow expects a first line.*got "x{60}"/, 2],
    ['events', '#qtm 1 events time=ns\nqueueId,time,kind\nq,1,I\n', /table events cannot be followed/, 1],
  ])('refuses %s', async (_, text, message, status) => {
    const follower = new Follower('-');
    follower.write(text);
    expect(await follower.closeInput()).toBe(status);
    expect(follower.errors).toMatch(message);
  });
});
