import { describe, expect, it } from 'vitest';
import { ok, type Result } from '../base/result.ts';
import { EMPIRICAL } from './empirical.ts';
import { HYPEREXPONENTIAL_BRANCHES } from './hyperexponential.ts';
import type { DistributionKnowledge } from './knowledge.ts';
import { MAP } from './map.ts';
import { PHASE_TYPE } from './phase-type.ts';
import { TRACE } from './trace.ts';

const textOf = <D>({ table }: DistributionKnowledge<D>) => table!;
const { format: formatBranches, parse: parseBranches } = textOf(HYPEREXPONENTIAL_BRANCHES);
const { format: formatPhases, parse: parsePhases } = textOf(PHASE_TYPE);
const { format: formatMap, parse: parseMap } = textOf(MAP);
const { format: formatHistogram, parse: parseHistogram } = textOf(EMPIRICAL);
const { format: formatTrace, parse: parseTrace } = textOf(TRACE);

const errorOf = (result: Result<unknown, string>) => (result.ok ? 'no error' : result.error);

describe('a distribution as text', () => {
  it('reads back what it writes', () => {
    const branches = {
      distribution: 'hyperexponential',
      probabilities: [0.25, 0.75],
      rates: [1e6, 3e-7],
    } as const;
    expect(parseBranches(formatBranches(branches))).toEqual(ok(branches));
    const phases = {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-2, 2],
        [0, -2],
      ],
    } as const;
    expect(parsePhases(formatPhases(phases))).toEqual(ok(phases));
    const map = {
      distribution: 'map',
      D0: [
        [-1.6, 0.1],
        [0.1, -0.6],
      ],
      D1: [
        [1.5, 0],
        [0, 0.5],
      ],
    } as const;
    expect(parseMap(formatMap(map))).toEqual(ok(map));
    const histogram = { distribution: 'empirical', edges: [0, 1e-6, 3e-6], weights: [2, 5] } as const;
    expect(parseHistogram(formatHistogram(histogram))).toEqual(ok(histogram));
    const trace = { distribution: 'trace', values: [1, 0, 2.5] } as const;
    expect(parseTrace(formatTrace(trace))).toEqual(ok(trace));
  });

  it('takes commas, semicolons, empty lines and Windows line ends', () => {
    expect(parseTrace('1, 2;3\r\n\r\n4')).toEqual(ok({ distribution: 'trace', values: [1, 2, 3, 4] }));
  });
});

describe('refusals', () => {
  it.each([
    [parseTrace, '1\ntwo', 'Expected a number in line 2, got "two".'],
    [parseTrace, '', 'Expected numbers, got nothing.'],
    [parseTrace, '0 0', 'Expected a time above 0.'],
    [parseBranches, '0.5 1\n0.4 2', 'Expected shares that sum to 1, got 0.9.'],
    [parseBranches, '1', 'Expected 2 numbers in line 1, got 1.'],
    [parseHistogram, '0 1\n2 3', 'Expected the last edge alone in line 2.'],
    [parseHistogram, '0\n2', 'Expected edge and weight in line 1.'],
    [parseHistogram, '2 1\n1', 'Expected edges of at least 0 that increase; line 2 does not.'],
    [parsePhases, '1 -2 2', 'Expected one | in line 1, after the chance to start here.'],
    [parsePhases, '1 | -2 2', 'Expected 1 numbers after each | (one per phase), got 2 in line 1.'],
    [parsePhases, '1 | 2', 'Expected number 1 of line 1 below 0: it is minus the rate of leaving the phase.'],
    [parsePhases, '1 | -1 2\n0 | 0 -1', 'Expected line 1 to sum to at most 0, got 1.'],
    [parsePhases, '1 | -1 1\n0 | 1 -1', 'Expected a phase whose row sums below 0: it is the way out.'],
    [parseMap, '-1 | 2', 'Expected line 1 to sum to 0, got 1.'],
    [parseMap, '-1 1 | 0 0\n1 -1 | 0 0', 'Expected a rate above 0 after a |: nothing arrives.'],
  ])('%# says what it expected', (parse, text, message) => {
    expect(errorOf(parse(text))).toBe(message);
  });
});
