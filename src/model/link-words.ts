/**
 * Frequent pieces of a scenario's JSON, each written as one control character before a link is compressed. JSON text
 * never holds a raw control character, so the way back is certain. Links that are out in the world are read with this
 * list: a change of any entry is a new link version.
 */
const WORDS: readonly string[] = [
  '{"format":"stagegraph-scenario","schemaVersion":1,"name":"',
  '","kind":"stage","name":"',
  '","kind":"source","name":"',
  '","kind":"sink","name":"',
  '","kind":"router","name":"',
  '"position":{"x":',
  '"interarrival":{"law":"exponential","rate":',
  '"service":{"law":"exponential","rate":',
  '"service":{"law":"',
  '"interarrival":{"law":"',
  '"passProbability":',
  '"conversionFactor":',
  '"capacity":',
  '"serverCount":',
  '"unitBytes":',
  '"whenFull":"',
  '"platform":"',
  '"bulk":{"rule":"full","size":',
  '"probability":',
  '"arrivalRate":',
  '"utilization":',
  '"backPressureProbability":',
  '"meanQueueLength":',
  '"meanOccupancy":',
  '"occupancyDistribution":[',
  '"links":[{"from":"',
  '"measurement":{"name":"',
  '{"stage":"',
  '{"from":"',
  '","to":"',
  '","unit":"',
];

const codeOf = new Map(WORDS.map((word, index) => [word, String.fromCharCode(index + 1)]));
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// Longer words first, so that a word never hides one that holds it.
const anyWord = new RegExp(
  [...WORDS]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|'),
  'g',
);

export const shortenWords = (json: string): string => json.replace(anyWord, (word) => codeOf.get(word)!);

/** Length of the text once its words are restored: to be asked before, since every character may become fifty. */
export function restoredLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) length += (WORDS[text.charCodeAt(i) - 1]?.length ?? 1) - 1;
  return length;
}

/** Characters beyond the list stay, and make the JSON invalid: the link is damaged. */
export const restoreWords = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the codes
  text.replace(/[\x01-\x1f]/g, (code) => WORDS[code.charCodeAt(0) - 1] ?? code);
