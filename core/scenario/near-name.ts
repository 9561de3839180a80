/** Which known name was probably meant: for suggestions in messages. */

/** The name with the fewest typing errors; undefined where none is near (more than a third of the letters differ). */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.floor(typed.length / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= fewest) continue;
    const errors = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (errors < fewest) [best, fewest] = [name, errors];
  }
  return best;
}

/** Letters to insert, delete or replace (Levenshtein 1966), by one row of the table at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
