/**
 * A scenario as the fragment of an address: `2.` and the base64url of its JSON, its frequent words shortened
 * (`link-words.ts`), compressed with raw deflate (RFC 1951).
 * The fragment never leaves the reader's machine. The number before the point is the version of this packing.
 */
import { decodeBase64Url, encodeBase64Url } from '../base/base64url.ts';
import { err, ok, type Result } from '../base/result.ts';
import { LINK_VERSION, type LinkWords, linkWords } from './link-words.ts';
import { parseScenario } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Characters of a link that are looked at. */
const MAX_LINK = 12_000_000;
/** Bytes of JSON that a link may unpack to. */
export const MAX_LINKED_BYTES = 4_000_000;

const DAMAGED = 'The link is damaged: it was cut off or changed on its way. Ask for it again.';
const TOO_LARGE = `The scenario in the link is larger than ${MAX_LINKED_BYTES / 1e6} MB; share it as a file.`;

/** The fragment, without `#`. Rejects with a sentence for the user when the scenario is too large for a link. */
export async function encodeShareLink(scenario: Scenario): Promise<string> {
  const json = JSON.stringify(scenario);
  if (json.length > MAX_LINKED_BYTES) {
    throw new RangeError(
      `The scenario is larger than ${MAX_LINKED_BYTES / 1e6} MB, too large for a link; save it as a file.`,
    );
  }
  return `${LINK_VERSION}.${await deflated(linkWords(LINK_VERSION)!.shorten(json))}`;
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
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
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
    `The link holds a scenario with faults. ${scenario.error.map(({ message }) => message).join('; ')}`,
  );
}
