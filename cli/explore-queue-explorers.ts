/** Who is exploring by way of a server right now, and how far: every explorer says so again and again, by the server's clock. */
import type { Redis } from 'ioredis';
import type { PointRange } from '../core/study/point-ranges.ts';
import type { QueueServer } from './explore-queue-server.ts';

/** The range is of the designs that it writes, without those that were in its file when it began. */
export interface Explorer extends PointRange {
  readonly build: string;
  /** The study's key. */
  readonly key: string;
  /** Tells two explorers of one study apart. */
  readonly id: string;
}

/** How far an explorer is, for people. */
export interface Reached {
  /** Machine and process. */
  readonly name: string;
  /** The study's file. */
  readonly study: string;
  /** All designs of its range before this one are written. */
  readonly next: number;
  /** s since it began. */
  readonly seconds: number;
}

/** ms: whoever was silent for so long is gone. */
export const SILENCE = 20_000;

const place = ({ prefix }: QueueServer): string => `${prefix}:explorers`;
const reachedPlace = ({ prefix }: QueueServer, { id }: Explorer): string => `${prefix}:explorer:${id}`;

export async function announce(server: QueueServer, explorer: Explorer, reached: Reached): Promise<void> {
  const { redis } = server;
  await redis.zadd(place(server), String(await clock(redis)), memberOf(explorer));
  await redis.set(reachedPlace(server, explorer), JSON.stringify(reached), 'PX', SILENCE);
}

export async function leave(server: QueueServer, explorer: Explorer): Promise<void> {
  await server.redis.zrem(place(server), memberOf(explorer));
  await server.redis.del(reachedPlace(server, explorer));
}

export async function presentExplorers(server: QueueServer): Promise<readonly Explorer[]> {
  const { redis } = server;
  await redis.zremrangebyscore(place(server), '-inf', (await clock(redis)) - SILENCE);
  return (await redis.zrange(place(server), '0', '-1')).map((member) => {
    const [build = '', key = '', id = '', from, to] = member.split(' ');
    // An explorer of another build may not say its range: it is taken to want all.
    return { build, key, id, from: Number(from ?? 0), to: Number(to ?? Number.POSITIVE_INFINITY) };
  });
}

/** Undefined where it has not said it, or something else stands there. */
export async function readReached(server: QueueServer, explorer: Explorer): Promise<Reached | undefined> {
  const text = await server.redis.get(reachedPlace(server, explorer));
  try {
    const { name, study, next, seconds } = JSON.parse(text ?? '') as Partial<Reached>;
    const numbers = [next, seconds].map(Number);
    if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return undefined;
    return {
      ...{ name: String(name), study: String(study) },
      ...{ next: Number(next), seconds: Number(seconds) },
    };
  } catch {
    return undefined;
  }
}

const memberOf = ({ build, key, id, from, to }: Explorer): string => `${build} ${key} ${id} ${from} ${to}`;

async function clock(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}
