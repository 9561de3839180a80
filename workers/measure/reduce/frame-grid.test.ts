/** Frames that grow with the run. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingFrames } from './frame-grid.ts';

/** ns: what an hour, a year and 300 years are from the origin, before and behind. */
const TIME = fc.oneof(
  ...[3.6e12, 3.2e16, 1e19].map((most) => fc.double({ min: -most, max: most, noNaN: true })),
);

it('a frame ends behind the times in it, however long ago the origin is', () => {
  fc.assert(
    fc.property(
      fc.array(TIME, { minLength: 1, maxLength: 8 }),
      fc.option(fc.double({ min: 1, max: 1e12, noNaN: true })),
      (times, length) => {
        const frames = new GrowingFrames(length ?? undefined);
        for (const time of times) frames.cover(time);
        for (const time of times) expect(frames.endAfter(time)).toBeGreaterThan(time);
      },
    ),
  );
});

it('where frames begin at numbers that cannot be told apart', () => {
  const frames = new GrowingFrames();
  for (const time of [-3_999_999_999_999_985_000, -3_999_999_999_998_350_000]) frames.cover(time);
  expect(frames.endAfter(-3_999_999_999_999_968_000)).toBeGreaterThan(-3_999_999_999_999_968_000);
});
