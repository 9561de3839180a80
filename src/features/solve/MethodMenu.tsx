/** How the scenario is solved, and the word of trust for what that gave. */

import { memo } from 'react';
import { type MethodName, methodLabel } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { choiceText } from '../../../core/measures/verdicts.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { selectScenario, useDocument, useScenario } from '../../state/document-store.ts';
import { setLive, setMethod, useSession } from '../../state/session-store.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChevronDownIcon } from '../../ui/widgets/icons.tsx';
import { Menu, type MenuEntry, type MenuItem } from '../../ui/widgets/Menu.tsx';
import { useAnswer } from '../results/answers.ts';
import { METHOD_GROUPS, METHOD_TITLES, notForThis } from './method-choices.ts';
import { answerTrust, precisionText } from './trust-of.ts';

export function MethodMenu() {
  const { answer, stale, refusal } = useAnswer();
  const isBlank = useDocument((document) => selectScenario(document)?.nodes.length === 0);
  const isMeasured = useDocument((document) => selectScenario(document)?.measurement !== undefined);
  // Over a verdict of the data the bare word would read as if the model were right.
  const isJudged = isMeasured && answer && answerTrust(answer) === 'exact';
  const precision = isJudged ? 'for this model' : answer && precisionText(answer);
  return (
    <div className="solved-by" aria-live="polite">
      {isBlank ? null : (refusal && !answer?.simulated) || answer?.kind === 'unstable' ? (
        <span className="solved-by__refusal" title={refusal && refusalText(refusal)}>
          ✕ {refusal ? (refusal.code === 'stopped' ? 'not solved' : 'no solution') : 'unstable'}
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
      <Methods />
    </div>
  );
}

function Methods() {
  const scenario = useScenario();
  const method = useSession((session) => session.method);
  const live = useSession((session) => session.live);
  const methods = METHOD_GROUPS.flatMap((group) => group.methods);
  const objections = methods.map((each) => notForThis(scenario, each) ?? '').join('\n');
  return <MethodChoice {...{ method, live, objections }} />;
}

interface MethodChoiceProps {
  readonly method: MethodName;
  readonly live: boolean;
  /** Why a method does not take this scenario, a line for each in the order of the menu. */
  readonly objections: string;
}

/** Drawn again only when an edit lets a method in or keeps one out. */
const MethodChoice = memo(({ method, live, objections }: MethodChoiceProps) => (
  <Menu
    trigger={
      <Button variant="quiet" aria-label={`Solved by: ${METHOD_TITLES[method]}`}>
        {METHOD_TITLES[method]}
        <ChevronDownIcon />
      </Button>
    }
    entries={[...entriesFor(objections.split('\n'), method), 'separator', liveEntry(live)]}
    align="end"
  />
));

/** What the numbers come from, and by which method. */
function detailOf({ solvedBy, choice, simulated }: SolveAnswer) {
  const run = simulated
    ? `Simulated where no exact method applies, ${simulated.replications} replications. `
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

function entriesFor(objections: readonly string[], chosen: MethodName): MenuEntry[] {
  let at = 0;
  return METHOD_GROUPS.flatMap(({ heading, methods }): MenuEntry[] => [
    ...(heading === undefined ? [] : [{ heading }]),
    ...methods.map((method) => entryFor(method, objections[at++]!, chosen)),
  ]);
}

function entryFor(method: MethodName, objection: string, chosen: MethodName): MenuItem {
  return {
    label: objection === '' ? METHOD_TITLES[method] : `${METHOD_TITLES[method]} – ${objection}`,
    checked: method === chosen,
    disabled: objection !== '' && method !== chosen,
    onSelect: () => setMethod(method),
  };
}
