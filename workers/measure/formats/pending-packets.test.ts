/** Against a map that keeps its order, over random steps. */
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/examples.ts';
import { PendingPackets } from './pending-packets.ts';

describe('packets that wait', () => {
  it.each([
    [7, 30, 4000],
    [900, 2500, Math.max(20_000, examples(60_000))],
  ])('are those of a map with %d places and %d keys', (most, keys, steps) => {
    const pending = new PendingPackets(most);
    const map = new Map<number, { time: number; at: number }>();
    let state = 17;
    const next = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    let [givenUp, expected] = [0, 0];
    for (let step = 0; step < steps; step += 1) {
      // Keys that collide in their last bits.
      const key = next(keys) * 4096 * (1 + next(2));
      expect(pending.get(key)).toEqual(map.get(key));
      if (next(3) === 0) {
        pending.delete(key);
        map.delete(key);
      } else {
        const at = next(3);
        if (!map.has(key) && map.size >= most) {
          map.delete(map.keys().next().value!);
          expected += 1;
        }
        map.set(key, { time: step, at });
        givenUp += pending.set(key, step, at);
      }
      // Those that are older than twice as many turns are given up too: seldom, so that the map follows.
      for (const old of map.keys()) {
        if (pending.get(old) !== undefined) break;
        map.delete(old);
        expected += 1;
      }
      expect(pending.size).toBe(map.size);
    }
    expect(givenUp).toBe(expected);
  });
});
