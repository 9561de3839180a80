/** The built command line: the chain's size, the chain over time, and worst-case bounds. */
import { describe, expect, it } from 'vitest';
import { runProgram } from './run-verbs.test-support.ts';

const stagegraph = (args: readonly string[], scenario: unknown) => runProgram(args, JSON.stringify(scenario));

interface StageWords {
  readonly service: unknown;
  readonly capacity?: number;
  readonly whenFull?: 'drop';
}

const queue = (interarrival: unknown, stage: StageWords) => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'One stage',
  nodes: [
    { id: 'in', kind: 'source', interarrival },
    { id: 'q', kind: 'stage', ...stage },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'q' },
    { from: 'q', to: 'out' },
  ],
});
const exponential = (rate: number) => ({ distribution: 'exponential', rate });
const constant = (mean: number) => ({ distribution: 'deterministic', mean });
const loss = queue(exponential(1), { service: exponential(1), capacity: 1, whenFull: 'drop' });

describe('stagegraph chain-size', () => {
  it('counts: M/M/1/K has K + 1 states', async () => {
    const drawn = queue(exponential(1), { service: exponential(1), capacity: 41, whenFull: 'drop' });
    expect(await stagegraph(['chain-size', '-'], drawn)).toMatchObject({ status: 0, out: '42 states\n' });
    const { out } = await stagegraph(['chain-size', '-', '--json'], drawn);
    expect(JSON.parse(out)).toMatchObject({ states: 42, isExact: true, fits: true });
  });

  it('leaves room to cut unbounded queues farther out, and says so', async () => {
    const drawn = queue(exponential(0.97), { service: { distribution: 'erlang', mean: 1, shape: 4 } });
    const nodes = [...drawn.nodes, { ...drawn.nodes[1]!, id: 'r' }];
    const links = [...drawn.links.slice(0, 1), { from: 'q', to: 'r' }, { from: 'r', to: 'out' }];
    expect((await stagegraph(['chain-size', '-'], { ...drawn, nodes, links })).out).toMatch(
      /^about (5|6|7|8|9)\d\d,\d{3} states where unbounded queues are cut as early as possible, too many: 500,000 can be solved there\n$/,
    );
  });

  it('says what is too large, and ends with 1 where there is no chain', async () => {
    const large = queue(exponential(1), { service: exponential(1), capacity: 3_000_000 });
    expect((await stagegraph(['chain-size', '-'], large)).out).toMatch(
      /^about 3,\d{3},\d{3} states, too many: 1,000,000 can be solved\n$/,
    );
    const gamma = { distribution: 'gamma', rate: 1, scv: 0.3 };
    const none = await stagegraph(['chain-size', '-'], queue(gamma, { service: exponential(2) }));
    expect(none).toMatchObject({ status: 1, out: '' });
    expect(none.errors).toMatch(/^Gamma arrivals from "in" have no finite chain/);
  });
});

describe('stagegraph transient', () => {
  const unbounded = queue(exponential(1), { service: exponential(2) });

  it('follows M/M/1/1 from empty: (1 - exp(-2 t)) / 2', async () => {
    const { status, out } = await stagegraph(
      ['transient', '-', '--until', '1', '--steps', '10', '--json'],
      loss,
    );
    expect(status).toBe(0);
    const { times, stages, fill } = JSON.parse(out);
    times.forEach((t: number, i: number) => {
      expect(stages.q.meanOccupancy[i]).toBeCloseTo((1 - Math.exp(-2 * t)) / 2, 10);
    });
    expect(fill.q.mean).toBeCloseTo(1, 10);
  });

  it('writes lines for people, and says what approximates constant times', async () => {
    const { out } = await stagegraph(['transient', '-', '--from', 'full', '--until', '2'], loss);
    expect(out).toMatch(/^One stage: 2 states\n/);
    expect(out).toMatch(/\nAll empty, sources off +1 s /);
    const drawn = queue(exponential(1), { service: constant(0.5), capacity: 3, whenFull: 'drop' });
    expect((await stagegraph(['transient', '-', '--until', '2'], drawn)).out).toMatch(
      /constant times \(q\) are approximated by Erlang times of 16 phases\n$/,
    );
  });

  it('refuses a length that is none with 2', async () => {
    expect(await stagegraph(['transient', '-', '--until', '0'], loss)).toMatchObject({ status: 2, out: '' });
  });

  it.each([
    ['q=2', loss, /^--from: stage "q" holds at most 1, got 2\n$/],
    ['full', unbounded, /^--from: "q" has no capacity, so it cannot be full at the start; give numbers\.\n$/],
    [
      'q=9000000',
      unbounded,
      /^--from: With 9,000,000 in "q" at the start the chain has about 9,000,000 states/,
    ],
  ])('refuses a start of %s that cannot be with 2', async (from, drawn, words) => {
    const { status, out, errors } = await stagegraph(
      ['transient', '-', '--from', from, '--until', '1'],
      drawn,
    );
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(errors).toMatch(words);
  });
});

describe('stagegraph bounds', () => {
  it('one bucket against a constant server: floor(b + r T) inside, T + (b - 1) / R long', async () => {
    const drawn = queue(constant(0.2), { service: constant(0.1) });
    const { status, out } = await stagegraph(['bounds', '-', '--json'], drawn);
    expect(status).toBe(0);
    const { q } = JSON.parse(out).stages;
    expect(q.backlog).toBe(Math.floor(1 + 5 * 0.1));
    expect(q.delay).toBeCloseTo(0.1, 12);
  });

  it('ends with 1 and names the distribution without bound', async () => {
    const { status, errors } = await stagegraph(['bounds', '-'], loss);
    expect(status).toBe(1);
    expect(errors).toMatch(/^Arrivals from "in" are exponential: any number may arrive at once/);
  });
});
