/** The command line's simulators: a thread for each core, with the same pool as the page. */

import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import type { NoAnswer } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type SimulationEvents, SimulatorPool, UNTOLD } from '../src/run/simulator-pool.ts';
import { LATE, unlessLate } from '../src/run/unless-late.ts';
import type { BridgedWorker } from '../src/run/worker-bridge.ts';
import type { SimulationRequest, SimulationResult } from '../workers/simulate/contract.ts';

/** A whole run on all cores. `signal` rejects it with its reason. */
export async function simulateInThreads(
  scenario: Scenario,
  request: SimulationRequest,
  events: Partial<SimulationEvents> = {},
  threads = availableParallelism(),
  signal = new AbortController().signal,
): Promise<SimulationResult | NoAnswer> {
  const pool = new SimulatorPool(threads, () => new NodeWorker());
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

type Listener = Parameters<Endpoint['addEventListener']>[1];

/** A thread that looks like a worker of a page. */
class NodeWorker implements BridgedWorker {
  private readonly thread = new Worker(join(dirname(fileURLToPath(import.meta.url)), 'simulator-worker.mjs'));
  private readonly endpoint = nodeEndpoint(this.thread);

  postMessage(message: unknown, transfer?: Transferable[]): void {
    this.endpoint.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.endpoint.addEventListener(type, listener);
    else this.thread.on(type, (reason: Error) => tell(listener, reason.message));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.endpoint.removeEventListener(type, listener);
  }

  terminate(): void {
    void this.thread.terminate();
  }
}

function tell(listener: Listener, message: string): void {
  const event = Object.assign(new Event('error'), { message });
  if (typeof listener === 'function') listener(event);
  else listener.handleEvent(event);
}
