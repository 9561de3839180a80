/** Whoever may be kept from moving elements on. */
import type { Server } from './server.ts';
import type { Source } from './source.ts';

export type Sender = Server | Source;
