/**
 * What a table says of a name that comes from outside; undefined where it has no row of that name. Every object also answers to
 * `constructor`, `toString` and a few other names, which files do hold.
 */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
