/**
 * A reduced measurement behind the scenario of a link: `&measured=1.` and the base64url of its text, compressed. It is a
 * layer of its own: where it is damaged the scenario opens all the same.
 */
import { decodeBase64Url } from '../base/base64url.ts';
import { err, type Result } from '../base/result.ts';
import { layerOfLink } from './link-layer.ts';
import { deflated, inflate } from './share-link.ts';

const VERSION = 1;
const KEY = 'measured';

/** What is put behind the fragment of a scenario. */
export const measuredPart = async (text: string): Promise<string> =>
  `&${KEY}=${VERSION}.${await deflated(text)}`;

/** The text of the measurement in a link; undefined where it has none. */
export async function measuredOfLink(link: string): Promise<Result<string, string> | undefined> {
  const layer = layerOfLink(link, KEY);
  if (!layer) return undefined;
  if (layer.version !== VERSION)
    return err(`They have version ${layer.version}; this Stagegraph reads version ${VERSION}.`);
  const bytes = decodeBase64Url(layer.text);
  return bytes ? inflate(bytes) : err('They were cut off or changed on their way.');
}
