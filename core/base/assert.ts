/** Throws when a promise the code made to itself is broken. Never used for what a user typed. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${message}`);
}

/** The end of a `switch` over a union: compiling proves that no case was forgotten. */
export function assertUnreachable(value: never): never {
  throw new Error(`Broken assumption: unexpected case ${JSON.stringify(value)}`);
}
