import { describe, expect, it, vi } from 'vitest';
import { loadExample } from './load-example.ts';

const MINIMAL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Minimal',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [{ from: 'in', to: 'out' }],
};

describe('loadExample', () => {
  it('reads the file of the example, once', async () => {
    const readJson = vi.fn(async (_file: string): Promise<unknown> => MINIMAL);
    const first = await loadExample('laplace', readJson);
    expect(first.name).toBe('Minimal');
    expect(await loadExample('laplace', readJson)).toBe(first);
    expect(readJson.mock.calls).toEqual([['examples/laplace.json']]);
  });

  it('tries again after a failure', async () => {
    const offline = async () => Promise.reject(new Error('no network'));
    await expect(loadExample('web-service', offline)).rejects.toThrow('no network');
    await expect(loadExample('web-service', async () => MINIMAL)).resolves.toHaveProperty('name', 'Minimal');
  });

  it('refuses a file that is no scenario', async () => {
    await expect(loadExample('mercury-run-1', async () => ({ format: 'something else' }))).rejects.toThrow(
      'examples/mercury-run-1.json: format: expected "stagegraph-scenario", got "something else"',
    );
  });

  it('refuses an unknown example', async () => {
    await expect(loadExample('no-such', async () => MINIMAL)).rejects.toThrow(
      'There is no example "no-such".',
    );
  });
});
