/** `stagegraph size`, as a user calls it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { runBuilt, runProgram, runVerbs } from './run-verbs.test-support.ts';
import { addSize } from './size.ts';

const root = resolve(import.meta.dirname, '..');
const mercury = join(root, 'public', 'examples', 'mercury-run-2.json');

const size = (...args: readonly string[]) => runProgram(['size', mercury, ...args]);

beforeAll(ensureCommandLine);

describe('stagegraph size --depths', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'depths-')), 'graph.json');
  const actor = (id: string, mean: number) => ({
    ...{ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' },
    service: { distribution: 'deterministic', mean },
  });
  const graph = {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Running example' },
    nodes: [actor('a', 1), actor('b', 2), actor('c', 2)],
    links: [
      { from: 'a', to: 'a', initialTokens: 1 },
      { from: 'a', to: 'b', produced: [2], consumed: [3] },
      { from: 'b', to: 'c', produced: [1], consumed: [2] },
    ],
  };
  const depths = (...args: readonly string[]) => {
    writeFileSync(file, JSON.stringify(graph));
    return runVerbs([addSize], ['size', file, '--depths', ...args]);
  };

  it('gives the front and the neighbours that fail', async () => {
    expect((await depths()).out).toBe(
      [
        'depths of a > b, b > c',
        '  4 2 (6 slots): 0.428571',
        '  5 3 (8 slots): 0.5',
        '  6 3 (9 slots): 0.6',
        '  7 3 (10 slots): 0.75',
        '  firings of a per second; no depths are faster than the last; 11 settings',
        '  one step less, 6 3: 0.6',
        '  one step less, 7 2: 0.5',
        '',
      ].join('\n'),
    );
  });

  it('ends with the status of no answer where no depths let the graph run', async () => {
    const links = [
      { from: 'a', to: 'b', produced: [2], consumed: [2] },
      { from: 'b', to: 'a', produced: [2], consumed: [2], initialTokens: 1 },
    ];
    writeFileSync(file, JSON.stringify({ ...graph, nodes: [actor('a', 1), actor('b', 2)], links }));
    const { errors, status } = await runVerbs([addSize], ['size', file, '--depths']);
    expect(status).toBe(1);
    expect(errors).toContain('"a" waits for "b" (has 1 of 2 needed), "b" waits for "a" (has 0 of 2 needed)');
  });

  it('counts blocks of memory by a table, and needs the size of a token for that', async () => {
    const table = join(mkdtempSync(join(tmpdir(), 'memory-')), 'memory.txt');
    writeFileSync(table, 'REG 8x1 1\nRAM 8x4 2.5\n');
    const sized = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, unitBytes: 1 })) };
    writeFileSync(file, JSON.stringify(sized));
    const { out } = await runVerbs(
      [addSize],
      ['size', file, '--depths', '--cost', 'memory', '--memory', table],
    );
    // Four words in a RAM, two in registers; then both in RAMs, one of two blocks.
    expect(out).toContain('  4 2 (4.5 cost of its memories): 0.428571\n  8 2 (7 cost of its memories): 0.5');
    expect(out).toContain('  8 4 (7.5 cost of its memories): 0.75');
    await expect(depths('--cost', 'bits')).rejects.toThrow('unitBytes');
  });

  it('gives pragmas and CSV of the first depths that reach a throughput', async () => {
    expect((await depths('--format', 'pragma', '--throughput', '0.5')).out).toBe(
      '// Named by the stages at both ends: put in the names of your streams.\n#pragma HLS stream variable=a_b depth=6\n#pragma HLS stream variable=b_c depth=2\n',
    );
    expect((await depths('--format', 'csv')).out).toBe('from,to,depth\na,b,7\nb,c,3\n');
  });
});

describe('stagegraph size --depths of a drawing without FIFOs', () => {
  const lineFile = (): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'capacities-')), 'line.json');
    const times = (rate: number) => ({ distribution: 'exponential', rate });
    const nodes = [
      { id: 'in', kind: 'source', interarrival: times(0.5) },
      { id: 'a', kind: 'stage', capacity: 4, service: times(1) },
      { id: 'b', kind: 'stage', capacity: 4, service: times(1) },
      { id: 'out', kind: 'sink' },
    ];
    const links = ['in', 'a', 'b'].map((from, i) => ({ from, to: ['a', 'b', 'out'][i] }));
    const line = { format: 'stagegraph-scenario', schemaVersion: 3, name: 'Line', nodes, links };
    writeFileSync(file, JSON.stringify(line));
    return file;
  };

  it('gives capacities of all stages with their share of the greatest throughput', {
    tags: ['long'],
  }, async () => {
    const table = await runVerbs([addSize], ['size', lineFile(), '--depths', '--throughput', '0.4']);
    expect(table.out).toMatch(/^depths of a, b\n/);
    expect(table.out).toMatch(/slots\): 0\.\d+ ± 0\.\d+, \d\d\.?\d* % ± \d\.?\d* % of the greatest/);
    expect(table.out).toContain('services of b per second');
  });

  it('gives them as CSV', { tags: ['long'] }, async () => {
    const { out } = await runVerbs(
      [addSize],
      ['size', lineFile(), '--depths', '--throughput', '0.4', '--format', 'csv'],
    );
    expect(out).toMatch(/^stage,capacity\na,\d+\nb,\d+\n$/);
  });
});

describe('stagegraph size --depths with a wanted throughput', () => {
  const dataflow = (distribution: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'wanted-')), 'pair.json');
    const stage = (id: string, mean: number) => ({
      ...{ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' },
      service: { distribution, mean },
    });
    const links = [
      { from: 'a', to: 'a', initialTokens: 1 },
      { from: 'a', to: 'b', depth: 4 },
    ];
    const nodes = [stage('a', 0.5), stage('b', 0.2)];
    writeFileSync(
      file,
      JSON.stringify({ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Pair', nodes, links }),
    );
    return file;
  };
  const wanted = (file: string, rate: string) =>
    runVerbs([addSize], ['size', file, '--depths', '--throughput', rate, '--format', 'pragma']);

  it('says beside the pragmas that it is not reached, or lies within the error', {
    tags: ['long'],
  }, async () => {
    // Two places give 2 (1 - 1 / (1 + 2.5 + 2.5^2)) = 1.795 a second, as the chain of three states tells: near it, who asks is told.
    const file = dataflow('exponential');
    let near = 0;
    for (const rate of ['1.785', '1.795', '1.8', '1.92']) {
      const { out, errors } = await wanted(file, rate);
      expect(out).toMatch(/^\/\/ Named by .*\n#pragma HLS stream variable=a_b depth=[234]\n$/);
      if (errors.includes('lies within the error of the last depths')) near++;
    }
    expect(near).toBeGreaterThan(0);
    const beyond = await wanted(dataflow('deterministic'), '3');
    expect(beyond.errors).toContain('the wanted 3 per second is not reached: the last depths have 2');
    const reached = await wanted(dataflow('deterministic'), '2');
    expect(reached.errors).toBe('');
  });
});

describe('stagegraph size', () => {
  it('finds the smallest capacity and proves it by its neighbour', async () => {
    const { status, out } = runBuilt(['size', mercury, '--stage', '2', '--below', '1e-9', '--json']);
    const answer = JSON.parse(out);
    expect(status).toBe(0);
    expect(answer).toMatchObject({ kind: 'capacity', stage: '2', capacity: 17, exact: false });
    expect(answer.fullProbability).toBeLessThanOrEqual(1e-9);
    expect(answer.withOneLess).toBeGreaterThan(1e-9);
    expect((await size('--stage', '2', '--below', '1e-9')).out).toContain(
      'K = 17 is the smallest with P_BP <= 1e-9',
    );
  });

  it('refuses half a question, a stage that is not there and a share that is none', async () => {
    expect(await size('--stage', '2')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('--below'),
    });
    expect(await size('--stage', 'x', '--below', '0.1')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('there is no stage "x"'),
    });
    expect(await size('--stage', '2', '--below', '2')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('a share above 0 and below 1'),
    });
  });
});
