/** The server of the queue: its address, a connection that outlives restarts, and words that never show its password. */
import { readFile } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { Redis, type RedisOptions } from 'ioredis';
import { BadInput } from '../lib/bad-input.ts';

export interface QueueServer {
  readonly redis: Redis;
  /** Without credentials. */
  readonly label: string;
  /** All keys begin with it and a colon. */
  readonly prefix: string;
}

/** How a queue is reached: what the options `--queue` and `--queue-…` say. */
export interface QueueOptions {
  /** redis://user:password@host:port/database, or rediss:// */
  readonly queue: string;
  /** PEM files: authorities that signed the server's certificate, and what the server wants to know this machine by. */
  readonly queueCa?: string;
  readonly queueCert?: string;
  readonly queueKey?: string;
  readonly queuePrefix?: string;
}

/** ms. */
const CONNECT_TIME = 5000;
const LONGEST_PAUSE = 1000;

/** Connects, or says why that cannot be. Later on, whatever is asked while the server is away waits for it. */
export async function openServer(given: QueueOptions): Promise<QueueServer> {
  const { options, label } = readAddress(given.queue);
  const tls = await tlsOf(given, options);
  const server = { label, prefix: given.queuePrefix ?? USUAL_PREFIX };
  let isKnown = false;
  const redis = new Redis({
    ...options,
    ...(tls && { tls }),
    lazyConnect: true,
    connectTimeout: CONNECT_TIME,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isKnown ? Math.min(100 * times, LONGEST_PAUSE) : null),
  });
  const fault = (await firstFault(redis)) ?? (await refusedRight({ ...server, redis }));
  if (fault !== undefined) {
    redis.disconnect();
    throw new BadInput([
      `--queue: no Redis server can be used at ${label}: ${(await plainWords(options, tls)) ?? faultWords(fault, options, tls)}`,
    ]);
  }
  isKnown = true;
  tellAbsence(redis, label);
  return { ...server, redis };
}

async function tlsOf(given: QueueOptions, { tls }: RedisOptions): Promise<ConnectionOptions | undefined> {
  const { queueCa, queueCert, queueKey } = given;
  const [asked] = [
    ...(queueCa === undefined ? [] : ['--queue-ca']),
    ...(queueCert === undefined ? [] : ['--queue-cert']),
    ...(queueKey === undefined ? [] : ['--queue-key']),
  ];
  if (!tls) {
    if (asked) throw new BadInput([`${asked}: expected an address rediss://… in --queue, for TLS`]);
    return undefined;
  }
  if ((queueCert === undefined) !== (queueKey === undefined))
    throw new BadInput(['--queue-cert and --queue-key: expected both, or none']);
  const [ca, cert, key] = await Promise.all([
    pemOf('--queue-ca', queueCa),
    pemOf('--queue-cert', queueCert),
    pemOf('--queue-key', queueKey),
  ]);
  try {
    createSecureContext({ ca, cert, key });
  } catch (reason) {
    throw new BadInput([
      `--queue-cert, --queue-key: expected a certificate and its own key: ${(reason as Error).message}`,
    ]);
  }
  return { ...(tls as ConnectionOptions), ...(ca && { ca }), ...(cert && { cert, key }) };
}

async function pemOf(option: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((reason: NodeJS.ErrnoException) => {
    throw new BadInput([`${option}: ${path} cannot be read: ${reason.code ?? reason.message}`]);
  });
  if (!text.includes('-----BEGIN '))
    throw new BadInput([`${option}: expected a file in PEM format, with -----BEGIN …, got ${path}`]);
  return text;
}

const USUAL_PREFIX = 'stagegraph';

/** Undefined where the server answers. */
async function firstFault(redis: Redis): Promise<NodeJS.ErrnoException | undefined> {
  let fault: Error | undefined;
  const hear = (reason: Error) => {
    fault ??= reason;
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
    return fault ?? (reason as Error);
  } finally {
    clearTimeout(timer);
    redis.off('error', hear);
    // Without a listener the client prints what it meets; `tellAbsence` says it in this program's words.
    redis.on('error', () => undefined);
  }
}

