/** Studies in and out: files, and links, where the study stands as a layer of its own behind the scenario. */
import { decodeBase64Url } from '../../base/base64url.ts';
import { err, type Result } from '../../base/result.ts';
import { parseStudy, readStudyText } from '../../model/read-study.ts';
import type { Scenario } from '../../model/scenario.ts';
import { deflated, encodeShareLink, inflate } from '../../model/share-link.ts';
import type { Study } from '../../model/study.ts';
import { takeVariants, useDocument } from '../../state/document-store.ts';
import { useExplore } from '../../state/explore-store.ts';
import { openStudy } from '../../state/exploring.ts';
import { variantsOf } from '../../state/history-variants.ts';
import { savedPoints } from '../../state/saved-points.ts';
import { showTab } from '../../state/session-store.ts';
import { measuredLinkPart, openStudyMeasurements, withMeasured } from '../measured/study-measured.ts';
import { saveText } from '../saving.ts';

export async function saveStudy(study: Study): Promise<void> {
  const text = await fileText(study);
  saveText(`${study.name} study.json`, `${text}\n`, 'application/json');
}

/** With its points, a line each. */
async function fileText(study: Study): Promise<string> {
  const { points } = useExplore.getState();
  const results = points && savedPoints(points);
  const text = JSON.stringify(await withMeasured(withVariants(study)), null, 2);
  if (!results) return text;
  const rows = results.points.map((point) => `      ${JSON.stringify(point)}`).join(',\n');
  return `${text.slice(0, -2)},\n  "results": {\n    "key": ${JSON.stringify(results.key)},\n    "points": [\n${rows}\n    ]\n  }\n}`;
}

/** The named versions of the open scenario go along. */
function withVariants(study: Study): Study {
  const { history } = useDocument.getState();
  const variants = history ? variantsOf(history) : [];
  return variants.length > 0 ? { ...study, variants } : study;
}

/** A line for each fault. */
export function readStudyFile(text: string): Result<Study, readonly string[]> {
  const read = readStudyText(text);
  return read.ok ? read : err(read.error.map(({ message }) => message));
}

/** The tab with the study, whose scenario is open. Its variants become those of the scenario. */
export async function showStudy({ variants, measurements, ...study }: Study): Promise<void> {
  const { id } = useDocument.getState();
  if (id === undefined) return;
  takeVariants(variants ?? []);
  showTab('explore');
  // Points may take long.
  await openStudyMeasurements(measurements ?? []);
  await openStudy(id, study);
}

const KEY = 'study';
const VERSION = 1;

export async function studyAddress(study: Study): Promise<string> {
  const { scenario, ...rest } = withVariants(study);
  const fragment = await encodeShareLink(scenario);
  const part = await deflated(JSON.stringify(rest));
  const { origin, pathname } = location;
  return `${origin}${pathname}#${fragment}&${KEY}=${VERSION}.${part}${await measuredLinkPart()}`;
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
