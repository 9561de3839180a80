/** Studies in and out: files, and links. */

import { decodeBase64Url } from '../../../core/base/base64url.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { LONGEST_LINK, layerOfLink } from '../../../core/scenario/link-layer.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { deflated, encodeShareLink, inflate } from '../../../core/scenario/share-link.ts';
import { parseStudy, readStudyText } from '../../../core/study/read-study.ts';
import type { Study, StudyResults } from '../../../core/study/study.ts';
import { takeVariants, useDocument } from '../../state/document-store.ts';
import { variantsOf } from '../../state/history-variants.ts';
import { showView, tellRefusal } from '../../state/session-store.ts';
import { saveText } from '../../ui/saving.ts';
import { measuredLinkPart, openStudyMeasurements, withMeasured } from '../measure/study-measured.ts';
import { setPins } from './explore-pins.ts';
import { madeCount } from './explore-points.ts';
import { useExplore } from './explore-store.ts';
import { openStudy } from './exploring.ts';
import { savedPoints } from './saved-points.ts';

export async function saveStudy(study: Study): Promise<void> {
  const text = await fileText(study);
  saveText(`${study.name} study.json`, `${text}\n`, 'application/json');
}

/** With its points, a line each. */
async function fileText(study: Study): Promise<string> {
  const { points } = useExplore.getState();
  const results = points && savedPoints(points);
  const text = JSON.stringify(await withMeasured(withOthers(study)), null, 2);
  if (!results) return text;
  const rows = results.points.map((point) => `      ${JSON.stringify(point)}`).join(',\n');
  return `${text.slice(0, -2)},\n  "results": {\n    "key": ${JSON.stringify(results.key)},\n    "points": [\n${rows}\n    ]\n  }\n}`;
}

/** The named versions of the open scenario go along, and what is pinned. */
function withOthers(study: Study): Study {
  const { history } = useDocument.getState();
  const variants = history ? variantsOf(history) : [];
  const { pins: baselines } = useExplore.getState();
  return {
    ...study,
    ...(variants.length > 0 && { variants }),
    ...(baselines.length > 0 && { baselines }),
  };
}

/** A line for each fault. */
export function readStudyFile(text: string): Result<Study, readonly string[]> {
  const read = readStudyText(text);
  return read.ok ? read : err(read.error.map(({ message }) => message));
}

/** The tab with the study, whose scenario is open. Its variants become those of the scenario, its baselines are pinned. */
export async function showStudy({ variants, baselines, measurements, ...study }: Study): Promise<void> {
  const { id } = useDocument.getState();
  if (id === undefined) return;
  takeVariants(variants ?? []);
  showView('explore');
  // Points may take long.
  await openStudyMeasurements(measurements ?? []);
  const opening = openStudy(id, study);
  setPins(baselines ?? []);
  await opening;
}

interface StudyLink {
  readonly address: string;
  /** Points are made, but would make the link too long. */
  readonly leavesPointsOut: boolean;
}

export async function studyLink(study: Study): Promise<StudyLink> {
  const fragment = await encodeShareLink(study.scenario);
  const asked = `${fragment}${await studyPart(withOthers(study))}${await measuredLinkPart()}`;
  const address = `${location.origin}${location.pathname}#${asked}`;
  const { points } = useExplore.getState();
  if (!points || madeCount(points) === 0) return { address, leavesPointsOut: false };
  const results = savedPoints(points);
  const whole = results && `${address}${await resultsPart(results)}`;
  return whole !== undefined && whole.length <= LONGEST_LINK
    ? { address: whole, leavesPointsOut: false }
    : { address, leavesPointsOut: true };
}

/** The study of a link to the open scenario, if it has one: a layer of its own, and its results another. */
export async function openLinkedStudy(link: string, scenario: Scenario): Promise<void> {
  const study = await studyOfLink(link, scenario);
  if (!study) return;
  if (!study.ok) return notOpened('study was', study.error);
  const results = await resultsOfLink(link, study.value);
  if (results && !results.ok) notOpened('results were', `${results.error} The study can make them again.`);
  await showStudy({ ...study.value, ...(results?.ok && { results: results.value }) });
}

function notOpened(what: string, description: string): void {
  tellRefusal({ title: `The link’s ${what} not opened`, description });
}

/**
 * A study in a link: behind the scenario `&study=`, what is asked, and `&results=`, the points that are made. Each is a
 * layer of its own: where it is damaged the ones before it open all the same.
 */

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
