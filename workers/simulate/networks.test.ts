import { describe, it } from 'vitest';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { at, delivered, networkTime } from './claims.test-support.ts';
import { expectTheory } from './theory.test-support.ts';

/** Arrivals per second at which the first station starves for a millionth of its time; blocked, they cost no events. */
const SATURATING = 1e6;

describe('networks, against product forms and numbers in print', () => {
  it('F1: a filtered tandem is two M/M/1 (Jackson), each with its own flow', () => {
    const scenario = line(source('in', 0.8), stage('a', 1, { passProbability: 0.5 }), stage('b', 0.6));
    expectTheory(scenario, { horizon: 6000 }, [
      at('a', 'meanOccupancy', 4),
      at('b', 'meanOccupancy', 2),
      at('b', 'arrivalRate', 0.4),
      delivered(0.4),
    ]);
  });

  it('the time through two equal M/M/1 is Erlang-2 (Reich 1957): median 1.678347, 99 % 6.638352 means', () => {
    const scenario = line(source('in', 0.5), stage('a', 1), stage('b', 1));
    expectTheory(scenario, { horizon: 8000 }, [
      { what: 'median', value: 1.678347 / 0.5, of: ({ network }) => network.latencyPercentiles?.p50 },
      { what: '99 %', value: 6.638352 / 0.5, of: ({ network }) => network.latencyPercentiles?.p99 },
    ]);
  });

  it('feedback with probability 1/2 doubles the flow: M/M/1 at 2 lambda', () => {
    const scenario = drawing([source('in', 0.35), stage('a', 1), sink()], ['in>a', 'a>a:0.5', 'a>out:0.5']);
    // Each of the 2 visits takes 1 / (1 - 0.7).
    expectTheory(scenario, { horizon: 6000 }, [at('a', 'meanOccupancy', 0.7 / 0.3), networkTime(2 / 0.3)]);
  });

  it('is the Jackson network of Bolch, Greiner, de Meer & Trivedi 1998, example 7.4, p. 287', () => {
    const nodes = [
      source('in', 4),
      stage('1', 25),
      stage('2', 100 / 3),
      stage('3', 50 / 3),
      stage('4', 20),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>4', '4>1', '1>2:0.5', '1>3:0.5', '2>1', '3>1:0.6', '3>out:0.4']);
    expectTheory(scenario, { horizon: 800 }, [
      at('1', 'throughput', 20),
      at('2', 'throughput', 10),
      at('3', 'throughput', 10),
      at('4', 'throughput', 4),
      at('1', 'meanOccupancy', 4),
      at('2', 'meanOccupancy', 3 / 7),
      at('3', 'meanOccupancy', 1.5),
      at('4', 'meanOccupancy', 0.25),
    ]);
  });

  it('two saturated stations without buffers pass 2/3 (Hillier & Boling 1967, Oper. Res. 15, pp. 286–303)', () => {
    const scenario = line(
      source('in', SATURATING),
      stage('a', 1, { capacity: 1 }),
      stage('b', 1, { capacity: 1 }),
    );
    expectTheory(scenario, { horizon: 4000 }, [delivered(2 / 3)]);
  });

  it('three saturated stations without buffers pass 0.5641026 (Hillier & Boling 1967, Oper. Res. 15, pp. 286–303)', () => {
    const stations = ['a', 'b', 'c'].map((id) => stage(id, 1, { capacity: 1 }));
    expectTheory(line(source('in', SATURATING), ...stations), { horizon: 4000 }, [delivered(0.5641026)]);
  });

  it.each([1, 6])('two saturated stations with %i places B between pass (B+2)/(B+3)', (B) => {
    const scenario = line(
      source('in', SATURATING),
      stage('a', 1, { capacity: 1 }),
      stage('b', 1, { capacity: B + 1 }),
    );
    expectTheory(scenario, { horizon: 4000 }, [delivered((B + 2) / (B + 3))]);
  });

  it('BAS1, DR1: an open tandem blocks between its stages and loses at the entry (recomputed by GNU Octave)', () => {
    const scenario = line(
      source('in', 0.9),
      stage('a', 1, { capacity: 5, whenFull: 'drop' }),
      stage('b', 1, { capacity: 3 }),
    );
    expectTheory(scenario, { horizon: 4000 }, [
      delivered(0.729670597),
      at('a', 'meanOccupancy', 2.728559),
      at('b', 'meanOccupancy', 1.532664),
      at('a', 'blockedFraction', 0.139893),
      at('a', 'lossProbability', 0.189255),
    ]);
  });

  it('B1: full(b) waits for b (M/M(b,b)/1 in closed form, docs/methods/batches.md)', {
    tags: ['long'],
  }, () => {
    const bulkOf = (size: number) => ({ bulk: { rule: 'full', size } as const });
    expectTheory(line(source('in', 1.5), stage('a', 1, bulkOf(2))), { horizon: 8000 }, [
      at('a', 'meanOccupancy', 5.145751),
    ]);
    expectTheory(line(source('in', 3), stage('a', 1, bulkOf(5))), { horizon: 3000 }, [
      at('a', 'meanOccupancy', 7.035827),
    ]);
  });

  it('B2: upTo(1, b) starts at once and nobody joins (M/M(1,b)/1 in closed form, docs/methods/batches.md)', () => {
    const bulkOf = (max: number) => ({ bulk: { rule: 'upTo', min: 1, max } as const });
    expectTheory(line(source('in', 1.5), stage('a', 1, bulkOf(2))), { horizon: 8000 }, [
      at('a', 'meanOccupancy', 5.655105),
    ]);
    expectTheory(line(source('in', 3), stage('a', 1, bulkOf(5))), { horizon: 3000 }, [
      at('a', 'meanOccupancy', 7.772275),
    ]);
  });

  it('S1: M^[3]/M/1 (Gross & Harris 1998, section 3.1)', () => {
    expectTheory(line(source('in', 0.2, { batchSize: 3 }), stage('a', 1)), { horizon: 8000 }, [
      at('a', 'meanOccupancy', 3),
      at('a', 'meanSojournTime', 5),
    ]);
  });

  it('S1: batches of 3 into K = 5, those that fit enter (recomputed by GNU Octave)', () => {
    const scenario = line(
      source('in', 0.2, { batchSize: 3 }),
      stage('a', 1, { capacity: 5, whenFull: 'drop' }),
    );
    expectTheory(scenario, { horizon: 4000 }, [
      delivered(0.502071383),
      at('a', 'lossProbability', 0.163214362),
    ]);
  });

  it('C1: conversion by 16 is M^[16]/M/1: L = rho (b+1) / 2(1-rho)', () => {
    const scenario = line(source('in', 0.6), stage('a', 16, { conversionFactor: 16 }));
    expectTheory(scenario, { horizon: 5000 }, [
      at('a', 'meanOccupancy', (0.6 * 17) / 0.8),
      at('a', 'arrivalRate', 9.6),
    ]);
  });

  it('C2: conversion by 1/2 halves a Poisson flow into Erlang-2: E2/M/1', () => {
    const scenario = line(source('in', 1.6), stage('a', 1, { conversionFactor: 0.5 }));
    // sigma = (2 lambda' / (2 lambda' + mu (1 - sigma)))^2 with lambda' = 0.8; W = 1 / (mu (1 - sigma)).
    let sigma = 0.5;
    for (let i = 0; i < 200; i++) sigma = (1.6 / (1.6 + 1 - sigma)) ** 2;
    expectTheory(scenario, { horizon: 6000 }, [
      at('a', 'meanSojournTime', 1 / (1 - sigma)),
      at('a', 'arrivalRate', 0.8),
    ]);
  });

  it("S4: overdrive adds Poisson flow in the sender's unit", () => {
    const scenario = line(source('in', 0.2), stage('a', 2, { overdriveRate: 0.3, conversionFactor: 2 }));
    // M^[2]/M/1 at batch rate 0.5: rho = 0.5, L = rho (b+1) / 2(1-rho).
    expectTheory(scenario, { horizon: 4000 }, [at('a', 'meanOccupancy', 1.5), at('a', 'arrivalRate', 1)]);
  });

  it('R2: round robin over two stages gives each E2/M/1', { tags: ['long'] }, () => {
    const nodes = [source('in', 1.6), router('split', 'roundRobin'), stage('a', 1), stage('b', 1), sink()];
    const scenario = drawing(nodes, ['in>split', 'split>a', 'split>b', 'a>out', 'b>out']);
    let sigma = 0.5;
    for (let i = 0; i < 200; i++) sigma = (1.6 / (1.6 + 1 - sigma)) ** 2;
    expectTheory(scenario, { horizon: 4000 }, [
      at('a', 'meanSojournTime', 1 / (1 - sigma)),
      at('b', 'meanSojournTime', 1 / (1 - sigma)),
    ]);
  });

  it('R5: broadcast copies every element to all branches', () => {
    const nodes = [
      source('in', 0.5, { routing: { rule: 'broadcast' } }),
      stage('a', 1),
      stage('b', 2),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>a', 'in>b', 'a>out', 'b>out']);
    expectTheory(scenario, { horizon: 4000 }, [
      at('a', 'meanOccupancy', 1),
      at('b', 'meanOccupancy', 1 / 3),
      delivered(1),
    ]);
  });
});
