/** Asks for the least or the most that meets constraints, and shows the answer with what proves it. */
import './goal.css';
import { useEffect, useState } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { loadName, stageOf } from '../../../core/study/goal-names.ts';
import { goalLine, readGoal } from '../../../core/study/goal-words.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { Costs, Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import type { GoalAnswer } from '../../../workers/explore/contract.ts';
import {
  designText,
  goalFacts,
  goalWords,
  isCertified,
  neighbourColumns,
  soughtText,
} from '../../../workers/explore/explore-words.ts';
import { isStale } from '../../run/create-run.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon, PlusIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { solveRun } from '../solve/solving.ts';
import { faultsOf, goalRun, keyOf } from './explore-asking.ts';
import { setGoalText, useExplore } from './explore-store.ts';
import { keepGoal } from './exploring.ts';
import { FaultLines } from './FaultLines.tsx';
import { GoalField } from './GoalField.tsx';
import { LastAnswer } from './LastAnswer.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';

interface GoalAnswerProps {
  /** Name of the study. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly answer: GoalAnswer;
}

/** The design that meets a goal, how it was found, and the designs beside it that fail. */
function GoalAnswerView({ name, scenario, answer }: GoalAnswerProps) {
  const { found, design } = answer;
  return (
    <section className="explore-answer" aria-label="Answer">
      <p className="explore-answer__main">
        {answer.hangs ? '◌' : found ? '✓' : '✕'} {soughtText(scenario, answer)}
        {found && (
          <Button
            variant="primary"
            size="small"
            {...lookingAt(() => lookAtDesign(design, 'the design of the goal'))}
            onClick={() => loadDesign(design, 'Apply the goal')}
          >
            Apply
          </Button>
        )}
      </p>
      {!found && (
        <p className="explore-fault">No design in the range meets all constraints; this one misses least.</p>
      )}
      <ul className="explore-answer__facts">
        {goalFacts(scenario, answer).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {answer.neighbours.length > 0 && (
        <DataTable
          caption={`${isCertified(answer) ? 'Optimality certificate: the' : 'The'} neighbouring designs one step better, and the constraint that each fails`}
          showCaption
          columns={neighbourColumns(scenario, design)}
          rows={answer.neighbours}
          rowKey={({ design: beside }) => designText(scenario, beside)}
          fileName={`${name} goal`}
        />
      )}
    </section>
  );
}

export function GoalView({ study }: { readonly study: Study }) {
  const text = useExplore((state) => state.goalText);
  const run = goalRun.use();
  const solved = solveRun.use(({ answer }) => answer?.network);
  const stage = solved?.ladder?.[0]?.stage;
  const { scenario, costs, goals } = study;
  useEffect(() => {
    if (text !== '') return;
    setGoalText(
      goals?.[0] ? goalLine(goals[0]) : (firstGoal(scenario, stage) ?? goalText(firstForm(scenario, stage))),
    );
  }, [text, scenario, stage, goals]);
  const goal = readGoal(scenario, text);
  const ask = (): void => {
    if (!goal.ok) return;
    keepGoal(goal.value);
    void goalRun.ask({ study, goal: goal.value });
  };
  const line = goal.ok ? goalLine(goal.value) : text;
  const isSeeking = run.status === 'running';
  const isOld = isSeeking ? isStale(run, run.key) : !goal.ok || isStale(run, keyOf(study, goal.value));
  const faults = faultsOf(run);
  return (
    <>
      <div className="explore-line explore-line--goal">
        <GoalField
          scenario={scenario}
          value={text}
          error={goal.ok || text === '' ? undefined : goal.error}
          onChange={setGoalText}
          onAsk={ask}
        />
        <Button variant="primary" disabled={!goal.ok} onClick={ask}>
          Find
        </Button>
        {run.status === 'running' && (
          <Button icon={<StopIcon />} onClick={goalRun.stop}>
            Stop
          </Button>
        )}
      </div>
      {goal.ok && line !== text.trim() && (
        <p className="panel__note goal-read">Parsed as: {goalWords(scenario, goal.value)}</p>
      )}
      <ul className="goal-suggestions" aria-label="Such as">
        {goalSuggestions(scenario, { stage, meanSojournTime: solved?.meanSojournTime, costs }).map((each) => (
          <li key={each}>
            <Button size="small" onClick={() => setGoalText(each)}>
              {each}
            </Button>
          </li>
        ))}
      </ul>
      <Disclosure title="As a form" remember="explore-goal-form" defaultOpen={false}>
        <GoalForm scenario={scenario} text={line} stage={stage} onChange={setGoalText} />
      </Disclosure>
      {run.status === 'running' && <GoalSearch scenario={scenario} since={run.startedAt} />}
      {faults && <FaultLines faults={faults} />}
      {run.answer && (
        <LastAnswer
          isOld={isOld}
          note={
            isSeeking
              ? `The answer to the last question, “${goalWords(scenario, { ...run.answer.goal, over: undefined })}”, until this one is answered.`
              : 'This answers an earlier question; Find answers what stands above.'
          }
        >
          <GoalAnswerView name={study.name} scenario={scenario} answer={run.answer} />
        </LastAnswer>
      )}
    </>
  );
}

/** ms. */
const SECOND = 1000;

/** How far the search for a goal is: designs answered, the one that is tried, and for how long. */
function GoalSearch({ scenario, since }: { readonly scenario: Scenario; readonly since: number }) {
  const progress = goalRun.use((run) => run.progress);
  const seconds = useSecondsFrom(since);
  const words = [
    ...(progress ? [`${progress.looks.toLocaleString('en')} evaluations`] : []),
    formatQuantity(seconds, 'time', { digits: 2 }),
  ];
  return (
    <section className="explore-run" aria-label="Search">
      <ProgressBar label="Searching" detail={words.join(', ')} />
      {progress && (
        <span className="panel__note goal-tried">Trying {designText(scenario, progress.design)}</span>
      )}
    </section>
  );
}

/** Whole seconds since then. */
function useSecondsFrom(since: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / SECOND));
}

