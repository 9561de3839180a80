/**
 * Frequent pieces of a scenario's JSON, each written as one control character before a link is compressed. JSON text
 * never holds a raw control character, so the way back is certain. Links that are out in the world are read with the
 * list of their version: a list never changes, a new one is a new link version.
 */
const VERSION_1: readonly string[] = [
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

const VERSION_2: readonly string[] = [
  '{"format":"stagegraph-scenario","schemaVersion":2,"name":"',
  '","kind":"stage","name":"',
  '","kind":"source","name":"',
  '","kind":"sink","name":"',
  '","kind":"router","name":"',
  '"position":{"x":',
  '"interarrival":{"law":"exponential","rate":',
  '"service":{"law":"exponential","rate":',
  '"service":{"law":"',
  '"passProbability":',
  '"conversionFactor":',
  '"capacity":',
  '"serverCount":',
  '"whenFull":"',
  '"platform":"',
  '"probability":',
  '"arrivalRate":',
  '"utilization":',
  '"backPressureProbability":',
  '"meanQueueLength":',
  '"links":[{"from":"',
  '"measurement":{"name":"',
  '{"stage":"',
  '{"from":"',
  '","to":"',
  '","kind":"delay","name":"',
  '"classes":[{"id":"',
  '"closed":{"population":',
  '"byClass":{"',
  '"schedule":{"frames":[{"from":',
  '"resource":"',
];

const VERSION_3: readonly string[] = [
  '{"format":"stagegraph-scenario","schemaVersion":3,"name":"',
  '","kind":"stage","name":"',
  '","kind":"source","name":"',
  '","kind":"sink","name":"',
  '","kind":"router","name":"',
  '"position":{"x":',
  '"interarrival":{"distribution":"exponential","rate":',
  '"service":{"distribution":"exponential","rate":',
  '"service":{"distribution":"',
  '"passProbability":',
  '"conversionFactor":',
  '"capacity":',
  '"serverCount":',
  '"whenFull":"',
  '"platform":"',
  '"probability":',
  '"arrivalRate":',
  '"utilization":',
  '"backPressureProbability":',
  '"meanQueueLength":',
  '"links":[{"from":"',
  '"measurement":{"name":"',
  '{"stage":"',
  '{"from":"',
  '","to":"',
  '","kind":"delay","name":"',
  '"classes":[{"id":"',
  '"closed":{"population":',
  '"byClass":{"',
  '"schedule":{"frames":[{"from":',
  '"resource":"',
];

/** By version of the link, from 1. At most 31 words each. */
const LISTS: readonly (readonly string[])[] = [VERSION_1, VERSION_2, VERSION_3];

/** The version that is written. */
export const LINK_VERSION = LISTS.length;

export interface LinkWords {
  readonly shorten: (json: string) => string;
  /** Characters beyond the list stay, and make the JSON invalid: the link is damaged. */
  readonly restore: (text: string) => string;
  /** Length of the text once its words are restored: to be asked before, since every character may become fifty. */
  readonly restoredLength: (text: string) => number;
}

/** Undefined for a version that there never was. */
export function linkWords(version: number): LinkWords | undefined {
  const words = LISTS[version - 1];
  return words && { shorten: shortener(words), restore: restorer(words), restoredLength: measure(words) };
}

function shortener(words: readonly string[]): LinkWords['shorten'] {
  const codeOf = new Map(words.map((word, index) => [word, String.fromCharCode(index + 1)]));
  // Longer words first, so that a word never hides one that holds it.
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(escaped);
  const anyWord = new RegExp(longestFirst.join('|'), 'g');
  return (json) => json.replace(anyWord, (word) => codeOf.get(word)!);
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function restorer(words: readonly string[]): LinkWords['restore'] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the codes
  return (text) => text.replace(/[\x01-\x1f]/g, (code) => words[code.charCodeAt(0) - 1] ?? code);
}

function measure(words: readonly string[]): LinkWords['restoredLength'] {
  return (text) => {
    let length = text.length;
    for (let i = 0; i < text.length; i++) length += (words[text.charCodeAt(i) - 1]?.length ?? 1) - 1;
    return length;
  };
}
