/**
 * How numbers were typed: `133 MHz`, `1 /clk @ 133 MHz`, `5 %` stay in their fields as long as they stand for the value. Texts of
 * numbers of the scenario are kept with what they belong to; those of settings are kept in this browser.
 */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { readStored, writeStored } from './use-stored.ts';

/** Keeps the texts of the fields of one thing. */
export interface TypedTexts {
  readonly of: (field: string) => string | undefined;
  /** `undefined`: the number is shown in the usual way. `gesture`: of the entry, so that both are one step of undo. */
  readonly keep: (field: string, text: string | undefined, gesture: string) => void;
}

const Kept = createContext<TypedTexts | undefined>(undefined);

/** The fields inside belong to something that keeps how they were typed. */
export const TypedIn = Kept.Provider;

/** The fields inside belong to a part of it, such as `service`. */
export function TypedPart({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const whole = useContext(Kept);
  const part = useMemo(
    (): TypedTexts | undefined =>
      whole && {
        of: (field) => whole.of(`${name}.${field}`),
        keep: (field, text, gesture) => whole.keep(`${name}.${field}`, text, gesture),
      },
    [whole, name],
  );
  return <Kept.Provider value={part}>{children}</Kept.Provider>;
}

/** The text of one field. `settingKey` names a setting with its value. */
export function useTypedText(field: string | undefined): {
  readonly of: (settingKey: () => string) => string | undefined;
  /** Tells the text that stays, if any. */
  readonly keep: (settingKey: () => string, text: string, gesture: string) => string | undefined;
} {
  const kept = useContext(Kept);
  if (!kept || field === undefined)
    return { of: (key) => settings().get(key()), keep: (key, text) => rememberSetting(key(), formOf(text)) };
  return {
    of: () => kept.of(field),
    keep: (_, text, gesture) => {
      const form = formOf(text);
      kept.keep(field, form, gesture);
      return form;
    },
  };
}

/** Digits alone are no form of their own: they are shown with the unit of the field. */
const formOf = (text: string): string | undefined =>
  /[^\d.,\s∞]/.test(text.replace(/[eE][+-]?\d+/, '')) ? text.trim() : undefined;

const KEY = 'typed-forms';
const MOST = 400;

type Form = readonly [key: string, text: string];

const isForms = (value: unknown): value is readonly Form[] =>
  Array.isArray(value) &&
  value.every((form) => Array.isArray(form) && form.every((part) => typeof part === 'string'));

/** By field and value, oldest first; read when the first is asked for. */
let forms: Map<string, string> | undefined;

function settings(): Map<string, string> {
  forms ??= new Map(readStored(KEY, [], isForms));
  return forms;
}

function rememberSetting(key: string, form: string | undefined): string | undefined {
  const all = settings();
  all.delete(key);
  if (form !== undefined) all.set(key, form);
  for (const oldest of all.keys()) {
    if (all.size <= MOST) break;
    all.delete(oldest);
  }
  writeStored(KEY, [...all]);
  return form;
}
