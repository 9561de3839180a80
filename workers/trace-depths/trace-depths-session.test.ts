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

describe('events that move many elements at once', () => {
  const open = (...rows: readonly string[]) => {
    const file = new Blob([`#qtm 1 events time=ns\nqueueId,time,kind,count\n${rows.join('\n')}\n`]);
    return traceDepthsService().open({ file, name: 'bulks.csv' }, {}, () => undefined);
  };

  it('are followed element by element, as far as memory allows', { tags: ['long'] }, async () => {
    const opened = await open('a,0,I,3000000', 'a,10,D,3', 'a,20,I,2000000', 'a,30,D,1');
    expect(opened).toMatchObject({ kind: 'opened', fifos: [{ id: 'a', elements: 3_000_000 }] });
    expect(JSON.stringify(opened)).toContain(
      'Only the first 2 events are used: with those after them more than',
    );
  });

  it('are refused where the first one alone is too many', async () => {
    const refused = await open('a,0,I,2147483647', 'a,1,I,2147483647', 'a,10,D,3');
    expect(JSON.stringify(refused)).toContain('its first event moves more than 4,000,000 elements at once');
  });
});
