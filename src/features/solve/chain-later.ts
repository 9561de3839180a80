/**
 * The exact chain in the background: where the first answer is an approximation because the chain is too large for an edit, and
 * the chain is solved within about a second, it takes the approximation's place. A worker of its own; the next edit ends it.
 */
import { isAutomatic } from '../../../core/measures/methods.ts';
import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { LONG_PATIENCE, newSolver, solverLost } from './solver-client.ts';
import { solveKey, solveRun } from './solving.ts';

/** Expected to take so long. */
const MOST_SECONDS = 1;
/** ms without an edit before it begins: stopping it ends its worker. */
const REST = 150;

const solver = newSolver(LONG_PATIENCE);

export const chainRun = createRun<Scenario, SolveAnswer, never, NoAnswer>({
  name: 'chain later',
  key: (scenario) => solveKey({ scenario, method: 'auto' }),
  ask: async (scenario, { signal }) => {
    const size = await solver.chainSize(signal, scenario);
    if (size.kind === 'noAnswer') return answered<SolveAnswer>(size);
    const { states, seconds = Number.POSITIVE_INFINITY } = size;
    if (seconds > MOST_SECONDS)
      return answered<SolveAnswer>(noAnswer('chainTooSlow', { states, seconds, most: MOST_SECONDS }));
    const outcome = await solver.solve(signal, scenario, 'chain', false);
    if (outcome.kind === 'noAnswer') return answered<SolveAnswer>(outcome);
    return answered<SolveAnswer>({
      ...outcome,
      method: 'auto',
      solvedBy: 'chain',
      choice: { code: 'smallChain' },
    });
  },
  lost: solverLost,
  rest: REST,
});

/** The scenario whose chain is worth a try: nothing but its size speaks against it. */
function wanted(): Scenario | undefined {
  const scenario = selectScenario(useDocument.getState());
  const { method } = useSession.getState();
  const { answer, answerKey, status } = solveRun.get();
  if (!scenario || !isAutomatic(method) || status !== 'done' || !answer || answer.exact) return undefined;
  if (answerKey !== solveKey({ scenario, method })) return undefined;
  const { choice } = answer;
  const isTooLarge = choice && 'chain' in choice && TOO_LARGE.has(choice.chain.code);
  return isTooLarge ? scenario : undefined;
}

const TOO_LARGE: ReadonlySet<NoAnswer['code']> = new Set(['tooManyStates', 'chainTooSlow']);

function follow(): void {
  const scenario = wanted();
  if (!scenario) chainRun.stop();
  else if (chainRun.get().status === 'stopped') void chainRun.ask(scenario);
  else void chainRun.follow(scenario);
}

/** Tries from now on; called once, with the workbench. */
export function followWithChain(): void {
  askWhenSilent(solveRun, { what: 'The solver' });
  solveRun.use.subscribe(follow);
  useDocument.subscribe(follow);
  follow();
}
