/** Questions of what would be: what is changed of a system that was measured, as people write it and as they read it. */
import { err, ok, type Result } from '../base/result.ts';
import { formatPercent } from '../quantities/quantity-format.ts';
import { nearestName } from '../scenario/near-name.ts';

/** What is changed of the network, to ask what then would be. */
export type WhatIfChange =
  | { readonly kind: 'servers'; readonly queue: string; readonly servers: number }
  /** Services take `times` as long, > 0. */
  | { readonly kind: 'service'; readonly queue: string; readonly times: number }
  /** `times` as many tasks enter in the same time, > 0. */
  | { readonly kind: 'load'; readonly times: number }
  /** This share, 0..1, of what the state deals out goes to this queue; the others share the rest as before. */
  | { readonly kind: 'share'; readonly state: string; readonly queue: string; readonly share: number };

/** Changes that are made together. */
export type WhatIfCase = readonly WhatIfChange[];

/** What can be changed. */
export interface AskedNetwork {
  /** What its queues are called in messages. */
  readonly noun: string;
  readonly queues: readonly { readonly id: string; readonly servers: number }[];
  readonly mostServers: number;
  /** States of tasks that choose among queues, and the numbers from 1 of those queues. */
  readonly states: readonly string[];
  readonly choices: readonly ArrayLike<number>[];
}

const formsOf = ({ states }: AskedNetwork): string =>
  `db.servers=2 or db.servers=+1, db.service=0.5x (half as long), ${states.length > 0 ? 'load=2x, or state>queue.share=0.7' : 'or load=2x'}; with commas between changes that are made together`;

/** `db.servers=+1, load=2x` as changes. */
export function readWhatIf(text: string, network: AskedNetwork): Result<WhatIfCase, string> {
  const changes: WhatIfChange[] = [];
  for (const part of text.split(/\s*,\s*|\s+and\s+/)) {
    const change = readChange(part.trim(), network);
    if (!change.ok) return err(`${JSON.stringify(text)}: ${change.error}`);
    changes.push(change.value);
  }
  return ok(changes);
}

function readChange(text: string, network: AskedNetwork): Result<WhatIfChange, string> {
  const parts = /^(?:(?<load>load)|(?<of>.+)\.(?<what>servers|service|share))\s*=\s*(?<value>\S+)$/u.exec(
    text,
  );
  if (!parts?.groups) return err(`expected ${formsOf(network)}`);
  const { load, of = '', what, value = '' } = parts.groups;
  if (load !== undefined) return timesOf(value, 'load', (times) => ({ kind: 'load', times }));
  if (what === 'share')
    return network.states.length === 0 ? err(`expected ${formsOf(network)}`) : readShare(of, value, network);
  const queue = network.queues.find(({ id }) => id === of);
  if (!queue)
    return err(
      unknownName(
        network.noun,
        of,
        network.queues.map(({ id }) => id),
      ),
    );
  if (what === 'service') {
    if (!/x$/u.test(value))
      return err(`service of ${of}: expected how many times as long, such as 0.5x, got ${value}`);
    return timesOf(value, `service of ${of}`, (times) => ({ kind: 'service', queue: of, times }));
  }
  const servers = (value.startsWith('+') ? queue.servers : 0) + Number(value);
  if (!(Number.isInteger(servers) && servers >= 1 && servers <= network.mostServers))
    return err(`servers of ${of}: expected 1 to ${network.mostServers}, or more of them as +1, got ${value}`);
  return ok({ kind: 'servers', queue: of, servers });
}

function timesOf(
  value: string,
  name: string,
  make: (times: number) => WhatIfChange,
): Result<WhatIfChange, string> {
  const times = Number(value.replace(/x$/u, ''));
  return times > 0 && Number.isFinite(times)
    ? ok(make(times))
    : err(`${name}: expected a factor > 0, such as 0.5x, got ${value}`);
}

function readShare(
  of: string,
  value: string,
  { queues, states, choices }: AskedNetwork,
): Result<WhatIfChange, string> {
  const [state = '', queue = ''] = of.split('>').map((name) => name.trim());
  const s = states.indexOf(state);
  if (s < 0) return err(unknownName('state', state, states));
  const mine = Array.from(choices[s]!, (number) => queues[number - 1]!.id);
  if (mine.length < 2) return err(`state ${state} has one queue only; there is nothing to share`);
  if (!mine.includes(queue)) return err(unknownName(`queue of state ${state}`, queue, mine));
  const share = Number(value);
  if (!(share >= 0 && share <= 1)) return err(`share of ${queue}: expected 0 to 1, got ${value}`);
  return ok({ kind: 'share', state, queue, share });
}

function unknownName(kind: string, name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const hint = near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`;
  return `there is no ${kind} ${JSON.stringify(name)}; ${hint}`;
}

/** In the words of a sentence; of no change `as it is`. */
export const caseWords = (changes: WhatIfCase): string =>
  changes.length === 0 ? 'as it is' : changes.map(changeWords).join(' and ');

function changeWords(change: WhatIfChange): string {
  switch (change.kind) {
    case 'servers':
      return `${change.servers} ${change.servers === 1 ? 'server' : 'servers'} at ${change.queue}`;
    case 'service':
      return `services of ${change.queue} ${factorText(change.times)} as long`;
    case 'load':
      return `${factorText(change.times)} the load`;
    case 'share':
      return `${formatPercent(change.share)} of ${change.state} to ${change.queue}`;
  }
}

const factorText = (times: number): string => (times === 0.5 ? 'half' : times === 2 ? 'twice' : `${times} ×`);
