/** `stagegraph solve` and `chain-size` with phases for constant services, and virtual queues in words. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { runBuilt, runProgram } from './run-verbs.test-support.ts';

const stagegraph = (args: readonly string[], scenario: unknown) => runProgram(args, JSON.stringify(scenario));

/** A bus that serves four at once in front of eight places. */
const drawn = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Bus',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    {
      id: 'bus',
      kind: 'stage',
      service: { distribution: 'deterministic', rate: 0.3 },
      bulk: { rule: 'full', size: 4 },
      capacity: 12,
      whenFull: 'drop',
    },
    {
      id: 'end',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1.3 },
      capacity: 8,
      admission: 'whole',
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'bus' },
    { from: 'bus', to: 'end' },
    { from: 'end', to: 'out' },
  ],
  groups: [{ id: 'channel', stages: ['bus', 'end'] }],
};

describe('stagegraph solve --erlang', () => {
  it('takes the chain with so many phases and tells how much twice as many move it', async () => {
    const { status, out } = await stagegraph(['solve', '-', '--erlang', '2', '--json'], drawn);
    expect(status).toBe(0);
    const { exact, method, stages, groups, verdicts } = JSON.parse(out);
    expect({ exact, method }).toEqual({ exact: false, method: 'chain' });
    const twice = JSON.parse((await stagegraph(['solve', '-', '--erlang', '4', '--json'], drawn)).out);
    const [here, there] = [stages.bus.meanOccupancy, twice.stages.bus.meanOccupancy];
    const digits = (value: number) => String(Number(value.toPrecision(4)));
    expect(verdicts[0].message).toContain(
      `${digits(here)} with 2 phases and ${digits(there)} with 4, which extrapolates to about ${digits(2 * there - here)}.`,
    );
    const total = stages.bus.meanOccupancy + stages.end.meanOccupancy;
    expect(groups.channel.meanOccupancy).toBeCloseTo(total, 9);
  });

  it('prints words beside codes, under names that scripts read', async () => {
    const answer = JSON.parse((await stagegraph(['solve', '-', '--method', 'mm1', '--json'], drawn)).out);
    expect(answer).toMatchObject({ methodLabel: 'isolated M/M/1 queues', reason: 'It was asked for.' });
    const { assumptions, dominatedBy } = answer.stages.end;
    expect(assumptions[0]).toMatchObject({ code: 'arrivals', text: 'Arrivals are Poisson.', holds: true });
    expect(assumptions[1]).toMatchObject({
      code: 'singles',
      text: 'Elements arrive one by one.',
      holds: false,
    });
    expect(assumptions[1].effect).toMatch(/^Batch arrivals .* Simulate to see it\.$/);
    expect(dominatedBy.words).toMatch(/^the [\w ]+ of \w+$/);
    expect(answer.verdicts[0].message).toMatch(/\.$/);
  });

  it('says so in words, and what a virtual queue holds', async () => {
    const words = (await stagegraph(['solve', '-', '--erlang', '2'], drawn)).out;
    expect(words).toMatch(/^channel \(bus \+ end\): N_G [\d.]+$/m);
    expect(words).toMatch(
      /note: With 4 phases no number in system moves by more than [\d.]+ % \((bus|end)\)\./,
    );
  });

  it('counts the states of that chain', async () => {
    const states = async (...phases: string[]): Promise<number> =>
      JSON.parse((await stagegraph(['chain-size', '-', ...phases, '--json'], drawn)).out).states;
    const asIs = await states();
    expect(await states('--erlang', '1')).toBe(asIs);
    expect(await states('--erlang', '32')).toBeGreaterThan(1.5 * (await states('--erlang', '16')));
    expect((await stagegraph(['chain-size', '-'], drawn)).out).toContain(
      'with the constant times of bus exact;',
    );
    const { exact, stages } = JSON.parse(
      (await stagegraph(['solve', '-', '--method', 'chain', '--json'], drawn)).out,
    );
    expect(exact).toBe(true);
    expect(stages.bus.model).toBe(`Markov chain, ${asIs} states`);
  });

  it('refuses phases without a chain, and numbers that are none, with 2', async () => {
    const other = await stagegraph(['solve', '-', '--erlang', '4', '--method', 'mm1k'], drawn);
    expect(other).toMatchObject({ status: 2, out: '' });
    expect(other.errors).toContain('phases are for the Markov chain; --method mm1k takes none');
    expect(await stagegraph(['solve', '-', '--erlang', '2.5'], drawn)).toMatchObject({ status: 2, out: '' });
  });
});

describe('stagegraph solve --refine', () => {
  beforeAll(ensureCommandLine);

  const WIDE = { distribution: 'uniform', min: 0.1, max: 1.4 };
  /** Exponential or not, one after the other and without bounds. */
  const line = (service: object) => ({
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Line' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
      { id: 'a', kind: 'stage', service },
      { id: 'b', kind: 'stage', service: { distribution: 'exponential', rate: 2 } },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'out' },
    ],
  });

  it('prints simulated numbers, their intervals and what the method gives', async () => {
    const { status, out } = runBuilt(['solve', '-', '--refine', '20'], JSON.stringify(line(WIDE)));
    expect(status).toBe(0);
    expect(out).toMatch(/^Line: simulated ± [\d.]+ %/);
    expect(out).toMatch(/b +◍ simulated; ◐ .*± [\d.]+ % ◐/);
  });

  it('ends when its time is over', { tags: ['long'] }, async () => {
    // So variable that a busy machine looks at the clock long before it is known to a per cent.
    const service = { distribution: 'lognormal', mean: 0.75, scv: 100 };
    const { status, out } = await stagegraph(['solve', '-', '--json', '--refine', '0.001'], line(service));
    expect(status).toBe(0);
    expect(JSON.parse(out).simulated).toBeUndefined();
  });

  it('leaves an exact answer as it is', async () => {
    const exact = line({ distribution: 'exponential', rate: 2 });
    const { out } = await stagegraph(['solve', '-', '--json'], exact);
    expect((await stagegraph(['solve', '-', '--json', '--refine', '1'], exact)).out).toBe(out);
  });

  it('refuses a time that is none', async () => {
    expect((await stagegraph(['solve', '-', '--refine', '0'], drawn)).errors).toContain(
      "'--refine [seconds]' argument '0' is invalid. Expected a time above 0 s",
    );
  });
});
