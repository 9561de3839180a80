/** Studies in and out: files, and links, where the study stands as a layer of its own behind the scenario. */
import { decodeBase64Url } from '../../base/base64url.ts';
import { err, type Result } from '../../base/result.ts';
import { parseStudy, readStudyText } from '../../model/read-study.ts';
import type { Scenario } from '../../model/scenario.ts';
import { deflated, encodeShareLink, inflate } from '../../model/share-link.ts';
import type { Study } from '../../model/study.ts';
import { useDocument } from '../../state/document-store.ts';
import { openStudy } from '../../state/exploring.ts';
import { showTab } from '../../state/session-store.ts';
import { saveText } from '../saving.ts';

export function saveStudy(study: Study): void {
  saveText(`${study.name} study.json`, `${JSON.stringify(study, null, 2)}\n`, 'application/json');
}

/** A line for each fault. */
export function readStudyFile(text: string): Result<Study, readonly string[]> {
  const read = readStudyText(text);
  return read.ok ? read : err(read.error.map(({ message }) => message));
}

/** The tab with the study, whose scenario is open. */
export async function showStudy(study: Study): Promise<void> {
  const { id } = useDocument.getState();
  if (id === undefined) return;
  showTab('explore');
  await openStudy(id, study);
}

const KEY = 'study';
const VERSION = 1;

export async function studyAddress({ scenario, ...rest }: Study): Promise<string> {
  const fragment = await encodeShareLink(scenario);
  const part = await deflated(JSON.stringify(rest));
  const { origin, pathname } = location;
  return `${origin}${pathname}#${fragment}&${KEY}=${VERSION}.${part}`;
}

/** The study in a link to this scenario; undefined where it has none. */
export async function studyOfLink(
  link: string,
  scenario: Scenario,
): Promise<Result<Study, string> | undefined> {
  const part = new RegExp(`&${KEY}=(\\d{1,9})\\.([\\w-]*)`).exec(link);
  if (!part) return undefined;
  if (Number(part[1]) !== VERSION)
    return err(`It has version ${Number(part[1])}; this Stagegraph reads version ${VERSION}.`);
  const bytes = decodeBase64Url(part[2]!);
  const text = bytes ? await inflate(bytes) : err('It was cut off or changed on its way.');
  return text.ok ? studyIn(text.value, scenario) : text;
}

function studyIn(text: string, scenario: Scenario): Result<Study, string> {
  let rest: object;
  try {
    rest = JSON.parse(text) as object;
  } catch {
    return err('It was cut off or changed on its way.');
  }
  const study = parseStudy({ ...rest, scenario });
  return study.ok ? study : err(study.error.map(({ message }) => message).join('; '));
}
