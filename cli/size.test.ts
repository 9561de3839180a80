/** `stagegraph size`, as a user calls it. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cliInputs, ensureBuilt } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
const mercury = join(root, 'public', 'examples', 'mercury-run-2.json');

function size(...args: readonly string[]) {
  const command = [join(root, 'cli', 'stagegraph.mjs'), 'size', mercury, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, out: stdout, errors: stderr };
}

beforeAll(() =>
  ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts', '--logLevel', 'error']),
);

describe('stagegraph size', () => {
  it('finds the smallest capacity and proves it by its neighbour', () => {
    const { status, out } = size('--stage', '2', '--below', '1e-9', '--json');
    const answer = JSON.parse(out);
    expect(status).toBe(0);
    expect(answer).toMatchObject({ kind: 'capacity', stage: '2', capacity: 17, exact: false });
    expect(answer.fullProbability).toBeLessThanOrEqual(1e-9);
    expect(answer.withOneLess).toBeGreaterThan(1e-9);
    expect(size('--stage', '2', '--below', '1e-9').out).toContain('K = 17 is the smallest with P_BP <= 1e-9');
  });

  it('refuses half a question, a stage that is not there and a share that is none', () => {
    expect(size('--stage', '2')).toMatchObject({ status: 2, errors: expect.stringContaining('--below') });
    expect(size('--stage', 'x', '--below', '0.1')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('there is no stage "x"'),
    });
    expect(size('--stage', '2', '--below', '2')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('a share between 0 and 1'),
    });
  });
});
