/** Solves the design that is looked at, by a worker of its own: one question at a time, and the newest wins. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { MethodName } from '../../../workers/solve/contract.ts';
import { SolverClient } from '../solve/solver-client.ts';
import { type Preview, usePreview } from './preview-store.ts';

export interface LookedAt {
  readonly title: string;
  readonly scenario: Scenario;
  readonly method: MethodName;
}

/** What a pointer only passes over is not solved, ms. */
const REST = 30;
/** A question that is older gives way to a newer one, ms. */
const GIVE_WAY_AFTER = 1000;

const client = new SolverClient();
let wanted: LookedAt | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: { readonly since: number; readonly abort: AbortController } | undefined;

export function lookAt(design: LookedAt): void {
  wanted = design;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (running) giveWay();
    else void answer();
  }, REST);
}

export function stopLooking(): void {
  wanted = undefined;
  clearTimeout(timer);
  giveWay();
  if (usePreview.getState().shown) usePreview.setState({ shown: undefined });
}

function giveWay(): void {
  if (running && performance.now() - running.since > GIVE_WAY_AFTER) running.abort.abort();
}

async function answer(): Promise<void> {
  while (wanted) {
    const design = wanted;
    running = { since: performance.now(), abort: new AbortController() };
    const shown = await solved(design, running.abort.signal);
    running = undefined;
    if (wanted !== design) continue;
    wanted = undefined;
    usePreview.setState({ shown });
  }
}

async function solved({ title, scenario, method }: LookedAt, signal: AbortSignal): Promise<Preview> {
  try {
    const outcome = await client.solve(scenario, method, signal);
    return outcome.kind === 'noAnswer'
      ? { title, scenario, refusal: outcome.message }
      : { title, scenario, answer: outcome };
  } catch (reason) {
    return { title, scenario, refusal: reason instanceof Error ? reason.message : String(reason) };
  }
}
