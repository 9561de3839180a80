/** The study that a command line asks for: a study file, or a scenario and what is said beside it. */
import { existsSync } from 'node:fs';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { isStudy, readStudyText } from '../core/study/read-study.ts';
import type { Study } from '../core/study/study.ts';
import { BadInput } from '../lib/bad-input.ts';
import { type StudyOptions, studyOf, studyWith } from '../lib/studies.ts';
import { nameOf, readBytes, readScenario } from './input.ts';

/** What is said on the command line comes on top of a study file. */
export const readStudyOf = async (file: string, options: StudyOptions): Promise<Study> =>
  studyWith(await readBase(file), options);

/** A scenario by itself is a study of which nothing is varied yet. */
async function readBase(file: string): Promise<Study> {
  if (file !== '-' && !existsSync(file)) return studyOf(await readScenario(file));
  const text = new TextDecoder().decode(await readBytes(file));
  const read = isStudy(parsedJson(text)) ? readStudyText(text) : readScenarioText(text);
  if (!read.ok) throw new BadInput(read.error.map(({ message }) => `${nameOf(file)}: ${message}`));
  return 'vary' in read.value ? read.value : studyOf(read.value);
}

/** Undefined where the text is no JSON, which is told by whoever reads it as a scenario. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
