import { describe, expect, it } from 'vitest';
import { shapeOf } from './data-shape.ts';
import { distributionRow, gridOf, inverse } from './distribution-picture.ts';

const COUNT = 2000;
/** Quantiles of the exponential distribution of mean 2. */
const values = Float64Array.from({ length: COUNT }, (_, i) => -2 * Math.log1p(-(i + 0.5) / COUNT));
const shape = shapeOf({ kind: 'samples', values });
const grid = gridOf(shape);
const curveOf = (mean: number) => ({
  density: grid.map((x) => Math.exp(-x / mean) / mean),
  cdf: grid.map((x) => -Math.expm1(-x / mean)),
});
const distributions = [
  { name: 'right', curve: curveOf(2) },
  { name: 'wrong', curve: curveOf(3) },
];
const picture = { shape, grid, distributions, unit: { unit: 'ms', divisor: 1e-3 } };

describe('distributions over data', () => {
  it('the density of the right distribution goes along the bars', () => {
    const { series, value } = distributionRow('density', picture);
    expect(value).toMatchObject({ unit: '1/ms', divisor: 1000 });
    const [bars, right] = series;
    for (const { x, to, y } of bars!.points) {
      const middle = (x + to!) / 2;
      const distribution = right!.points.find((point) => point.x >= middle)!;
      expect(Math.abs(distribution.y! - y!)).toBeLessThan(0.015);
    }
  });

  it('a density without end leaves the picture', () => {
    const density = grid.map((x) => (x === 0 ? Number.POSITIVE_INFINITY : 1 / x));
    const [, steep] = distributionRow('density', {
      ...picture,
      distributions: [{ name: 's', curve: { ...curveOf(2), density } }],
    }).series;
    expect(steep!.points[0]!.y).toBeUndefined();
    expect(steep!.points.at(-1)!.y).toBeCloseTo(1 / grid[240]!, 9);
  });

  it('the distribution function meets that of the data', () => {
    const [data] = distributionRow('cumulative', picture).series;
    for (const { x, y } of data!.points) expect(Math.abs(-Math.expm1(-x / 2) - y!)).toBeLessThan(0.003);
  });

  it('quantiles of the right distribution lie on the diagonal, of a slower one below', () => {
    const [guide, right, wrong] = distributionRow('quantiles', picture).series;
    expect(guide!.guide).toBe(true);
    for (const { x, y } of right!.points) expect(Math.abs(y! / x - 1)).toBeLessThan(0.04);
    for (const { x, y } of wrong!.points) expect(y! / x).toBeCloseTo(2 / 3, 1);
  });

  it('inverts a distribution function, and says nothing beyond the grid', () => {
    const [points, cdf] = [Float64Array.of(0, 1, 2), Float64Array.of(0, 0.5, 0.5)];
    expect(inverse(points, cdf, 0.25)).toBe(0.5);
    expect(inverse(points, cdf, 0.5)).toBe(1);
    expect(inverse(points, cdf, 0.6)).toBeUndefined();
  });
});
