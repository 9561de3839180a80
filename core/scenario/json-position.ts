/** Where a text stops being JSON. Engines word this differently or not at all, so the place is looked up here. */
import { JsonScanner, OPEN_TEXT } from '../base/json-scanner.ts';
import { err, ok, type Result } from '../base/result.ts';

export interface JsonPosition {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** What stands there: one character, a text without an end, or `the end of the text`. */
  readonly found: string;
}

/** The first place where `text` cannot be continued as JSON; undefined when it is JSON. */
export function findJsonError(text: string): JsonPosition | undefined {
  const json = new JsonScanner(Number.POSITIVE_INFINITY);
  const bytes = new TextEncoder().encode(text);
  while (json.next(bytes) !== 'fault' && json.at < bytes.length);
  const fault = json.end();
  if (!fault) return undefined;
  const { line, column, expected } = fault;
  if (expected === OPEN_TEXT) return { line, column, found: 'a text without a closing quote' };
  const lines = text.split('\n');
  const found = [...lines[line - 1]!][column - 1] ?? (line < lines.length ? '\n' : undefined);
  return { line, column, found: found === undefined ? 'the end of the text' : `"${found}"` };
}

/** What a text of JSON says, or where it stops being JSON. */
export function parseJson(text: string): Result<unknown, JsonPosition> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(findJsonError(text) ?? { line: 1, column: 1, found: 'something else' });
  }
}
