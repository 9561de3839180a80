/** What classes have otherwise than their node says: records that hold nothing empty. */
import { ownOf } from '../../../core/scenario/defaults.ts';
import type { ClassId } from '../../../core/scenario/scenario.ts';

/** With some fields of one class changed; `undefined` takes a field away, and the last one its class. */
export function withOwn<Own extends object>(
  byClass: Readonly<Record<ClassId, Own>> | undefined,
  id: ClassId,
  patch: { readonly [Field in keyof Own]?: Own[Field] | undefined },
): Readonly<Record<ClassId, Own>> | undefined {
  const own = Object.entries({ ...ownOf(byClass, id), ...patch }).filter(([, value]) => value !== undefined);
  const others = Object.entries(byClass ?? {}).filter(([other]) => other !== id);
  // The fields of Own, each with a value of its own kind.
  const entries = own.length === 0 ? others : [...others, [id, Object.fromEntries(own) as Own] as const];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
