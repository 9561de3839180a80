import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TraceDepthsService } from './contract.ts';
import { traceDepthsService } from './trace-depths-session.ts';

const TRACE = fileURLToPath(new URL('../../public/measurements/hls-branches-trace.csv', import.meta.url));

describe('questions to one trace', () => {
  let service: TraceDepthsService;
  beforeEach(async () => {
    service = traceDepthsService();
    const file = await openAsBlob(TRACE);
    await service.open({ file, name: 'trace.csv' }, {}, () => undefined);
  });

  it('go on when another one is given up', async () => {
    const least = service.least(undefined, () => undefined);
    for (const other of ['curve', 'under', 'open'] as const) service.cancel(other);
    expect(await least).toMatchObject({ depths: expect.any(Array) });
  });

  it('end when they are given up themselves', async () => {
    const least = service.least(undefined, () => undefined);
    service.cancel('least');
    await expect(least).rejects.toThrow(/abort/i);
  });
});
