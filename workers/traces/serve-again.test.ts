/** Requests served again as they were come out as they were, and with other services as reckoned by hand. */
import { describe, expect, it } from 'vitest';
import type { Call, Request, Visit } from './call-tree.ts';
import { servedAgain } from './serve-again.ts';

const visit = (service: string, start: number, end: number, calls: Call[] = []): Visit => ({
  ...{ service, operation: '', clock: '', isOfCaller: false, instance: '' },
  ...{ start, end, calls, wait: 0 },
});
const call = (start: number, end: number, ...visits: Visit[]): Call => ({
  ...{ start, end, visits, isSeen: true, isAsync: false, peer: '' },
});
const request = (root: Visit): Request => ({ type: '', root, trace: '', isWhole: true });

const served = (root: Visit, times: Readonly<Record<string, number>> = {}) => {
  const of = (service: string) => ({ servers: 1, times: times[service] ?? 1 });
  return Array.from(servedAgain([request(root)], of, 1) ?? []);
};

describe('a request served again', () => {
  it('takes as long as it did', () => {
    expect(served(visit('a', 0, 10, [call(2, 7, visit('b', 3, 6))]))).toEqual([10]);
    expect(served(visit('a', 0, 10, [call(2, 5), call(5, 9), call(3, 4)]))).toEqual([10]);
  });

  it('takes as long as it did where calls took no time that the clock could show', () => {
    expect(served(visit('a', 0, 10, [call(4, 4)]))).toEqual([10]);
    expect(
      served(visit('a', 0, 10, [call(4, 4, visit('b', 4, 4)), call(4, 4), call(4, 6), call(6, 6)])),
    ).toEqual([10]);
  });

  it('waits for what it calls, which works twice as long', () => {
    // 3 ns of work at b take 6; what comes before and behind is as it was.
    expect(served(visit('a', 0, 10, [call(2, 7, visit('b', 3, 6))]), { b: 2 })).toEqual([13]);
    // Of two calls at the same time the later end counts: 1 + 2 × 4 + 5.
    expect(served(visit('a', 0, 10, [call(1, 5, visit('b', 1, 5)), call(1, 4)]), { b: 2 })).toEqual([14]);
  });
});
