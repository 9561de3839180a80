import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflated } from './inflated.ts';

const CONTENT = Buffer.from(randomBytes(300_000).toString('hex'));
const PACKED = gzipSync(CONTENT);

const all = async (stream: ReadableStream<Uint8Array>): Promise<Buffer> =>
  Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

describe('an unpacked stream', () => {
  it('has what was packed, whatever the pieces', async () => {
    expect((await all(inflated(new Blob([PACKED]).stream(), 'gzip'))).equals(CONTENT)).toBe(true);
    const bytewise = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of gzipSync('pieces')) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await all(inflated(bytewise, 'gzip'))).toString()).toBe('pieces');
    expect((await all(inflated(new Blob([gzipSync('')]).stream(), 'gzip'))).length).toBe(0);
  });

  it('fails where the archive is damaged or cut, and where its source fails', async () => {
    for (const bytes of [PACKED.subarray(0, 5000), Buffer.from('no archive'), Buffer.alloc(0)])
      await expect(all(inflated(new Blob([bytes]).stream(), 'gzip'))).rejects.toThrow();
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('the disk is gone'));
      },
    });
    await expect(all(inflated(broken, 'gzip'))).rejects.toThrow('the disk is gone');
  });

  it('can be left at any moment, and leaves its source', async () => {
    for (let reads = 0; reads < 6; reads += 1) {
      let isLeft = false;
      const source = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(PACKED),
        cancel() {
          isLeft = true;
        },
      });
      const reader = inflated(source, 'gzip').getReader();
      for (let read = 0; read < reads; read += 1) {
        // In this time more is unpacked than is asked for: through `pipeThrough` it would come after the end, as an error that nothing catches.
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect((await reader.read()).done).toBe(false);
      }
      await reader.cancel();
      expect(isLeft).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
});