interface Drawn {
  /** The bottleneck. */
  readonly stage: string | undefined;
  readonly meanSojournTime: number | undefined;
  readonly costs: Costs | undefined;
}

/** Goals to begin with, in words, with numbers that fit what is drawn. */
function goalSuggestions(scenario: Scenario, { stage, meanSojournTime, costs }: Drawn): readonly string[] {
  const load = loadName(scenario);
  const under = load === undefined ? '' : ' at 1.2 × today’s load';
  const [buffer, most] = [bufferGoal(scenario, stage), loadGoal(scenario)];
  const time =
    meanSojournTime !== undefined && meanSojournTime > 0 ? roundTime(4 * meanSojournTime) : undefined;
  return [
    ...(buffer === undefined ? [] : [buffer]),
    time !== undefined && load === 'inputs'
      ? `least servers so that p99 sojourn ≤ ${time}${under}`
      : `least servers so that every ρ < 0.8${under}`,
    ...(most === undefined ? [] : [most]),
    ...(costs ? [`least cost so that every ρ < 0.8${under}`] : []),
  ];
}

/** A buffer that is seldom full, where the bottleneck has one. */
function bufferGoal(scenario: Scenario, stage: string | undefined): string | undefined {
  if (stage === undefined || !isBounded(scenario, stage)) return undefined;
  const goal = (name: string): string => `smallest K at ${name} with P_BP ≤ 1e-6`;
  // A name may hold words of a goal; then the id is read.
  return [nodeTitle(scenario, stage), stage].map(goal).find((text) => {
    const read = readGoal(scenario, text);
    return read.ok && stageOf(scenario, read.value.of) === stage;
  });
}

/** The load that all servers bear. */
function loadGoal(scenario: Scenario): string | undefined {
  const load = loadName(scenario);
  return load && `largest ${load === 'inputs' ? 'input rate' : 'load'} that keeps every ρ < 0.9`;
}

const firstGoal = (scenario: Scenario, stage: string | undefined): string | undefined =>
  bufferGoal(scenario, stage) ?? loadGoal(scenario);

const isBounded = ({ nodes }: Scenario, stage: string | undefined): boolean =>
  nodes.some((node) => node.kind === 'stage' && node.id === stage && node.capacity !== undefined);

/** One digit. */
const roundTime = (seconds: number): string =>
  formatQuantity(Number(seconds.toPrecision(1)), 'time', { digits: 1 });

/** A goal put together from lists: what is sought, what must hold, and at which load. */

interface GoalFormProps {
  readonly scenario: Scenario;
  /** The goal as the form reads it. */
  readonly text: string;
  /** The bottleneck. */
  readonly stage: string | undefined;
  readonly onChange: (text: string) => void;
}

const FINDS = (['least', 'largest'] as const).map((value) => ({ value, label: value }));
const SIGNS = (['<=', '<', '>=', '>'] as const).map((value) => ({ value, label: value }));
/** Measures of the design itself are sought over all stages that they count. */
const WHOLE = [
  { value: 'servers', label: 'servers of all stages' },
  { value: 'buffer', label: 'total buffer slots' },
  { value: 'cost', label: 'cost, by the prices' },
];

