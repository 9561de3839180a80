/** Tells a list of numbers from the other files that may be dropped. */

/** The first line is one number, and so are most: what is none among them is a slip. The last line may be cut off. */
export function isListOfNumbers(head: string): boolean {
  const lines = head
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const numbers = lines.filter((line) => Number.isFinite(Number(line)));
  return lines.length > 0 && lines[0] === numbers[0] && 2 * numbers.length > lines.length;
}
