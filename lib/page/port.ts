/** What a worker of a page hears and answers by, as `lib/port.ts` in Node. */
import type { Endpoint } from 'comlink';

export const port = globalThis as unknown as Endpoint;
