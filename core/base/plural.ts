/** The plural of an English noun that somebody typed as a unit: queries, packets, batches. One typed in the plural stays, as does a symbol: orders, B. */
export function plural(noun: string): string {
  if (noun.length === 1 || /[^saiu]s$/i.test(noun)) return noun;
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `1 queue`, `1,200 queries`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural(noun)}`;

/** The first letter of a sentence. */
export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
