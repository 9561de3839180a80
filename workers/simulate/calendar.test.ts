import { describe, expect, it } from 'vitest';
import { openStream } from '../random/random-stream.ts';
import { Calendar } from './state.ts';

describe('Calendar', () => {
  it('E1: takes time first, then priority, then the order of scheduling', () => {
    const calendar = new Calendar([5, 1, 5, 1]);
    for (const clock of [2, 0, 3, 1]) calendar.schedule(clock, 7);
    const order: number[] = [];
    while (calendar.time[calendar.next()]! < Number.POSITIVE_INFINITY) {
      order.push(calendar.next());
      calendar.clear(calendar.next());
    }
    expect(order).toEqual([3, 1, 2, 0]);
  });

  it('has nothing pending at first, with any number of clocks', () => {
    for (const count of [0, 1, 2, 3, 9]) {
      const calendar = new Calendar(new Array<number>(count).fill(0));
      expect(calendar.time[calendar.next()]).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('agrees with a sorted list under random commands', () => {
    const stream = openStream({ seed: 3, replication: 0, node: 'calendar', purpose: 'service' });
    for (const count of [1, 2, 5, 16, 33]) {
      const priorities = Array.from({ length: count }, () => stream.integerBelow(3));
      const calendar = new Calendar(priorities);
      const pending = new Map<number, { time: number; sequence: number }>();
      for (let sequence = 0; sequence < 2000; sequence++) {
        const clock = stream.integerBelow(count);
        if (stream.uniform() < 0.7) {
          const time = stream.integerBelow(8);
          calendar.schedule(clock, time);
          pending.set(clock, { time, sequence });
        } else {
          calendar.clear(clock);
          pending.delete(clock);
        }
        const [first] = [...pending].sort(
          ([a, x], [b, y]) => x.time - y.time || priorities[a]! - priorities[b]! || x.sequence - y.sequence,
        );
        if (first) expect(calendar.next()).toBe(first[0]);
        else expect(calendar.time[calendar.next()]).toBe(Number.POSITIVE_INFINITY);
      }
    }
  });
});
