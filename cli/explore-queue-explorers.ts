/** Who is exploring by way of a server right now: every explorer says so again and again, by the server's clock. */
import type { Redis } from 'ioredis';
import { PREFIX } from './explore-queue-jobs.ts';

export interface Explorer {
  readonly build: string;
  /** The study's key. */
  readonly key: string;
  /** Tells two explorers of one study apart. */
  readonly id: string;
}

const PLACE = `${PREFIX}:explorers`;
/** ms: whoever was silent for so long is gone. */
const SILENCE = 20_000;

export const announce = async (redis: Redis, explorer: Explorer): Promise<unknown> =>
  redis.zadd(PLACE, String(await clock(redis)), memberOf(explorer));

export const leave = (redis: Redis, explorer: Explorer): Promise<unknown> =>
  redis.zrem(PLACE, memberOf(explorer));

export async function presentExplorers(redis: Redis): Promise<readonly Explorer[]> {
  await redis.zremrangebyscore(PLACE, '-inf', (await clock(redis)) - SILENCE);
  return (await redis.zrange(PLACE, '0', '-1')).map((member) => {
    const [build = '', key = '', id = ''] = member.split(' ');
    return { build, key, id };
  });
}

const memberOf = ({ build, key, id }: Explorer): string => `${build} ${key} ${id}`;

async function clock(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}
