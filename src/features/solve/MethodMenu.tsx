/** How the scenario is solved, and the word of trust for what that gave. */

import { type MethodName, methodLabel } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { choiceText } from '../../../core/measures/verdicts.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { setLive, setMethod, useSession } from '../../state/session-store.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChevronDownIcon } from '../../ui/widgets/icons.tsx';
import { Menu, type MenuEntry, type MenuItem } from '../../ui/widgets/Menu.tsx';
import { useAnswer } from '../results/answers.ts';
import { METHOD_GROUPS, METHOD_TITLES, notForThis } from './method-choices.ts';
import { answerTrust, precisionText } from './trust-of.ts';

export function MethodMenu() {
  const method = useSession((session) => session.method);
  const scenario = useScenario();
  const { answer, stale, refusal } = useAnswer();
  const live = useSession((session) => session.live);
  const precision = answer && precisionText(answer);
  return (
    <div className="solved-by" aria-live="polite">
      {(refusal && !answer?.simulated) || answer?.kind === 'unstable' ? (
        <span className="solved-by__refusal" title={refusal && refusalText(refusal)}>
          ✕ {refusal ? 'no solution' : 'unstable'}
        </span>
      ) : (
        answer &&
        !stale && (
          <Badge
            trust={answerTrust(answer)}
            {...(precision !== undefined && { suffix: precision })}
            {...detailOf(answer)}
          />
        )
      )}
      <Menu
        trigger={
          <Button variant="quiet" aria-label={`Solved by: ${METHOD_TITLES[method]}`}>
            {METHOD_TITLES[method]}
            <ChevronDownIcon />
          </Button>
        }
        entries={[...entriesFor(scenario, method), 'separator', liveEntry(live)]}
        align="end"
      />
    </div>
  );
}

/** What the numbers come from, and by which method. */
function detailOf({ solvedBy, choice, simulated }: SolveAnswer) {
  const run = simulated
    ? `Simulated where formulas are not exact, ${simulated.replications} replications. `
    : '';
  const by = solvedBy && choice ? `Solved by ${methodLabel(solvedBy)}. ${choiceText(choice)}` : '';
  return `${run}${by}` === '' ? {} : { detail: `${run}${by}` };
}

const liveEntry = (live: boolean): MenuItem => ({
  label: 'Simulate what is not exact',
  kind: 'switch',
  checked: live,
  onSelect: () => setLive(!live),
});

const entriesFor = (scenario: Scenario, chosen: MethodName): MenuEntry[] =>
  METHOD_GROUPS.flatMap(({ heading, methods }): MenuEntry[] => [
    ...(heading === undefined ? [] : [{ heading }]),
    ...methods.map((method) => entryFor(scenario, method, chosen)),
  ]);

function entryFor(scenario: Scenario, method: MethodName, chosen: MethodName): MenuItem {
  const objection = notForThis(scenario, method);
  return {
    label: objection === undefined ? METHOD_TITLES[method] : `${METHOD_TITLES[method]} – ${objection}`,
    checked: method === chosen,
    disabled: objection !== undefined && method !== chosen,
    onSelect: () => setMethod(method),
  };
}
