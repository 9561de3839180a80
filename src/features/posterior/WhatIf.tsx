/** What would be if the network were another one: asked here, answered by the chains, put into the drawing. */

import { useState } from 'react';
import { err, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { caseWords, type WhatIfCase, type WhatIfChange } from '../../../core/study/what-if.ts';
import type {
  PosteriorAnswer,
  PosteriorProblem,
  QueuePosterior,
  WhatIfRow,
} from '../../../workers/posterior/contract.ts';
import { usualQuestions, whatIfColumns } from '../../../workers/posterior/posterior-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { PlusIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { posteriorRun } from './posterior-run.ts';
import { parseServers } from './QueueSettings.tsx';
import { isWithheld } from './share-areas.ts';
import { askWhatIf, putWhatIf, whatIfKey, whatIfRun } from './what-if-run.ts';

interface WhatIfProps {
  readonly answer: PosteriorAnswer;
  /** With the stages that they feed now. */
  readonly queues: readonly QueuePosterior[];
}

export function WhatIf({ answer, queues }: WhatIfProps) {
  const drawn = posteriorRun.use((run) => run.answer);
  const run = whatIfRun.use();
  if (!drawn) return null;
  const isCurrent = run.answerKey?.startsWith(`${whatIfKey(drawn)} `) ?? false;
  const rows = isCurrent ? (run.answer?.rows ?? []) : [];
  const asked = rows.map(({ changes }) => changes).filter(({ length }) => length > 0);
  const ask = (cases: readonly WhatIfCase[]): void => void askWhatIf(cases);
  const add = (one: WhatIfCase): void => {
    const others = asked.filter((other) => caseWords(other) !== caseWords(one));
    ask([...others, one]);
  };
  return (
    <section className="what-if" aria-label="What if">
      <h2>What if</h2>
      {run.status === 'running' ? (
        <div className="estimate__waiting">
          <ProgressBar
            label="The chains draw tasks, which are served anew"
            {...(run.progress !== undefined && { fraction: run.progress })}
          />
          <Button size="small" icon={<StopIcon />} onClick={whatIfRun.stop}>
            Stop
          </Button>
        </div>
      ) : (
        <>
          {rows.length === 0 && (
            <div className="posterior__use">
              <Button variant="primary" onClick={() => ask(usualQuestions(answer))}>
                What would help?
              </Button>
              <span className="panel__note">
                One more server and services twice as fast where tasks wait longest, and half the load; with
                what the trace leaves open.
              </span>
            </div>
          )}
          <Ask problem={drawn.problem} onAsk={add} />
        </>
      )}
      {run.status === 'failed' && <Refused says={run.failure} />}
      {rows.length > 0 && (
        <>
          <ul className="posterior__sentences" aria-label="What would be">
            {(run.answer?.sentences ?? []).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Answers rows={rows} queues={queues} isKnown={!isWithheld(answer.whole)} />
          <p className="panel__note">
            Of these tasks: all of the trace, those that were not seen too, served anew. Long run: entries at
            random at their mean rate, ways and services as estimated; times have no end where a queue
            receives more than it can serve.
          </p>
        </>
      )}
    </section>
  );
}

interface AnswersProps {
  readonly rows: readonly WhatIfRow[];
  readonly queues: readonly QueuePosterior[];
  readonly isKnown: boolean;
}

function Answers({ rows, queues, isKnown }: AnswersProps) {
  const { name } = useScenario();
  const [fault, setFault] = useState<string>();
  const put = async ({ changes, words }: WhatIfRow): Promise<void> => {
    const { applied, left } = await putWhatIf(queues, { changes, words, isKnown });
    const isPut = applied.length > 0;
    setFault(isPut ? undefined : `The drawing cannot show ${words}. ${left.join(' ')}`);
    if (isPut)
      showToast({
        title: `The drawing has ${words}`,
        description: [...left, 'Ctrl Z takes it back.'].join('\n'),
        tone: 'good',
      });
  };
  const [what, ...others] = whatIfColumns;
  const action: PageColumn<WhatIfRow> = {
    id: 'put',
    header: '',
    cell: (row) =>
      row.changes.length > 0 && (
        <Button
          size="small"
          aria-label={`Put ${row.words} into the drawing`}
          title="With the estimated distributions, as one step"
          onClick={() => void put(row)}
        >
          Into the drawing
        </Button>
      ),
    value: () => '',
  };
  return (
    <>
      <DataTable
        caption="What if: response times of these tasks, and of a long run"
        showCaption
        columns={[what!, ...others, action]}
        rows={rows}
        rowKey={({ words }) => words}
        fileName={`${name} what if`}
      />
      {fault !== undefined && <Refused says={fault} />}
    </>
  );
}

/** One question more. */

const KINDS = [
  { value: 'servers', label: 'Servers' },
  { value: 'service', label: 'Services × as long' },
  { value: 'load', label: 'Load ×' },
  { value: 'share', label: 'Share of the tasks' },
] as const;
type Kind = (typeof KINDS)[number]['value'];
const FIRST: Readonly<Record<Kind, number>> = { servers: 2, service: 0.5, load: 2, share: 0.5 };

interface AskProps {
  readonly problem: PosteriorProblem;
  readonly onAsk: (asked: WhatIfCase) => void;
}

function Ask({ problem, onAsk }: AskProps) {
  const [kind, setKind] = useState<Kind>('servers');
  const [place, setPlace] = useState(0);
  const [value, setValue] = useState<number>(FIRST.servers);
  const places = placesOf(problem, kind);
  const chosen = places[place] ?? places[0];
  return (
    <form
      className="posterior__settings"
      aria-label="Ask a what-if question"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onAsk([chosen.change(value)]);
      }}
    >
      <ChoiceField
        label="Change"
        as="list"
        value={kind}
        choices={KINDS.map((one) => ({ ...one, disabled: placesOf(problem, one.value).length === 0 }))}
        onChange={(next) => {
          setKind(next);
          setPlace(0);
          setValue(FIRST[next]);
        }}
      />
      {places.length > 1 && (
        <ChoiceField
          label={kind === 'share' ? 'To' : 'At'}
          as="list"
          value={String(places.indexOf(chosen!))}
          choices={places.map(({ label }, i) => ({ value: String(i), label }))}
          onChange={(next) => setPlace(Number(next))}
        />
      )}
      <QuantityField
        key={kind}
        label={kind === 'servers' ? 'How many' : kind === 'share' ? 'Share' : 'Factor'}
        value={value}
        format={(one) => formatQuantity(one, DIMENSION[kind])}
        formatFull={(one) => formatFull(one, DIMENSION[kind])}
        parse={(text) => parseValue(text, kind)}
        onChange={(next) => next !== undefined && setValue(next)}
      />
      <Button type="submit" icon={<PlusIcon />} disabled={!chosen}>
        Ask
      </Button>
    </form>
  );
}

