/** Keeps the solved answer in step with the scenario: one question at a time, and the newest wins. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { MethodName, SolveOutcome } from '../../../workers/solve/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { type SolveRun, solveKey, useRuns } from '../../state/runs-store.ts';
import { useSession } from '../../state/session-store.ts';
import { SolverClient } from './solver-client.ts';

interface Question {
  readonly key: string;
  readonly scenario: Scenario;
  readonly method: MethodName;
}

/** An answer that is on its way this long is given up for a newer question, ms. */
const GIVE_WAY_AFTER = 300;

/** Until then the answer shown is not called old, ms. */
const LATE_AFTER = 150;

const client = new SolverClient();
const NEVER_ABORTED = new AbortController().signal;
let running:
  | { readonly question: Question; readonly since: number; readonly abort: AbortController }
  | undefined;
let next: Question | undefined;

/** Starts to follow the document and the chosen method; call once. */
export function followDocument(): void {
  useDocument.subscribe(ask);
  useSession.subscribe((session, before) => {
    if (session.method !== before.method) ask();
  });
  ask();
}

function ask(): void {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  const { method } = useSession.getState();
  const key = solveKey(modelKey(scenario), method);
  const wanted = next?.key ?? running?.question.key ?? useRuns.getState().solve.key;
  if (wanted === key) return;
  next = { key, scenario, method };
  if (!running) void answer();
  else if (performance.now() - running.since > GIVE_WAY_AFTER) running.abort.abort();
  else setTimeout(giveWay, GIVE_WAY_AFTER, running.question.key);
}

function giveWay(key: string): void {
  if (next && running?.question.key === key) running.abort.abort();
}

async function answer(): Promise<void> {
  while (next) {
    const question = next;
    next = undefined;
    const abort = new AbortController();
    running = { question, since: performance.now(), abort };
    setSolve({ status: 'running' });
    const late = setTimeout(() => setSolve({ late: true }), LATE_AFTER);
    try {
      const outcome = await client.solve(question.scenario, question.method, abort.signal);
      performance.clearMeasures('solve');
      performance.measure('solve', { start: running.since });
      if (outcome.kind === 'noAnswer') {
        setSolve({ status: 'failed', late: false, key: question.key, refusal: outcome });
      } else {
        setSolve({ status: 'done', late: false, key: question.key, answer: outcome, refusal: undefined });
      }
    } catch (reason) {
      // What was given up leaves the answer shown as old as it was.
      if (!isAbort(reason))
        setSolve({ status: 'failed', late: false, key: question.key, refusal: failure(reason) });
    }
    clearTimeout(late);
    running = undefined;
  }
}

function failure(reason: unknown): SolveRun['refusal'] {
  const message = reason instanceof Error ? reason.message : String(reason);
  return { kind: 'noAnswer', reason: 'unsupported', message: `The solver stopped: ${message}` };
}

function setSolve(change: Partial<SolveRun>): void {
  useRuns.setState((runs) => ({ solve: { ...runs.solve, ...change } }));
}

/** Solves a scenario that is not open, such as one on a card. */
export const solveOnce = (scenario: Scenario): Promise<SolveOutcome> =>
  client.solve(scenario, 'auto', NEVER_ABORTED);

/** Nothing is being computed: what a test waits for. */
export const isSolvingIdle = (): boolean => running === undefined && next === undefined;
