/** What a program tells people, as a code with facts; one table has the words of every code. */

/** The words of each code, made of its facts. */
export type Words = Readonly<Record<string, (facts: never) => string>>;

/** The facts that words need; an empty object where they need none. */
export type FactsOf<Says extends (facts: never) => string> = Parameters<Says>[0] extends undefined
  ? Record<never, never>
  : Parameters<Says>[0];

/** One of the codes of a table, its facts beside it. */
export type Coded<Table extends Words> = {
  readonly [C in keyof Table]: { readonly code: C } & FactsOf<Table[C]>;
}[keyof Table];

/** In words. Types cannot tell that the facts are those of the code, which `Coded` and its like see to. */
export const say = <Code extends string>(
  table: Readonly<Record<Code, (facts: never) => string>>,
  code: Code,
  facts: unknown,
): string => (table[code] as (facts: unknown) => string)(facts);
