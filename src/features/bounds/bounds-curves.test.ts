import { describe, expect, it } from 'vitest';
import { curvePicture } from './BoundsCurves.tsx';

describe('curvePicture', () => {
  const service = { rate: 10, latency: 0.1 };

  it('one bucket: backlog b + r T at T, delay T + (b - 1) / R from 0', () => {
    const picture = curvePicture({ arrivals: [{ rate: 4, burst: 6 }], service, backlog: 6, delay: 0.6 })!;
    expect(picture.backlog.t).toBe(0.1);
    expect(picture.backlog.to - picture.backlog.from).toBeCloseTo(6 + 4 * 0.1, 12);
    expect(picture.delay).toEqual({ n: 6, from: 0, to: 0.6 });
  });

  it('two buckets: both gaps are where the faster one ends', () => {
    const arrivals = [
      { rate: 20, burst: 1 },
      { rate: 5, burst: 4 },
    ];
    const picture = curvePicture({ arrivals, service, backlog: 4, delay: 0.3 })!;
    expect(picture.backlog.t).toBeCloseTo(0.2, 12);
    expect(picture.backlog.to - picture.backlog.from).toBeCloseTo(5 - 1, 12);
    expect(picture.delay).toMatchObject({ n: 5, from: expect.closeTo(0.2, 12) });
  });

  it('marks no delay that comes from more than the curves, and draws nothing without a server', () => {
    const arrivals = [{ rate: 4, burst: 6 }];
    expect(curvePicture({ arrivals, service, backlog: 6, delay: 2 })!.delay).toBeUndefined();
    expect(curvePicture({ arrivals, backlog: 6, delay: 2 })).toBeUndefined();
  });
});
