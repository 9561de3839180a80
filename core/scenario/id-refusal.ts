/** Why an id that a person typed cannot be taken: what reading a file would refuse is refused when it is typed. */
import { LIMITS } from '../base/limits.ts';
import { nodeId } from '../base/schema-fields.ts';

/** A sentence, or undefined when the id is fine. */
export function idRefusal(id: string): string | undefined {
  if (id.length === 0) return 'An id needs at least one character.';
  if (id.length > LIMITS.id) return `An id has at most ${LIMITS.id} characters.`;
  return nodeId.safeParse(id).success ? undefined : `"${id}" cannot be an id.`;
}
