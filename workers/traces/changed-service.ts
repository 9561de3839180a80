/** What is asked of a service, as what it changes: for requests that are served again, and for the drawing. */
import type { WhatIfCase } from '../../core/study/what-if.ts';

export interface Changed {
  /** So many times as many requests come. */
  readonly load: number;
  /** Servers in each instance, of those that get other ones. */
  readonly servers: ReadonlyMap<string, number>;
  /** How many times as long services take, of those that change. */
  readonly times: ReadonlyMap<string, number>;
}

export function changedBy(changes: WhatIfCase): Changed {
  let load = 1;
  const servers = new Map<string, number>();
  const times = new Map<string, number>();
  for (const change of changes) {
    if (change.kind === 'load') load *= change.times;
    else if (change.kind === 'servers') servers.set(change.queue, change.servers);
    else if (change.kind === 'service') times.set(change.queue, change.times);
  }
  return { load, servers, times };
}
