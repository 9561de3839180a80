/** What a thread of Node hears and answers by; `lib/page/port.ts` is that of a worker of a page. */
import { parentPort } from 'node:worker_threads';
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';

export const port: Endpoint = nodeEndpoint(parentPort!);
