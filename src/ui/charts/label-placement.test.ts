import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabelledCurve, type Point, placeLabels, spreadLabels } from './label-placement.ts';

const PLOT = { width: 400, height: 200 };
const LABEL = { width: 80, height: 14 };

function curve(height: (x: number) => number, filled = false): LabelledCurve {
  const points = Array.from({ length: 101 }, (_, i): Point => [i * 4, height(i * 4)]);
  return { points, bottoms: points.map(([, y]) => (filled ? Number.POSITIVE_INFINITY : y)), ...LABEL };
}

const touches = (label: { x: number; y: number }, height: (x: number) => number) =>
  Array.from({ length: LABEL.width }, (_, i) => height(label.x + i)).some(
    (y) => y > label.y && y < label.y + LABEL.height,
  );

describe('placeLabels', () => {
  const rising = (x: number) => 190 - x * 0.4;
  const flat = () => 100;

  it('puts every label inside the plot, off all curves and off each other', () => {
    const [first, second] = placeLabels([curve(rising), curve(flat)], PLOT);
    for (const label of [first!, second!]) {
      expect(label.x).toBeGreaterThanOrEqual(0);
      expect(label.x + LABEL.width).toBeLessThanOrEqual(PLOT.width);
      expect(label.y).toBeGreaterThanOrEqual(0);
      expect(label.y + LABEL.height).toBeLessThanOrEqual(PLOT.height);
      expect(touches(label, rising)).toBe(false);
      expect(touches(label, flat)).toBe(false);
    }
    expect(
      Math.abs(first!.y - second!.y) >= LABEL.height || Math.abs(first!.x - second!.x) >= LABEL.width,
    ).toBe(true);
  });

  it('keeps the labels of coinciding curves apart', () => {
    const places = placeLabels([curve(flat), curve(flat), curve(flat), curve(flat)], PLOT);
    const overlapping = places.flatMap((a, i) =>
      places
        .slice(i + 1)
        .filter((b) => Math.abs(a!.x - b!.x) < LABEL.width && Math.abs(a!.y - b!.y) < LABEL.height),
    );
    expect(overlapping).toEqual([]);
  });

  it('writes above a filled area where there is room above', () => {
    const [label] = placeLabels([curve(() => 120, true)], PLOT);
    expect(label!.y + LABEL.height).toBeLessThanOrEqual(120);
  });

  it('anchors a label on its own curve', () => {
    const [label] = placeLabels([curve(rising)], PLOT);
    expect(label!.anchor[1]).toBeCloseTo(rising(label!.anchor[0]));
  });

  it('has no place for a curve that is outside the plot', () => {
    expect(placeLabels([curve(() => 300)], PLOT)).toEqual([undefined]);
  });
});

describe('placeLabels beside steps', () => {
  /** Level steps with upright risers between them, as a CDF of few levels is drawn; the last ends with the plot. */
  function steps(heights: readonly number[], filled = false): LabelledCurve {
    const width = PLOT.width / heights.length;
    const points = heights.flatMap((y, i): Point[] => [
      [i * width, y],
      [(i + 1) * width, y],
    ]);
    return { points, bottoms: points.map(([, y]) => (filled ? Number.POSITIVE_INFINITY : y)), ...LABEL };
  }

  /** Pixels between a label and the nearest place of a line that goes from point to point. */
  function distance(label: { x: number; y: number }, { points }: LabelledCurve): number {
    const beyond = (at: number, from: number, length: number) => Math.max(from - at, at - from - length, 0);
    return Math.min(
      ...points.slice(1).flatMap(([endX, endY], i) => {
        const [startX, startY] = points[i]!;
        return Array.from({ length: 401 }, (_, k) => {
          const x = startX + ((endX - startX) * k) / 400;
          const y = startY + ((endY - startY) * k) / 400;
          return Math.hypot(beyond(x, label.x, LABEL.width), beyond(y, label.y, LABEL.height));
        });
      }),
    );
  }

  const cdf = (at: (level: number) => number, count: number) =>
    Array.from({ length: count }, (_, n) => 190 - 180 * at(n));
  const geometric = (rho: number) => (n: number) => 1 - rho ** (n + 1);
  const cases: Readonly<Record<string, readonly LabelledCurve[]>> = {
    'one that rises in five': [steps(cdf(geometric(0.5), 5))],
    'one that rises in forty': [steps(cdf(geometric(0.9), 40))],
    'two that part': [steps(cdf(geometric(0.4), 12)), steps(cdf(geometric(0.8), 12))],
    'three that rise one after the other': [2, 8, 14].map((middle) =>
      steps(cdf((n) => 1 / (1 + Math.exp(middle - n)), 20)),
    ),
    'two that end together': [steps(cdf(geometric(0.6), 20)), steps(cdf(geometric(0.9), 20))],
    'three of five levels': [
      steps([180, 137, 55, 18, 11]),
      steps([188, 183, 168, 133, 81]),
      steps([159, 127, 85, 49, 27]),
    ],
    'a line over an area': [steps(cdf(geometric(0.5), 12)), steps(cdf(geometric(0.85), 12), true)],
    'one step high at the end': [steps([190, 190, 190, 190, 190, 190, 10])],
    'one that falls': [steps(cdf((n) => 0.7 ** n, 10))],
  };

  for (const [what, curves] of Object.entries(cases))
    it(`${what}: each name is off every line, close to its own and no closer to another`, () => {
      const labels = placeLabels(curves, PLOT);
      for (const [i, label] of labels.entries()) {
        const own = distance(label!, curves[i]!);
        for (const curve of curves) expect(distance(label!, curve)).toBeGreaterThan(0);
        expect(own).toBeLessThanOrEqual(2 * LABEL.height);
        for (const [other, curve] of curves.entries())
          if (other !== i) expect(distance(label!, curve)).toBeGreaterThanOrEqual(own);
      }
    });
});

describe('spreadLabels', () => {
  it('leaves labels that do not touch where they are', () => {
    const labels = [
      { at: 300, width: 40 },
      { at: 100, width: 40 },
    ];
    expect(spreadLabels(labels, 400)).toEqual([300, 100]);
  });

  it('parts any labels that fit together, inside the line and in their order', () => {
    const label = fc.record({
      at: fc.double({ min: -50, max: 450, noNaN: true }),
      width: fc.integer({ min: 5, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), (labels) => {
        const centres = spreadLabels(labels, 400);
        const ends = labels.map(({ width }, i) => ({
          start: centres[i]! - width / 2,
          end: centres[i]! + width / 2,
        }));
        const sorted = ends.toSorted((a, b) => a.start - b.start);
        sorted.forEach(({ start, end }, i) => {
          expect(start).toBeGreaterThanOrEqual((sorted[i - 1]?.end ?? 0) - 1e-6);
          expect(end).toBeLessThanOrEqual(400 + 1e-6);
        });
      }),
    );
  });

  it('overlaps none of too many labels, and lets them run over the end', () => {
    const centres = spreadLabels(
      [50, 50, 50].map((at) => ({ at, width: 60 })),
      100,
    );
    expect(centres).toEqual([30, 90, 150]);
  });
});
