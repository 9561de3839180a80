import { describe, expect, it } from 'vitest';
import { answerTo, codesAt, messageOf } from './fixtures/answer.ts';
import { mercury, mercuryScenario, type Run } from './fixtures/mercury.ts';

/** Equal to the last printed digit: half a unit of it, and a little for numbers printed as cut. */
const printed = (value: number, reference: number, decimals: number) =>
  expect(Math.abs(value - reference)).toBeLessThan(0.51 * 10 ** -decimals);

describe.each(['1', '2'] as const)('Mercury BLAST, run %s', (run: Run) => {
  const predicted = mercury.runs[run].predicted;
  const coupled = answerTo(mercuryScenario(run), 'mm1k').stages;
  const unbounded = answerTo(mercuryScenario(run), 'mm1').stages;
  const decoupled = answerTo(mercuryScenario(run, ['1bp', '1bd']), 'mm1k').stages;

  it('has the rates of figure 12, in each stage’s own unit', () => {
    printed(coupled['1a']!.arrivalRate! / 1e9, predicted.mm1k.lambda['1a'] / 1e9, 2);
    printed(coupled['1b']!.arrivalRate! / 1e6, predicted.mm1k.lambda['1b'] / 1e6, 1);
    // Run 1 prints 28.0 and run 2 38.3; the printed inputs give 27.94 and 38.22.
    expect(coupled['2']!.arrivalRate! / predicted.mm1k.lambda['2']).toBeCloseTo(1, 2);
  });

  it('has the utilizations of figure 12', () => {
    // The bus: printed 0.995 includes what stage 2 sends back over it; the inputs alone give 0.994.
    const bus = run === '1' ? 0.994 : predicted.mm1k.rho.pci;
    printed(coupled.pci!.utilization!, bus, 3);
    // Stage 1a of run 1: printed 0.841 with the 2128 Mwmer/s of section 4.3.5; figure 11 rounds that to 2130.
    expect(coupled['1a']!.utilization! / predicted.mm1k.rho['1a']).toBeCloseTo(1, 2);
    printed(coupled['1b']!.utilization!, predicted.mm1k.rho['1b'], 2);
    printed(coupled['2']!.utilization!, predicted.mm1k.rho['2'], 2);
  });

  it('has the queues of figure 12 that the printed inputs determine', () => {
    // 4.42 from the printed 2130 Mwmer/s, 4.47 from 2128: see the next test.
    expect(Math.abs(coupled['1a']!.meanQueueLength! - predicted.mm1k.NQ['1a'])).toBeLessThan(0.05);
    printed(coupled['2']!.meanQueueLength!, predicted.mm1k.NQ['2'], 2);
    if (run === '1') printed(coupled['1b']!.meanQueueLength!, predicted.mm1k.NQ['1b'], 2);
  });

  it('has the stages of figure 15 that the printed inputs determine', () => {
    const { lambda, rho, NQ } = predicted.mm1k_decoupled;
    printed(decoupled['1bp']!.arrivalRate! / 1e6, lambda['1bp'] / 1e6, 1);
    printed(decoupled['1bd']!.arrivalRate! / 1e6, lambda['1bd'] / 1e6, 0);
    printed(decoupled['1bp']!.utilization!, rho['1bp'], 2);
    printed(decoupled['1bd']!.utilization!, rho['1bd'], 2);
    if (run === '1') {
      printed(decoupled['1bp']!.meanQueueLength!, NQ['1bp'], 2);
      printed(decoupled['1bd']!.meanQueueLength!, NQ['1bd'], 2);
    } else {
      // Printed 7.40; rho 0.8913 from the printed inputs gives 7.3.
      printed(decoupled['1bd']!.meanQueueLength!, NQ['1bd'], 0);
    }
  });

  it('has the back-pressure of figure 17 that the printed inputs determine', () => {
    printed(unbounded['1a']!.backPressureProbability!, predicted.mm1.PBP['1a'], 3);
    printed(unbounded['2']!.backPressureProbability!, predicted.mm1.PBP['2'], 3);
    if (run === '1') printed(unbounded['1b']!.backPressureProbability!, predicted.mm1.PBP['1b'], 3);
    expect(unbounded['1b']!.fullProbability).toBeUndefined();
  });

  it('has the queues of figure 17 that the printed inputs determine', () => {
    expect(Math.abs(unbounded['1a']!.meanQueueLength! - predicted.mm1.NQ['1a'])).toBeLessThan(0.05);
    printed(unbounded['2']!.meanQueueLength!, predicted.mm1.NQ['2'], 2);
    if (run === '1') printed(unbounded['1b']!.meanQueueLength!, predicted.mm1.NQ['1b'], 2);
  });
});

