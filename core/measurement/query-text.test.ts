import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, QUERY_METRICS, type QuerySaid, queryDimension, queryText } from './query-text.ts';

const said = (text: string): QuerySaid => {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(query.error);
  return query.value;
};
const refusal = (text: string): string => {
  const query = parseQuery(text);
  return query.ok ? '' : query.error;
};

describe('a query as text', () => {
  it('reads an assertion, a way and a frame', () => {
    expect(said('mean number in system of 1b < 100')).toEqual(said('mean occupancy of 1b < 100'));
    expect(said('mean occupancy of 1b < 100')).toEqual({
      metric: 'occupancy',
      aggregation: 'mean',
      at: '1b',
      require: { is: '<', value: 100 },
    });
    expect(said('p99 latency from 1a to 2 in each frame ≤ 5 ms')).toEqual({
      metric: 'latency',
      aggregation: 'percentile',
      percentile: 99,
      at: '1a',
      to: '2',
      frame: 'each',
      require: { is: '<=', value: 0.005 },
    });
    expect(said('max throughput of 2 in frame 3')).toEqual({
      metric: 'throughput',
      aggregation: 'max',
      at: '2',
      frame: 3,
    });
    expect(said('MEAN Inter-Event Time at "a < b" >= 1 us').at).toBe('a < b');
  });

  it('reads what goes from one stage to another', () => {
    expect(said('mean throughput from a to b')).toEqual({
      ...{ metric: 'throughput', aggregation: 'mean', at: 'a', to: 'b' },
    });
  });

  it('says what was expected', () => {
    expect(refusal('avg occupancy of a')).toBe(
      'Expected min, max, mean, histogram or a percentile such as p99, got "avg".',
    );
    expect(refusal('p100 latency of a')).toContain('got "p100"');
    expect(refusal('mean load of a')).toContain('Expected one of throughput, occupancy');
    expect(refusal('mean occupancy')).toContain('got the end of the line');
    expect(refusal('mean occupancy from a to b')).toContain(
      'only latency and throughput go from one stage to another',
    );
    expect(refusal('mean latency from a')).toBe('Expected "to" and the last stage, got the end of the line.');
    expect(refusal('mean latency of a in frame x')).toContain('Expected the number of a frame');
    expect(refusal('mean latency of a yesterday')).toContain('got "yesterday"');
    expect(refusal('mean latency of "a')).toContain('closing quote');
    expect(refusal('histogram latency of a < 1 s')).toContain('A histogram is no number');
    expect(refusal('mean latency of a < 5')).toBe('');
    expect(refusal('mean latency of a < soon')).toContain('Behind <: Expected a time');
    expect(refusal('mean utilization of a < 5')).toContain('not be above 1');
  });

  it('comes back as it was, for any query', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 });
    const arbitrary = fc
      .record({
        metric: fc.constantFrom(...QUERY_METRICS),
        aggregation: fc.constantFrom('min', 'max', 'mean', 'percentile', 'histogram') as fc.Arbitrary<
          QuerySaid['aggregation']
        >,
        percentile: fc.double({ min: 0.001, max: 99.999, noNaN: true }).map((p) => Number(p.toFixed(3))),
        at: name,
        to: fc.option(name, { nil: undefined }),
        frame: fc.option(fc.oneof(fc.constant('each' as const), fc.nat(1000)), { nil: undefined }),
        is: fc.option(fc.constantFrom('<', '<=', '>', '>=', '='), { nil: undefined }),
        value: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
      })
      .map(({ metric, aggregation, percentile, at, to, frame, is, value }): QuerySaid => {
        const scale = queryDimension(metric) === 'probability' ? 1 : 1e6;
        return {
          ...{ metric, aggregation, at },
          ...(aggregation === 'percentile' && { percentile }),
          ...(metric === 'latency' && to !== undefined && { to }),
          ...(frame !== undefined && { frame }),
          ...(is !== undefined && aggregation !== 'histogram' && { require: { is, value: value * scale } }),
        } as QuerySaid;
      });
    fc.assert(
      fc.property(arbitrary, (query) => {
        expect(said(queryText(query))).toEqual(query);
      }),
    );
  });
});
