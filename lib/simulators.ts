/** Simulators of the library and the command line: a thread for each core, with the same pool as the page. */
import type { NoAnswer } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type SimulationEvents, SimulatorPool, UNTOLD } from '../src/run/simulator-pool.ts';
import { LATE, unlessLate } from '../src/run/unless-late.ts';
import type { SimulationRequest, SimulationResult } from '../workers/simulate/contract.ts';
import { coreCount, startThread } from './threads.ts';

/** A whole run on all cores. `signal` rejects it with its reason. */
export async function simulateInThreads(
  scenario: Scenario,
  request: SimulationRequest,
  events: Partial<SimulationEvents> = {},
  threads = coreCount(),
  signal = new AbortController().signal,
): Promise<SimulationResult | NoAnswer> {
  const pool = new SimulatorPool(threads, () => startThread('simulator-worker'));
  try {
    return await pool.simulate(scenario, request, signal, { ...UNTOLD, ...events });
  } finally {
    pool.dispose();
  }
}

/** Until the means are known to the precision or the time is over, s; undefined without two replications by then, or a refusal. */
export async function simulateFor(
  scenario: Scenario,
  precision: number,
  seconds: number,
): Promise<SimulationResult | undefined> {
  let best: SimulationResult | undefined;
  const onPartial = (result: SimulationResult): void => {
    best = result;
  };
  const outcome = await unlessLate(seconds, undefined, (signal) =>
    simulateInThreads(scenario, { precision }, { onPartial }, undefined, signal),
  );
  if (outcome === LATE) return best;
  return outcome.kind === 'answer' ? outcome : undefined;
}
