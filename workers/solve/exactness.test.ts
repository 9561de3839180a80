import { describe, expect, it } from 'vitest';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { answerTo } from './fixtures/answer.ts';
import { bolchNetwork } from './fixtures/drawing.ts';

const exactOf = (answer: ReturnType<typeof answerTo>) =>
  Object.entries(answer.stages)
    .filter(([, measures]) => measures.exact)
    .map(([id]) => id)
    .sort();

describe('what is exact', () => {
  it('all of a Jackson network, feedback included', () => {
    const answer = answerTo(bolchNetwork);
    expect(answer.exact).toBe(true);
    expect(answer.verdicts).toEqual([]);
  });

  it('also solved as M/M/1 or M/M/1/K, since it is made of M/M/1', () => {
    expect(answerTo(bolchNetwork, 'mm1').exact).toBe(true);
    expect(answerTo(bolchNetwork, 'mm1k').exact).toBe(true);
  });

  it('not several servers taken as one', () => {
    const drawn = line(source('s', 1), stage('a', 1, { serverCount: 2 }));
    expect(answerTo(drawn).exact).toBe(true);
    expect(answerTo(drawn, 'mm1').exact).toBe(false);
  });

  it('a stage that loses, fed by Poisson arrivals, but nothing behind it', () => {
    const drawn = line(
      source('s', 1),
      stage('a', 2),
      stage('b', 2, { capacity: 3, whenFull: 'drop' }),
      stage('c', 2),
    );
    expect(exactOf(answerTo(drawn))).toEqual(['a', 'b']);
    expect(exactOf(answerTo(drawn, 'mm1k'))).toEqual(['a']);
  });

  it('nothing that may be held up, nor the stage that holds it, nor what follows', () => {
    const drawn = line(
      source('s', 1),
      stage('a', 2),
      stage('b', 2),
      stage('c', 2, { capacity: 3 }),
      stage('d', 2),
    );
    expect(exactOf(answerTo(drawn))).toEqual(['a']);
  });

  it('M/G/1 first in line; behind it only where the server is shared', () => {
    const service = { distribution: 'deterministic', rate: 2 } as const;
    expect(exactOf(answerTo(line(source('s', 1), stage('a', 2, { service }), stage('b', 2))))).toEqual(['a']);
    const shared = line(source('s', 1), stage('a', 2, { service, discipline: 'PS' }), stage('b', 2));
    expect(exactOf(answerTo(shared))).toEqual(['a', 'b']);
  });

  it('one stage with a lone source of any kind, but nothing behind conversion, batches, other arrivals, bulk service, or dealing in turn', () => {
    const two = [stage('a', 9), stage('b', 9)] as const;
    expect(exactOf(answerTo(line(source('s', 1, { batchSize: 2 }), ...two)))).toEqual(['a']);
    const regular = { interarrival: { distribution: 'deterministic', rate: 1 } } as const;
    expect(exactOf(answerTo(line(source('s', 1, regular), ...two)))).toEqual(['a']);
    expect(exactOf(answerTo(line(source('s', 1, regular), ...two), 'mmc'))).toEqual([]);
    expect(exactOf(answerTo(line(source('s', 1), stage('a', 9, { conversionFactor: 2 }), two[1])))).toEqual([
      'a',
    ]);
    const bulk = { rule: 'full', size: 2 } as const;
    expect(exactOf(answerTo(line(source('s', 1), stage('a', 9, { bulk }), two[1])))).toEqual(['a']);
    const dealt = drawing(
      [source('s', 1, { routing: { rule: 'roundRobin' } }), ...two, sink()],
      ['s>a', 's>b', 'a>out', 'b>out'],
    );
    expect(exactOf(answerTo(dealt))).toEqual([]);
  });
});
