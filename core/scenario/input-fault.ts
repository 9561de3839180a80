/** A fault of a file, said so that a person finds the place: `nodes[2] "encode".capacity: expected an integer >= 1, got -2`. */
import type * as z from 'zod/mini';

export interface InputFault {
  /** Place in the file, with the ids of nodes and stages: `nodes[2] "encode".capacity`; empty for the file itself. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** The three as one line. */
  readonly message: string;
}

export type InputPath = readonly PropertyKey[];

/** `input` is the whole document that `path` leads into. */
export function inputFault(input: unknown, path: InputPath, expected: string): InputFault {
  return faultOf(placeText(input, path), expected, describe(valueAt(input, path)));
}

/** A fault whose three parts are known. */
export function faultOf(path: string, expected: string, got: string): InputFault {
  return {
    path,
    expected,
    got,
    message: `${path === '' ? '' : `${path}: `}expected ${expected}, got ${got}`,
  };
}

type Issue = z.core.$ZodIssue;

/** One fault per issue, but one per name for unknown fields and only the nearest alternative of a union. */
export function faultsOfIssues(input: unknown, issues: readonly Issue[]): readonly InputFault[] {
  return flattened(issues, []).map(({ path, expected }) => inputFault(input, path, expected));
}

/** Places of the fields that the schema does not know. */
export function unknownFields(input: unknown, issues: readonly Issue[]): readonly string[] {
  const unknown = flattened(issues, []).filter(({ expected }) => expected === NO_SUCH_FIELD);
  return unknown.map(({ path }) => placeText(input, path));
}

const NO_SUCH_FIELD = 'no field of this name';

interface Expectation {
  readonly path: InputPath;
  readonly expected: string;
}

function flattened(issues: readonly Issue[], prefix: InputPath): readonly Expectation[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key], expected: NO_SUCH_FIELD }));
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      return flattened(nearest(issue.errors), path);
    return [{ path, expected: issue.message }];
  });
}

/** The alternative that was meant: its `distribution` or `kind` fits, and it has the fewest other issues. */
function nearest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] {
  const isOfAnotherKind = (issue: Issue) => issue.code === 'invalid_value' || issue.code === 'invalid_union';
  const distance = (issues: readonly Issue[]) => issues.length + 1000 * issues.filter(isOfAnotherKind).length;
  return alternatives.reduce((best, issues) => (distance(issues) < distance(best) ? issues : best));
}

function valueAt(input: unknown, path: InputPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    input,
  );
}

/** `nodes[2] "encode".capacity`, `links[0] "a" → "b".to`, `measurement.stages[1] "a".throughput`. */
export function placeText(input: unknown, path: InputPath): string {
  let place = '';
  let value = input;
  for (const key of path) {
    value = valueAt(value, [key]);
    if (typeof key === 'number') place += `[${key}]${nameOf(value)}`;
    else place += `${place === '' ? '' : '.'}${clipped(String(key))}`;
  }
  return place;
}

/** The name that people know an entry of a list by. */
function nameOf(entry: unknown): string {
  if (!isObject(entry)) return '';
  const { id, stage, from, to } = entry;
  if (typeof id === 'string') return ` "${clipped(id)}"`;
  if (typeof stage === 'string') return ` "${clipped(stage)}"`;
  if (typeof from === 'string' && typeof to === 'string') return ` "${clipped(from)}" → "${clipped(to)}"`;
  return '';
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${clipped(value)}"`;
  if (Array.isArray(value))
    return value.length === 1 ? 'a list of 1 entry' : `a list of ${value.length} entries`;
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return 'an empty object';
    return `an object with ${keys.slice(0, 8).map(clipped).join(', ')}${keys.length > 8 ? ', …' : ''}`;
  }
  return String(value);
}

/** Short, on one line, and without characters that could disturb a terminal. */
function clipped(text: string): string {
  const visible = text.slice(0, 41).replace(/\p{Cc}/gu, '\ufffd');
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
