/**
 * How numbers were typed: `133 MHz`, `1 /clk @ 133 MHz`, `5 %` stay in their fields as long as they stand for the value. Kept in this
 * browser, not in the scenario: a form is a way to write a number, and belongs to who wrote it.
 */
import { readStored, writeStored } from './use-stored.ts';

const KEY = 'typed-forms';
const MOST = 400;

type Form = readonly [key: string, text: string];

const isForms = (value: unknown): value is readonly Form[] =>
  Array.isArray(value) &&
  value.every((form) => Array.isArray(form) && form.every((part) => typeof part === 'string'));

/** By field and value, oldest first; read when the first is asked for. */
let forms: Map<string, string> | undefined;

function known(): Map<string, string> {
  forms ??= new Map(readStored(KEY, [], isForms));
  return forms;
}

/** `key` names the field and the value that the form stands for. */
export const typedForm = (key: string): string | undefined => known().get(key);

/** Digits alone are no form of their own: they are shown with the unit of the field. */
export function rememberForm(key: string, text: string): void {
  const all = known();
  all.delete(key);
  if (/[^\d.,\s∞]/.test(text.replace(/[eE][+-]?\d+/, ''))) all.set(key, text.trim());
  for (const oldest of all.keys()) {
    if (all.size <= MOST) break;
    all.delete(oldest);
  }
  writeStored(KEY, [...all]);
}
