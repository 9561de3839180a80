/** What a person is typing, and the value it stands for: the draft may be wrong, the value never is. */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Result } from '../../../core/base/result.ts';
import { newGesture } from './gesture.ts';

export interface DraftOptions<T> {
  readonly value: T;
  /** The value as full, editable text; two values with the same text are the same. */
  readonly toText: (value: T) => string;
  /** The error is a sentence that says what was expected. */
  readonly parse: (text: string) => Result<T, string>;
  readonly onChange: (value: T, gesture: string) => void;
  /** Enter ends a line instead of the entry. */
  readonly multiline?: boolean;
  /** What stands for the value when the entry begins, where that is not its full text. */
  readonly form?: string | undefined;
  /** The text that an entry ended with, and the value that it stands for; tells the text that stays, else the full one does. */
  readonly onFinish?: (text: string, value: T, gesture: string) => string | undefined;
  /** The value changes only when the entry is finished, for what would make no sense halfway, such as a new id. */
  readonly whenFinished?: boolean;
}

interface Typed {
  readonly text: string;
  readonly error?: string;
}

export interface Draft {
  /** What was typed, while the field has focus or holds something wrong; undefined: show the value. */
  readonly text: string | undefined;
  /** What was expected, when the draft is not a value. */
  readonly error: string | undefined;
  /** The text is the value, letter by letter: nothing is half typed. */
  readonly settled: boolean;
  readonly handleFocus: () => void;
  readonly handleBlur: (event: FocusEvent) => void;
  readonly handleKeyDown: (event: KeyboardEvent) => void;
  /** Takes new text and, when it is a value, hands that on at once. */
  readonly type: (text: string) => void;
  /** As `type`, but text that is no value is ignored. Says whether it was taken. */
  readonly offer: (text: string) => boolean;
}

/** The state of one entry: live while it parses, restored by Escape, finished by Enter or by leaving. */
export function useDraft<T>(options: DraftOptions<T>): Draft {
  const { value, toText, parse, onChange, multiline = false, whenFinished = false, form, onFinish } = options;
  const [typed, setTyped] = useState<Typed>();
  const current = toText(value);
  const sent = useRef(current);
  const entry = useRef({ gesture: '', start: value, text: form ?? current });

  // Undo, or an edit made elsewhere, wins over what stands in the field.
  useEffect(() => {
    const text = form ?? current;
    const isTyping = typed !== undefined && typed.text !== entry.current.text;
    if (current === sent.current && (isTyping || text === entry.current.text)) return;
    sent.current = current;
    entry.current = { gesture: newGesture(), start: value, text };
    setTyped((draft) => draft && { text });
  }, [current, value, form, typed]);

  const send = (next: T) => {
    if (toText(next) === sent.current) return;
    sent.current = toText(next);
    onChange(next, entry.current.gesture);
  };

  const begin = () => {
    entry.current = { gesture: newGesture(), start: value, text: form ?? current };
    sent.current = current;
    setTyped((draft) => draft ?? { text: form ?? current });
  };

  const type = (text: string) => {
    const parsed = parse(text);
    setTyped(parsed.ok ? { text } : { text, error: parsed.error });
    // An emptied field is about to be filled: its default counts only once the entry is finished.
    if (parsed.ok && text.trim() !== '' && !whenFinished) send(parsed.value);
  };

  const finish = (stays: boolean) => {
    if (!typed) return;
    const parsed = parse(typed.text);
    if (!parsed.ok) {
      // What was sent of the first letters, such as the 1 of 1.5 places, was never meant.
      send(entry.current.start);
      return setTyped({ text: typed.text, error: parsed.error });
    }
    send(parsed.value);
    const text = onFinish?.(typed.text, parsed.value, entry.current.gesture) ?? toText(parsed.value);
    setTyped(stays ? { text } : undefined);
    // What is typed into the field from here on is an entry of its own.
    if (stays) entry.current = { gesture: newGesture(), start: parsed.value, text };
  };

  const restore = (event: KeyboardEvent) => {
    const { start, text } = entry.current;
    if (typed?.text === text) return;
    event.stopPropagation();
    send(start);
    setTyped({ text });
  };

  return {
    text: typed?.text,
    error: typed?.error,
    settled:
      typed === undefined || (typed.error === undefined && (typed.text === current || typed.text === form)),
    handleFocus: begin,
    handleBlur: () => finish(false),
    handleKeyDown: (event) => {
      if (event.key === 'Escape') restore(event);
      if (event.key === 'Enter' && !multiline) finish(true);
    },
    type,
    offer: (text) => {
      if (!parse(text).ok) return false;
      type(text);
      return true;
    },
  };
}