const DIMENSION = { servers: 'count', service: 'number', load: 'number', share: 'probability' } as const;

function parseValue(text: string, kind: Kind): Result<number, string> {
  if (kind === 'servers') return parseServers(text);
  const value = parseQuantity(text, DIMENSION[kind]);
  if (!value.ok) return value;
  const number = value.value;
  switch (kind) {
    case 'share':
      return number >= 0 && number <= 1 ? value : err('Expected a share from 0 to 1.');
    default:
      return number > 0 && Number.isFinite(number) ? value : err('Expected a factor > 0, such as 0.5.');
  }
}

interface Place {
  readonly label: string;
  readonly change: (value: number) => WhatIfChange;
}

/** Where a change of this kind can be made. */
function placesOf({ queues, states, choices }: PosteriorProblem, kind: Kind): readonly Place[] {
  switch (kind) {
    case 'servers':
      return queues.map(({ id }) => ({
        label: id,
        change: (servers) => ({ kind, queue: id, servers }),
      }));
    case 'service':
      return queues.map(({ id }) => ({ label: id, change: (times) => ({ kind, queue: id, times }) }));
    case 'load':
      return [{ label: 'all tasks', change: (times) => ({ kind, times }) }];
    case 'share':
      return states.flatMap((state, s) =>
        choices[s]!.length < 2
          ? []
          : Array.from(choices[s]!, (number): Place => {
              const queue = queues[number - 1]!.id;
              return {
                label: `${state} to ${queue}`,
                change: (share) => ({ kind, state, queue, share }),
              };
            }),
      );
  }
}
