/**
 * How numbers were typed: `133 MHz`, `1 /clk @ 133 MHz`, `5 %` stay in their fields as long as they stand for the value. Kept in this
 * browser, not in the scenario: a form is a way to write a number, and belongs to who wrote it.
 */
const KEY = 'stagegraph:typed-forms';
const MOST = 400;

/** By field and value, oldest first. */
let forms: Map<string, string> | undefined;

function known(): Map<string, string> {
  if (forms) return forms;
  forms = new Map();
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    for (const pair of Array.isArray(stored) ? stored : [])
      if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
        forms.set(pair[0], pair[1]);
  } catch {
    // A browser that refuses storage knows the forms of this visit.
  }
  return forms;
}

const keyOf = (field: string, fullText: string): string => `${field}|${fullText}`;

/** `fullText`: the value with every digit. */
export const typedForm = (field: string, fullText: string): string | undefined =>
  known().get(keyOf(field, fullText));

/** Digits alone are no form of their own: they are shown with the unit of the field. */
export function rememberForm(field: string, fullText: string, text: string): void {
  const key = keyOf(field, fullText);
  const all = known();
  all.delete(key);
  if (/[^\d.,\s∞]/.test(text.replace(/[eE][+-]?\d+/, ''))) all.set(key, text.trim());
  for (const oldest of all.keys()) {
    if (all.size <= MOST) break;
    all.delete(oldest);
  }
  try {
    localStorage.setItem(KEY, JSON.stringify([...all]));
  } catch {
    // Full or refused: forgotten at the next visit.
  }
}
