/** Goals of a study on the command line: answered one by one, with what is being tried on the terminal. */
import type { Study } from '../core/study/study.ts';
import type { GoalProgress } from '../workers/explore/contract.ts';
import { seekGoal } from '../workers/explore/seek-goal.ts';
import { speedText, terminalLine, timeText } from './explore-progress.ts';
import { goalText } from './explore-text.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';

export function seekGoals(study: Study, json: boolean): void {
  const answers = study.goals!.map((goal) => {
    const progress = showTrying();
    const answer = seekGoal(study, goal, progress.look);
    progress.end();
    if (answer.kind === 'faults') throw new BadInput(answer.faults.map((fault) => `explore: ${fault}`));
    return answer;
  });
  if (json) printJson(answers.length === 1 ? answers[0] : answers);
  else process.stdout.write(`${answers.map(goalText).join('\n')}\n`);
  if (answers.some(({ found }) => !found)) process.exitCode = EXIT.noAnswer;
}

/** How many designs a search will need, it knows itself only at the end. */
function showTrying() {
  const line = terminalLine();
  const started = performance.now();
  return {
    look: (progress: GoalProgress): void =>
      line?.write(tryingText(progress, (performance.now() - started) / 1000)),
    end: () => line?.clear(),
  };
}

export function tryingText({ looks, design }: GoalProgress, seconds: number): string {
  const values = design.map(
    ({ path, value }) => `${path} = ${typeof value === 'number' ? Number(value.toPrecision(6)) : value}`,
  );
  const parts = [
    `${looks.toLocaleString('en')} design${looks === 1 ? '' : 's'} answered`,
    ...(looks > 0 ? [speedText(looks / seconds), timeText(seconds)] : []),
    `trying ${values.join(', ')}`,
  ];
  return parts.join(', ');
}
