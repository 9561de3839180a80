/**
 * A scenario as the fragment of an address: `2.` and the base64url of its JSON, its frequent words shortened
 * (`link-words.ts`), compressed with raw deflate (RFC 1951).
 * The fragment never leaves the reader's machine. The number before the point is the version of this packing.
 */
import { decodeBase64Url, encodeBase64Url } from '../base/base64url.ts';
import { inflated } from '../base/inflated.ts';
import { err, ok, type Result } from '../base/result.ts';

import { parseScenario } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Characters of a link that are looked at. */
const MAX_LINK = 12_000_000;
/** Bytes of JSON that a link may unpack to. */
export const MAX_LINKED_BYTES = 4_000_000;

const DAMAGED = 'The link is damaged: it was cut off or changed on its way. Ask for it again.';
const TOO_LARGE = `The scenario in the link is larger than ${MAX_LINKED_BYTES / 1e6} MB; share it as a file.`;

/**
 * The fragment, without `#`. Rejects with a sentence for the user when the scenario is too large for a link.
 * `pack`: raw deflate as base64url, where there is a quicker way than streams.
 */
export async function encodeShareLink(
  scenario: Scenario,
  pack: (text: string) => string | Promise<string> = deflated,
): Promise<string> {
  const json = JSON.stringify(scenario);
  if (json.length > MAX_LINKED_BYTES) {
    throw new RangeError(
      `The scenario is larger than ${MAX_LINKED_BYTES / 1e6} MB, too large for a link; save it as a file.`,
    );
  }
  return `${LINK_VERSION}.${await pack(linkWords(LINK_VERSION)!.shorten(json))}`;
}

/** Compressed, as base64url. */
export async function deflated(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return encodeBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** The scenario in a fragment, in `#` and a fragment, or in a whole address; otherwise one sentence. */
export async function decodeShareLink(link: string): Promise<Result<Scenario, string>> {
  if (link.length > MAX_LINK) return err(`The link is longer than ${MAX_LINK / 1e6} million characters.`);
  // Behind & stand parts that may fail alone (link-measured.ts).
  const [fragment = ''] = link
    .slice(link.indexOf('#') + 1)
    .trim()
    .split('&');
  const [, version, text] = /^(\d{1,9})\.(.*)$/s.exec(fragment) ?? [];
  if (version === undefined || text === undefined) return err('This is not a link to a scenario.');
  if (Number(version) > LINK_VERSION) {
    return err(
      `This link has version ${Number(version)}; this Stagegraph reads up to ${LINK_VERSION}. Open it with a newer Stagegraph.`,
    );
  }
  const words = linkWords(Number(version));
  const bytes = decodeBase64Url(text);
  if (!words || !bytes) return err(DAMAGED);
  const json = await inflate(bytes);
  return json.ok ? readJson(json.value, words) : json;
}

/** Stops as soon as the limit is passed: a few kilobytes can unpack to gigabytes. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Result<string, string>> {
  const reader = inflated(new Blob([bytes]).stream(), 'deflate-raw').getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MAX_LINKED_BYTES) {
        reader.cancel().catch(() => undefined);
        return err(TOO_LARGE);
      }
      text += decoder.decode(part.value, { stream: true });
    }
    return ok(text + decoder.decode());
  } catch {
    return err(DAMAGED);
  }
}

function readJson(shortened: string, words: LinkWords): Result<Scenario, string> {
  if (words.restoredLength(shortened) > MAX_LINKED_BYTES) return err(TOO_LARGE);
  let raw: unknown;
  try {
    raw = JSON.parse(words.restore(shortened));
  } catch {
    return err(DAMAGED);
  }
  const scenario = parseScenario(raw);
  if (scenario.ok) return scenario;
  return err(
    `The link holds a scenario with errors. ${scenario.error.map(({ message }) => message).join('; ')}`,
  );
}

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

interface LinkWords {
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
