import { describe, expect, it } from 'vitest';
import { OTHER_PATH, PathTable } from './paths.ts';

describe('PathTable', () => {
  it('names a source and the stages in the order of their first visits', () => {
    const table = new PathTable();
    const along = (source: number, ...stages: readonly number[]): number =>
      stages.reduce((path, stage) => table.step(path, stage), table.start(source));
    const path = along(1, 4, 2, 4, 2, 0);
    expect(table.describe(path)).toEqual({ source: 1, stages: [4, 2, 0] });
    expect(along(1, 4, 2, 0)).toBe(path);
    expect(new Set([along(1, 2, 4, 0), along(0, 4, 2, 0), along(1), path]).size).toBe(4);
    expect(table.describe(along(1))).toEqual({ source: 1, stages: [] });
  });

  it('puts together what does not fit, and stays there', () => {
    const table = new PathTable();
    let told = 0;
    for (let a = 0; a < 100; a++)
      for (let b = 100; b < 200; b++) {
        const path = table.step(table.step(table.start(0), a), b);
        if (path === OTHER_PATH) expect(table.step(path, 5)).toBe(OTHER_PATH);
        else told++;
      }
    expect(told).toBeGreaterThan(3000);
    expect(told).toBeLessThan(4096);
  });
});
