/** The server of the queue: its address, a connection that outlives restarts, and words that never show its password. */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { BadInput } from '../lib/bad-input.ts';

export interface QueueServer {
  readonly redis: Redis;
  /** Without credentials. */
  readonly label: string;
}

/** ms. */
const CONNECT_TIME = 5000;
const LONGEST_PAUSE = 1000;

/** Connects, or says why that cannot be. Later on, whatever is asked while the server is away waits for it. */
export async function openServer(address: string): Promise<QueueServer> {
  const { options, label } = readAddress(address);
  let isKnown = false;
  const redis = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: CONNECT_TIME,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isKnown ? Math.min(100 * times, LONGEST_PAUSE) : null),
  });
  const fault = await firstFault(redis);
  if (fault !== undefined) {
    redis.disconnect();
    throw new BadInput([`--queue: no Redis server can be used at ${label}: ${fault}`]);
  }
  isKnown = true;
  tellAbsence(redis, label);
  return { redis, label };
}

/** Undefined where the server answers. */
async function firstFault(redis: Redis): Promise<string | undefined> {
  let fault: string | undefined;
  const hear = (reason: Error) => {
    fault ??= wordsOf(reason);
  };
  redis.on('error', hear);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer as one')), 2 * CONNECT_TIME);
  });
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), late]);
    return undefined;
  } catch (reason) {
    return fault ?? wordsOf(reason as Error);
  } finally {
    clearTimeout(timer);
    redis.off('error', hear);
    // Without a listener the client prints what it meets; `tellAbsence` says it in this program's words.
    redis.on('error', () => undefined);
  }
}

const wordsOf = ({ message, code }: NodeJS.ErrnoException): string =>
  message.includes('RESP') ? NO_SERVER : message || code || 'the connection ended';

const NO_SERVER = 'what answers there is none';

function tellAbsence(redis: Redis, label: string): void {
  let isAway = false;
  redis.on('close', () => {
    if (isAway || redis.status === 'end') return;
    isAway = true;
    process.stderr.write(`the connection to ${label} is lost; waiting for it to come back\n`);
  });
  redis.on('ready', () => {
    if (isAway) process.stderr.write(`${label} is back\n`);
    isAway = false;
  });
  redis.on('end', () => {
    isAway = true;
  });
}

/** What a server refuses only for a while: no room in its memory or on its disk, still reading its file, no replica. */
const FOR_NOW = /^(?:OOM|MISCONF|LOADING|READONLY|BUSY|TRYAGAIN|MASTERDOWN|NOREPLICAS)\b/;

/** Asks until the server takes it, and says so when that takes a while. What is asked may be asked twice. */
export async function untilTaken<T>({ label }: QueueServer, ask: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; await pause(LONGEST_PAUSE)) {
    try {
      return await ask();
    } catch (reason) {
      const { message } = reason as Error;
      if (!FOR_NOW.test(message)) throw reason;
      if (!isTold)
        process.stderr.write(`${label} takes nothing for now, waiting until it does: ${message}\n`);
      isTold = true;
    }
  }
}

interface Address {
  readonly options: RedisOptions;
  readonly label: string;
}

export function readAddress(text: string): Address {
  const url = URL.canParse(text) && isDecodable(text) ? new URL(text) : undefined;
  const database = url?.pathname.replace(/^\//, '') ?? '';
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^\d*$/.test(database))
    throw new BadInput([
      `--queue: expected redis://host:port or rediss://host:port, with /number for a database, got ${withoutCredentials(text)}`,
    ]);
  const port = Number(url.port || 6379);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    options: {
      host,
      port,
      db: Number(database),
      ...(url.username && { username: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
      ...(url.protocol === 'rediss:' && { tls: { servername: host } }),
    },
    label: `${url.protocol}//${url.hostname}:${port}${database && `/${database}`}`,
  };
}

/** Are its signs with % such as %40 for @? */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

const withoutCredentials = (text: string): string => text.replace(/^.*@/s, '…@');