/** A user may be let in, and yet not be allowed what the queue does; undefined where all is. */
async function refusedRight({ redis, prefix }: QueueServer): Promise<Error | undefined> {
  const probe = `${prefix}:probe`;
  try {
    await redis.info('server');
    await redis.client('LIST');
    await redis.time();
    await redis.eval("return redis.call('exists', KEYS[1])", 1, probe);
    return undefined;
  } catch (reason) {
    // Anything else may pass, such as no room in its memory.
    return /^NOPERM/.test((reason as Error).message) ? (reason as Error) : undefined;
  }
}

/** What went wrong, as whoever keeps the server would say it; the client's own words where nothing better is known. */
function faultWords(fault: NodeJS.ErrnoException, options: RedisOptions, tls?: ConnectionOptions): string {
  const { message, code = '' } = fault;
  const { username = 'default', host = '' } = options;
  const words = message || code || 'the connection ended';
  if (/^WRONGPASS/.test(message)) return `it refuses the user ${username} or the password (WRONGPASS)`;
  if (/^NOAUTH/.test(message)) return `it asks for a user and a password: ${PASSWORD_PLACES} (NOAUTH)`;
  if (/^NOPERM/.test(message))
    return `the user ${username} may not do what the queue needs; docs/scale.md has the rule for its rights: ${words}`;
  if (/ALTNAME/.test(code)) return `its certificate is for another name than ${host}: ${words}`;
  if (/^CERT_HAS_EXPIRED|^CERT_NOT_YET_VALID/.test(code))
    return `its certificate has expired or does not hold yet: ${words} (${code})`;
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code))
    return `its certificate is signed by nobody known here; name the authority's certificate with --queue-ca (${code})`;
  if (/CERTIFICATE_REQUIRED|certificate required/i.test(`${code} ${message}`))
    return `it ends the connection, ${NO_CERTIFICATE}`;
  if (/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE)|unknown ca|bad certificate/i.test(`${code} ${message}`))
    return `it refuses the certificate of --queue-cert: ${words}`;
  if (tls && !tls.cert && code === 'ECONNRESET')
    return `it ends the connection behind the handshake of TLS, ${NO_CERTIFICATE}`;
  if (
    !tls &&
    (code === 'ECONNRESET' || /RESP|Protocol error|Connection is closed|connection ended/i.test(words))
  )
    return 'what answers there is no Redis server without TLS; if it has TLS, say rediss://';
  return words;
}

const NO_CERTIFICATE =
  'as one does that wants to know this machine by a certificate: --queue-cert and --queue-key';

/** A server without TLS reads the handshake as the start of a command and waits; so it is asked, without a password. */
const plainWords = ({ host, port }: RedisOptions, tls?: ConnectionOptions): Promise<string | undefined> =>
  new Promise((found) => {
    if (!tls) return found(undefined);
    const socket = connect({ host: host!, port: port! }, () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      if (/^(\+PONG|-NOAUTH|-DENIED)/.test(bytes.toString('latin1')))
        found('it answers without TLS; say redis:// if that is meant');
      socket.destroy();
    });
    socket.once('close', () => found(undefined));
  });

const PASSWORD_PLACES =
  'STAGEGRAPH_QUEUE_USER and STAGEGRAPH_QUEUE_PASSWORD in the environment, or user:password@ in the address';

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
  // Arguments stand in the list of processes of a machine, the environment does not.
  const { STAGEGRAPH_QUEUE_USER: user = '', STAGEGRAPH_QUEUE_PASSWORD: secret = '' } = process.env;
  const username = decodeURIComponent(url.username) || user;
  const password = decodeURIComponent(url.password) || secret;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    options: {
      host,
      port,
      db: Number(database),
      ...(username && { username }),
      ...(password && { password }),
      // A name for the server to choose its certificate by; an address of numbers is none.
      ...(url.protocol === 'rediss:' && { tls: isIP(host) ? {} : { servername: host } }),
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