function GoalForm({ scenario, text, stage, onChange }: GoalFormProps) {
  const read = formOf(text);
  const form = read ?? firstForm(scenario, stage);
  const set = (change: Partial<GoalFields>): void => onChange(goalText({ ...form, ...change }));
  const numbers = parametersOf(scenario).filter(({ kind }) => kind === 'number');
  const { bounds } = form;
  return (
    <>
      <div className="explore-fields explore-fields--wide">
        <ChoiceField label="Find the" value={form.find} choices={FINDS} onChange={(find) => set({ find })} />
        <ChoiceField
          label="Of"
          as="list"
          value={form.of}
          choices={[...WHOLE, ...numbers.map(({ path, words }) => ({ value: path, label: words }))]}
          onChange={(of) => set({ of })}
        />
        {numbers.some(({ path }) => path === 'inputs') && form.of !== 'inputs' && (
          <TextField label="At input, times" value={form.load} onChange={(load) => set({ load })} />
        )}
      </div>
      {bounds.map((bound, i) => (
        <BoundFields
          // biome-ignore lint/suspicious/noArrayIndexKey: bounds have no name, and two may be equal
          key={i}
          {...{ scenario, bound }}
          label={i === 0 ? 'With' : 'And'}
          onChange={(next) => set({ bounds: bounds.with(i, next) })}
          onRemove={bounds.length > 1 ? () => set({ bounds: bounds.toSpliced(i, 1) }) : undefined}
        />
      ))}
      <Button
        size="small"
        icon={<PlusIcon size={14} />}
        onClick={() =>
          set({ bounds: [...bounds, { measure: 'network.maxUtilization', is: '<', value: '0.9' }] })
        }
      >
        Another condition
      </Button>
      {!read && (
        <p className="panel__note">The line above says more than this form; a choice here replaces it.</p>
      )}
    </>
  );
}

interface BoundFieldsProps {
  readonly scenario: Scenario;
  readonly bound: Bound;
  readonly label: string;
  readonly onChange: (bound: Bound) => void;
  readonly onRemove: (() => void) | undefined;
}

function BoundFields({ scenario, bound, label, onChange, onRemove }: BoundFieldsProps) {
  const measures = measuresOf(scenario);
  return (
    <div className="explore-fields explore-fields--wide goal-bound">
      <ChoiceField
        label={label}
        as="list"
        value={bound.measure}
        choices={measures.map(({ name, words }) => ({ value: name, label: words }))}
        onChange={(measure) => onChange({ ...bound, measure })}
      />
      <ChoiceField
        label="Is"
        as="list"
        value={bound.is}
        choices={SIGNS}
        onChange={(is) => onChange({ ...bound, is })}
      />
      <TextField label="Bound" value={bound.value} onChange={(value) => onChange({ ...bound, value })} />
      {onRemove && (
        <IconButton
          label="Leave this condition out"
          size="small"
          icon={<CloseIcon size={12} />}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** Goals as a form: one thing sought, constraints that all must hold, at some load. */

interface GoalFields {
  readonly find: 'least' | 'largest';
  readonly of: string;
  /** At least one. */
  readonly bounds: readonly Bound[];
  readonly load: string;
}

interface Bound {
  readonly measure: string;
  readonly is: '<' | '<=' | '>' | '>=';
  readonly value: string;
}

/** A buffer that is seldom full, where the bottleneck has one; else the load that it bears. */
function firstForm(scenario: Scenario, stage: string | undefined): GoalFields {
  const paths = parametersOf(scenario).map(({ path }) => path);
  const capacity = paths.find((path) => path === `${stage}.capacity`);
  if (capacity !== undefined && isBounded(scenario, stage))
    return {
      ...{ find: 'least', of: capacity, load: '1' },
      bounds: [{ measure: `${stage}.backPressureProbability`, is: '<=', value: '1e-6' }],
    };
  return {
    ...{ find: 'largest', of: loadName(scenario) ?? paths[0] ?? 'servers', load: '1' },
    bounds: [{ measure: 'network.maxUtilization', is: '<', value: '0.9' }],
  };
}

function goalText({ find, of, bounds, load }: GoalFields): string {
  const at = load.trim() === '' || Number(load) === 1 || of === 'inputs' ? '' : ` at inputs = ${load}`;
  return `${find} ${of} with ${bounds.map(({ measure, is, value }) => `${measure} ${is} ${value}`).join(' and ')}${at}`;
}

const NAME = String.raw`(?:"(?:[^"\\]|\\.)*"|[^\s"])+`;
const SIMPLE = new RegExp(`^(least|largest) (${NAME}) with (.+?)(?: at inputs = (\\S+))?$`, 'u');
const BOUND = new RegExp(`^(${NAME}) (<=|>=|<|>) (.+)$`, 'u');

/** Undefined for what says more than the form. */
function formOf(text: string): GoalFields | undefined {
  const [, find, of, constraints, load = '1'] = SIMPLE.exec(text.trim()) ?? [];
  if (constraints === undefined) return undefined;
  const bounds = constraints.split(' and ').map(boundOf);
  if (!bounds.every((bound) => bound !== undefined)) return undefined;
  return { find: find as GoalFields['find'], of: of!, bounds, load };
}

function boundOf(text: string): Bound | undefined {
  const [, measure, is, value] = BOUND.exec(text) ?? [];
  return measure === undefined ? undefined : { measure, is: is as Bound['is'], value: value! };
}
