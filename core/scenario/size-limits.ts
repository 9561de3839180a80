/** Refuses oversized documents by counting, before anything is read closely. */

import { LIMITS } from '../base/schema-fields.ts';
import { faultOf, type InputFault, type InputPath, inputFault, isObject } from './input-fault.ts';

/** Only lists of numbers may be longer than this. */
const LONG_LIST = Math.max(LIMITS.nodes, LIMITS.links);
const DEPTH = 12;

/** The first reason why `input` is too large to be read, or undefined. */
export function sizeFault(input: unknown): InputFault | undefined {
  return tooMany(input, 'nodes', LIMITS.nodes) ?? tooMany(input, 'links', LIMITS.links) ?? bulkFault(input);
}

function tooMany(input: unknown, name: 'nodes' | 'links', most: number): InputFault | undefined {
  const list = isObject(input) ? input[name] : undefined;
  if (!Array.isArray(list) || list.length <= most) return undefined;
  return faultOf(name, `at most ${most} ${name}`, `${list.length}`);
}

/** Walks every value once, with a list of its own in place of the call stack. */
function bulkFault(input: unknown): InputFault | undefined {
  const waiting: { readonly value: unknown; readonly path: InputPath }[] = [{ value: input, path: [] }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (!isObject(value)) continue;
    if (path.length > DEPTH) return faultOf('', `at most ${DEPTH} levels of lists and objects`, 'more');
    const isLong = Array.isArray(value) && value.length > LONG_LIST;
    if (isLong) {
      const fault = longListFault(input, path, value);
      if (fault) return fault;
    }
    const keys = Object.keys(value);
    values += keys.length;
    if (values > 2 * LIMITS.values) return faultOf('', `at most ${2 * LIMITS.values} values in all`, 'more');
    if (isLong) continue;
    for (const key of keys)
      waiting.push({ value: value[key], path: [...path, Array.isArray(value) ? Number(key) : key] });
  }
  return undefined;
}

function longListFault(input: unknown, path: InputPath, list: readonly unknown[]): InputFault | undefined {
  if (list.length > LIMITS.values)
    return inputFault(input, path, `a list of at most ${LIMITS.values} entries`);
  const bad = list.findIndex((value) => typeof value !== 'number');
  return bad < 0 ? undefined : inputFault(input, [...path, bad], 'a number');
}
