/** What a scenario may be called. */
import { err, ok, type Result } from '../../../core/base/result.ts';

const LONGEST_NAME = 200;

export function scenarioName(text: string): Result<string, string> {
  if (text.trim() === '') return err('Expected a name of at least one character.');
  return text.length <= LONGEST_NAME
    ? ok(text)
    : err(`Expected at most ${LONGEST_NAME} characters, got ${text.length}.`);
}
