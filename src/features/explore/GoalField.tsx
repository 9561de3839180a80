/** A goal as a line of text, completed as it is typed; Enter asks. */
import { useId, useRef, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import { SuggestField } from '../../ui/widgets/SuggestField.tsx';

interface GoalFieldProps {
  readonly scenario: Scenario;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onAsk: () => void;
}

export function GoalField({ scenario, value, error, onChange, onAsk }: GoalFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // A caret belongs to the text it was seen in: a text that comes from elsewhere opens no list.
  const [typed, setTyped] = useState<{ readonly text: string; readonly caret: number }>();
  const { from, to, found } =
    typed?.text === value ? completionsAt(scenario, value, typed.caret) : { from: 0, to: 0, found: [] };
  const complete = ({ text }: Completion): void => {
    const next = `${value.slice(0, from)}${text} `;
    const whole = `${next}${value.slice(to).trimStart()}`;
    onChange(whole);
    setTyped({ text: whole, caret: next.length });
    input.current?.focus();
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length));
  };
  return (
    <div className="explore-pick">
      <SuggestField
        label="Goal"
        className="w-input w-input--mono"
        inputRef={input}
        value={value}
        onChange={(text, caret) => {
          onChange(text);
          setTyped({ text, caret });
        }}
        items={found}
        keyOf={({ text }) => text}
        itemOf={({ text, words }) => (
          <>
            <code>{text}</code>
            <span className="w-suggest__detail">{words}</span>
          </>
        )}
        open={found.length > 0}
        onClose={() => setTyped(undefined)}
        onPick={complete}
        onEnter={() => {
          setTyped(undefined);
          onAsk();
        }}
        error={error === undefined ? undefined : { id }}
      />
      {error !== undefined && (
        <p id={id} className="explore-fault">
          {error}
        </p>
      )}
    </div>
  );
}

/** What may come next in the text of a goal, for the word that the caret stands in. */

interface Completion {
  readonly text: string;
  readonly words: string;
}

interface Completions {
  /** Start of the word that is replaced. */
  readonly from: number;
  readonly to: number;
  readonly found: readonly Completion[];
}

const MOST = 12;
const FIRST: readonly Completion[] = [
  { text: 'least', words: 'the smallest that will do' },
  { text: 'largest', words: 'the largest that satisfies it' },
];
const SOUGHT: readonly Completion[] = [
  { text: 'servers', words: 'of all stages together' },
  { text: 'buffer', words: 'total buffer slots' },
  { text: 'cost', words: 'by the prices of the study' },
];
const BOUNDED: readonly Completion[] = [
  { text: 'every ρ', words: 'utilization of all stages' },
  { text: 'every P_BP', words: 'back-pressure probability of all stages with a bound' },
  { text: 'p99 sojourn', words: 'time from entry to exit, 99 %' },
  { text: 'mean sojourn', words: 'mean time from entry to exit' },
];
const NEXT: readonly Completion[] = [
  { text: 'with', words: 'a constraint' },
  { text: 'over', words: 'where to search' },
  { text: 'and', words: 'another constraint' },
  { text: 'at', words: 'under other values' },
];

function completionsAt(scenario: Scenario, text: string, caret: number): Completions {
  const from = text.slice(0, caret).search(/[^\s,]*$/u);
  const word = text.slice(from, caret).toLowerCase();
  const before = text.slice(0, from).trim();
  const found = candidates(scenario, before).filter(
    ({ text: candidate, words }) =>
      candidate.toLowerCase() !== word && `${candidate} ${words}`.toLowerCase().includes(word),
  );
  const starts = ({ text: candidate }: Completion): number =>
    candidate.toLowerCase().startsWith(word) ? 0 : 1;
  return { from, to: caret, found: [...found].sort((a, b) => starts(a) - starts(b)).slice(0, MOST) };
}

function candidates(scenario: Scenario, before: string): readonly Completion[] {
  if (before === '') return FIRST;
  const last = /(\S+)$/u.exec(before)?.[1] ?? '';
  const parameters = () => parametersOf(scenario).map(({ path, words }) => ({ text: path, words }));
  const measures = () => measuresOf(scenario).map(({ name, words }) => ({ text: name, words }));
  if (/^(?:least|smallest|fewest|largest|most)$/u.test(last))
    return [...SOUGHT, ...parameters(), ...measures()];
  if (/^(?:with|where|that)$/u.test(last) || (last === 'and' && !/\sat\s/u.test(before)))
    return [...BOUNDED, ...measures()];
  if (last === 'over' || last === 'at' || last === 'and') return parameters();
  return /[<>=≤≥]$/u.test(last) ? [] : NEXT;
}
