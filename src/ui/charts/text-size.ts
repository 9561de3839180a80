/** Widths of chart text without a DOM: good enough to keep labels apart. */

/** Pixels per character of 11-pixel text in the usual system fonts, a little generous. */
const CHARACTER = 6.8;

export const LABEL_HEIGHT = 14;

export function estimateTextWidth(text: string): number {
  return Math.ceil(text.length * CHARACTER);
}

/** `text`, cut with an ellipsis where it is longer than `width` pixels. */
export function fitText(text: string, width: number): string {
  const most = Math.max(1, Math.floor(width / CHARACTER));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

/** `text` in at most `most` lines between its words; the last is cut as `fitText` does. */
export function fitLines(text: string, width: number, most: number): readonly string[] {
  if (most <= 1 || fitText(text, width) === text) return [fitText(text, width)];
  const words = text.split(' ');
  let first = words.shift()!;
  while (words.length > 0 && fitText(`${first} ${words[0]}`, width) === `${first} ${words[0]}`)
    first = `${first} ${words.shift()}`;
  const rest = words.length > 0 ? fitLines(words.join(' '), width, most - 1) : [];
  return [fitText(first, width), ...rest];
}
