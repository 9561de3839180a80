/**
 * A study in a link: behind the scenario `&study=`, what is asked, and `&results=`, the points that are made. Each is a
 * layer of its own: where it is damaged the ones before it open all the same.
 */
import { decodeBase64Url } from '../../../core/base/base64url.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { layerOfLink } from '../../../core/scenario/link-layer.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { deflated, inflate } from '../../../core/scenario/share-link.ts';
import { parseStudy } from '../../../core/study/read-study.ts';
import type { Study, StudyResults } from '../../../core/study/study.ts';

const VERSION = 1;
const DAMAGED = 'It was cut off or changed on its way.';

/** What is put behind the fragment of the study's scenario. */
export const studyPart = async ({ scenario: _, results: __, ...asked }: Study): Promise<string> =>
  `&study=${VERSION}.${await deflated(JSON.stringify(asked))}`;

/** What is put behind the study. One digit that changed would be a wrong answer: a check stands before the points. */
export async function resultsPart(results: StudyResults): Promise<string> {
  const packed = await deflated(JSON.stringify(results));
  return `&results=${VERSION}.${checkOf(packed)}.${packed}`;
}

/** The study in a link to this scenario, without results; undefined where it has none. */
export async function studyOfLink(
  link: string,
  scenario: Scenario,
): Promise<Result<Study, string> | undefined> {
  const layer = layerOf(link, 'study');
  if (!layer) return undefined;
  const asked = layer.ok ? await unpacked(layer.value) : layer;
  return asked.ok ? studyIn({ ...asked.value, scenario }) : asked;
}

/** The results in a link that holds this study; undefined where it has none. */
export async function resultsOfLink(
  link: string,
  study: Study,
): Promise<Result<StudyResults, string> | undefined> {
  const layer = layerOf(link, 'results');
  if (!layer) return undefined;
  const [check, packed = ''] = layer.ok ? layer.value.split('.') : [];
  if (layer.ok && check !== checkOf(packed)) return err(DAMAGED);
  const results = layer.ok ? await unpacked(packed) : layer;
  const read = results.ok ? studyIn({ ...study, results: results.value }) : results;
  return read.ok ? ok(read.value.results!) : read;
}

/** What stands behind its name and version. */
function layerOf(link: string, name: string): Result<string, string> | undefined {
  const layer = layerOfLink(link, name);
  if (!layer || layer.version === VERSION) return layer && ok(layer.text);
  return err(`It has version ${layer.version}; this Stagegraph reads version ${VERSION}.`);
}

async function unpacked(packed: string): Promise<Result<object, string>> {
  const bytes = decodeBase64Url(packed);
  const text = bytes ? await inflate(bytes) : err(DAMAGED);
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value) as object);
  } catch {
    return err(DAMAGED);
  }
}

function studyIn(input: object): Result<Study, string> {
  const study = parseStudy(input);
  return study.ok ? study : err(study.error.map(({ message }) => message).join('; '));
}

/** FNV-1a, 32 bits: of two texts of one length that differ in one place it is never the same. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
