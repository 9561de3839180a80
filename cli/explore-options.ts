/** How the options of exploring are read. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Platform } from '../core/scenario/scenario.ts';
import type { Costs, Sampling } from '../core/study/study.ts';
import { fileToRead, fileToWrite, number, seed as seedOf, wholeNumber } from './option-values.ts';

export interface Shard {
  readonly part: number;
  readonly parts: number;
}

export function sampling(text: string): Sampling {
  const [way = '', points = '', seed] = text.split(':');
  if (way === 'grid' && points === '') return { kind: 'grid' };
  const kinds = { sobol: 'sobol', lhs: 'latinHypercube', mc: 'monteCarlo' } as const;
  if (!Object.hasOwn(kinds, way))
    throw new InvalidArgumentError('Expected grid, sobol:N, lhs:N or mc:N, such as sobol:64.');
  const count = wholeNumber({ from: 1 })(points);
  return {
    kind: kinds[way as keyof typeof kinds],
    points: count,
    ...(seed !== undefined && { seed: seedOf(seed) }),
  };
}

/** A cost that is not negative: of a part of a design, or of an hour of a core. */
export const amount = number({ from: 0 });

const PLATFORMS: readonly Platform[] = ['cpu', 'fpga', 'gpu', 'bus'];

/** Adds one price, such as `server=2` or `gpu.server=20`, to those before. */
export function price(text: string, before: Costs = {}): Costs {
  const [, platform, of, value] = /^(?:(cpu|fpga|gpu|bus)\.)?(buffer|server|stage)=(.+)$/u.exec(text) ?? [];
  if (of === undefined)
    throw new InvalidArgumentError(
      'Expected buffer=, server= or stage= and a price, or one platform’s, such as gpu.server=20.',
    );
  const given = { [of]: amount(value!) };
  const place = PLATFORMS.find((each) => each === platform);
  if (place === undefined) return { ...before, ...given };
  const { byPlatform = {} } = before;
  return { ...before, byPlatform: { ...byPlatform, [place]: { ...byPlatform[place], ...given } } };
}

export function shard(text: string): Shard {
  const [part = 0, parts = 0] = text.split('/').map(Number);
  if (Number.isInteger(part) && Number.isInteger(parts) && part >= 1 && part <= parts) return { part, parts };
  throw new InvalidArgumentError('Expected i/n with i from 1 to n, such as 2/8.');
}

export interface ShardScript {
  readonly kind: 'slurm' | 'kubernetes';
  readonly parts: number;
}

const USUAL_PARTS = 100;

export function shardScript(text: string): ShardScript {
  const [kind, parts = String(USUAL_PARTS)] = text.split(':');
  if (kind === 'slurm' || kind === 'kubernetes') return { kind, parts: wholeNumber({ from: 1 })(parts) };
  throw new InvalidArgumentError('Expected slurm or kubernetes and, if wanted, the parts, such as slurm:20.');
}

/** A file for designs; devices have no endings. */
export function designsFile(text: string): string {
  if (text.startsWith('/dev/') || /\.(ndjson|csv|parquet)$/.test(text)) return fileToWrite(text);
  throw new InvalidArgumentError('Expected a name that ends in .ndjson, .csv or .parquet.');
}

/** How a server of a queue is reached, beside its address. */
export const addQueueOptions = (command: Command): Command =>
  command
    .option(
      '--queue-ca <file>',
      'PEM: authorities that signed the certificate of a rediss:// server',
      fileToRead,
    )
    .option(
      '--queue-cert <file>',
      'PEM: certificate of this machine, where the server asks for one',
      fileToRead,
    )
    .option('--queue-key <file>', 'PEM: key of that certificate', fileToRead)
    .option('--queue-prefix <name>', 'keys at the server begin with it (stagegraph)', prefix);

function prefix(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected at most 64 letters, digits, dots, hyphens and underscores.');
}
