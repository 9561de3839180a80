/** How the options of exploring are read. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Platform } from '../core/scenario/scenario.ts';
import type { Costs, Sampling } from '../core/study/study.ts';
import { BadInput } from '../lib/bad-input.ts';

export interface Shard {
  readonly part: number;
  readonly parts: number;
}

export function sampling(text: string): Sampling {
  const [way = '', points = '', seed] = text.split(':');
  if (way === 'grid' && points === '') return { kind: 'grid' };
  const kinds = { sobol: 'sobol', lhs: 'latinHypercube', mc: 'monteCarlo' } as const;
  if (!Object.hasOwn(kinds, way)) throw new InvalidArgumentError('expected grid, sobol:N, lhs:N or mc:N');
  const count = integerFrom(1)(points);
  return {
    kind: kinds[way as keyof typeof kinds],
    points: count,
    ...(seed !== undefined && { seed: integerFrom(0)(seed) }),
  };
}

const PLATFORMS: readonly Platform[] = ['cpu', 'fpga', 'gpu', 'bus'];

/** `server=2`, `gpu.server=20`: one price more. */
export function price(text: string, before: Costs = {}): Costs {
  const [, platform, of, value] = /^(?:(cpu|fpga|gpu|bus)\.)?(buffer|server|stage)=(.+)$/u.exec(text) ?? [];
  if (of === undefined)
    throw new InvalidArgumentError(
      'expected buffer=, server= or stage=, or one platform’s such as gpu.server=20',
    );
  const given = { [of]: nonNegative(value!) };
  const place = PLATFORMS.find((each) => each === platform);
  if (place === undefined) return { ...before, ...given };
  const { byPlatform = {} } = before;
  return { ...before, byPlatform: { ...byPlatform, [place]: { ...byPlatform[place], ...given } } };
}

export function shard(text: string): Shard {
  const [part = 0, parts = 0] = text.split('/').map(Number);
  if (Number.isInteger(part) && Number.isInteger(parts) && part >= 1 && part <= parts) return { part, parts };
  throw new InvalidArgumentError('expected i/n with i from 1 to n, such as 2/8');
}

export const integerFrom =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least} on`);
  };

export function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number above 0');
}

export function nonNegative(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number from 0 on');
}

export interface ShardScript {
  readonly kind: 'slurm' | 'kubernetes';
  readonly parts: number;
}

const USUAL_PARTS = 100;

export function shardScript(text: string): ShardScript {
  const [kind, parts = String(USUAL_PARTS)] = text.split(':');
  if (kind === 'slurm' || kind === 'kubernetes') return { kind, parts: integerFrom(1)(parts) };
  throw new InvalidArgumentError('expected slurm or kubernetes, and if wanted :parts');
}

/** Refuses a file that points would be written to. */
export function refuseName(verb: string, out: string): void {
  if (/\.(ndjson|csv|parquet)$/.test(out)) return;
  throw new BadInput([`${verb}: --out: expected a name that ends in .ndjson, .csv or .parquet, got ${out}`]);
}

/** How a server of a queue is reached, beside its address. */
export const addQueueOptions = (command: Command): Command =>
  command
    .option('--queue-ca <file>', 'PEM: authorities that signed the certificate of a rediss:// server')
    .option('--queue-cert <file>', 'PEM: certificate of this machine, where the server asks for one')
    .option('--queue-key <file>', 'PEM: key of that certificate')
    .option('--queue-prefix <name>', 'keys at the server begin with it (stagegraph)');
