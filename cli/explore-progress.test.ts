/** What a terminal shows while points and goals are answered. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { tryingText } from './explore.ts';
import { progressText } from './explore-progress.ts';

describe('the line of progress', () => {
  it('says how far, how fast and how long still, by what was done since it began', () => {
    const line = { done: 3000, all: 12_000, before: 1000, seconds: 20, words: '2 workers, 4 threads' };
    expect(progressText(line)).toBe('3,000 of 12,000 designs, 100/s, 90 s left, 2 workers, 4 threads');
  });

  it('says how long it has taken so far until there is a speed', () => {
    expect(progressText({ done: 7, all: 9, before: 7, seconds: 0, words: '' })).toBe('7 of 9 designs, 0 s');
    expect(progressText({ done: 0, all: 9, before: 0, seconds: 61.5, words: '' })).toBe(
      '0 of 9 designs, 62 s',
    );
  });

  it('says slow speeds by the minute or hour, and long times in minutes or hours', () => {
    const line = { done: 1, before: 0, words: '' };
    expect(progressText({ ...line, all: 11, seconds: 4 })).toBe('1 of 11 designs, 0.3/s, 40 s left');
    expect(progressText({ ...line, all: 11, seconds: 40 })).toBe('1 of 11 designs, 1.5/min, 7 min left');
    expect(progressText({ ...line, all: 9, seconds: 7200 })).toBe('1 of 9 designs, 0.5/h, 16 h left');
  });
});

describe('the line of a goal', () => {
  const mercury = join(resolve(import.meta.dirname, '..'), 'public', 'examples', 'mercury-run-1.json');
  const read = readScenarioText(readFileSync(mercury, 'utf8'));
  if (!read.ok) throw new Error('the example cannot be read');
  const scenario = read.value;

  it('says what is tried, and how many were answered', () => {
    const design = [
      { path: '1b.capacity', value: 48 },
      { path: 'inputs', value: 0.123456789 },
    ];
    expect(tryingText(scenario, { looks: 0, design }, 0)).toBe(
      '0 evaluations, trying 1b Hash lookup: capacity = 48 seeds, load multiplier = 0.123457',
    );
    expect(tryingText(scenario, { looks: 1, design: design.slice(0, 1) }, 8)).toBe(
      '1 evaluation, 0.1/s, 8 s, trying 1b Hash lookup: capacity = 48 seeds',
    );
  });
});