describe('Mercury BLAST, where the last digits matter', () => {
  /** A number of the scenario replaced by one with more digits. */
  const withService = (run: Run, id: string, rate: number) => {
    const scenario = mercuryScenario(run);
    const nodes = scenario.nodes.map((node) =>
      node.kind === 'stage' && node.id === id
        ? { ...node, service: { distribution: 'exponential', rate } as const }
        : node,
    );
    return { ...scenario, nodes };
  };

  it('has rho 0.841 and N_Q 4.47 for stage 1a of run 1 with 16 wmers x 133 MHz = 2128 Mwmer/s', () => {
    for (const method of ['mm1', 'mm1k'] as const) {
      const stage = answerTo(withService('1', '1a', 16 * 133e6), method).stages['1a']!;
      printed(stage.utilization!, 0.841, 3);
      printed(stage.meanQueueLength!, 4.47, 1);
    }
  });

  it('returns the printed predictions for stage 1b of run 2 from rho = 0.999866', () => {
    const lambda = (722e6 / 8) * 16 * 0.0346;
    const scenario = withService('2', '1b', lambda / 0.999866);
    const finite = answerTo(scenario, 'mm1k').stages['1b']!;
    const infinite = answerTo(scenario, 'mm1').stages['1b']!;
    printed(finite.meanQueueLength!, 458, 0);
    printed(infinite.meanQueueLength!, 7461, 0);
    printed(infinite.backPressureProbability!, 0.923, 3);
  });

  it('gives 368, not 458, from the inputs as printed', () => {
    printed(answerTo(mercuryScenario('2'), 'mm1k').stages['1b']!.meanQueueLength!, 368, 0);
  });

  it('says that the inputs of run 2 do not determine the queue of 1b, and of no other stage', () => {
    const answer = answerTo(mercuryScenario('2'), 'mm1k');
    expect(answer.verdicts.filter(({ code }) => code === 'not-determined').map(({ stage }) => stage)).toEqual(
      ['1b'],
    );
    const [low, high] = answer.stages['1b']!.spans!.meanQueueLength!;
    expect(low).toBeLessThan(300);
    expect(low).toBeGreaterThan(150);
    expect(high).toBe(599);
    expect(messageOf(answer, 'not-determined')).toContain('the pass probability of 1a');
    expect(
      answerTo(mercuryScenario('1'), 'mm1k').verdicts.some(({ code }) => code === 'not-determined'),
    ).toBe(false);
  });

  it('says what the models leave out: groups of 16, and 1a held up by 1b', () => {
    const answer = answerTo(mercuryScenario('2'), 'mm1');
    expect(codesAt(answer, '1a')).toContain('batch-arrivals-ignored');
    expect(codesAt(answer, '1a')).toContain('blocking-ignored');
    expect(codesAt(answer, '1b')).toContain('back-pressure-out-of-range');
    expect(answer.exact).toBe(false);
  });

  it('names the bottleneck: the bus in run 1, stage 1b in run 2', () => {
    expect(answerTo(mercuryScenario('1')).network.bottleneck).toBe('pci');
    expect(answerTo(mercuryScenario('1')).saturationFactor).toBeCloseTo(900 / 895, 12);
    expect(answerTo(mercuryScenario('2')).network.bottleneck).toBe('1b');
    expect(answerTo(mercuryScenario('2')).saturationFactor).toBeCloseTo(1 / 0.999248, 12);
  });

  it('converts the flow from the bus into wmers', () => {
    const flow = answerTo(mercuryScenario('1')).links.find(({ to }) => to === '1a')!;
    expect(flow.rate).toBeCloseTo(111_875_000, 6);
    expect(flow.receivedRate).toBeCloseTo(1.79e9, 3);
  });
});
