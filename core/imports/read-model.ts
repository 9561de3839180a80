/** Models of other programs, told from their content. */
import { err, ok, type Result } from '../base/result.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { Imported, ModelFile } from './imported.ts';
import { isJmva, readJmva } from './jmt/read-jmva.ts';
import { isJsim, readJsim } from './jmt/read-jsim.ts';
import { isLineModel, readLineModel } from './line-model.ts';
import { isPnml, readPnml } from './pnml.ts';
import { isSdf3, readSdf3 } from './sdf3.ts';
import { baseName, namedInIndex } from './vitis-cosim.ts';
import { readVitisHls, vitisFileKind } from './vitis-hls.ts';

/** Whether a text, or the first 4096 characters of one, is such a model or a part of one. */
export const isModel = (head: string): boolean =>
  formatOf(head) !== undefined || vitisFileKind(head) !== undefined;

/** Files of numbers alone, which say nothing by themselves, belong to a model if a table of it names them. */
export function isPartOf(files: readonly ModelFile[]): (name: string) => boolean {
  const named = namedInIndex(files);
  return (name) => named.has(baseName(name));
}

/** A format whose models are one file each. */
interface ModelFormat {
  /** As a message names it. */
  readonly words: string;
  readonly isIt: (head: string) => boolean;
  readonly read: (text: string, timeUnit?: number) => Result<Imported, string>;
}

const FORMATS: readonly ModelFormat[] = [
  { words: 'a simulation model of JMT (.jsimg)', isIt: isJsim, read: readJsim },
  { words: 'an analytic model of JMT (.jmva)', isIt: isJmva, read: readJmva },
  { words: 'a queueing network of LINE (JSON)', isIt: isLineModel, read: readLineModel },
  { words: 'an XML file of SDF3', isIt: isSdf3, read: readSdf3 },
  { words: 'a Petri net in PNML', isIt: isPnml, read: readPnml },
];

/** What is read, as words of a message. */
export const MODEL_WORDS: readonly string[] = [...FORMATS.map(({ words }) => words), 'files of Vitis HLS'];

const formatOf = (text: string): ModelFormat | undefined => FORMATS.find(({ isIt }) => isIt(text));

/** One model, and the files that tell it. */
interface FoundModel {
  readonly files: readonly ModelFile[];
  /** `timeUnit`: seconds of one unit of time, or of one clock, for files that do not tell. */
  readonly read: (timeUnit?: number) => Result<Imported, readonly string[]>;
}

/** The models that files tell, which all are such: those of Vitis HLS tell one together. */
export function modelsIn(files: readonly ModelFile[]): readonly FoundModel[] {
  const isNamed = isPartOf(files);
  const parts = files.filter(({ name, text }) => vitisFileKind(text) !== undefined || isNamed(name));
  return [
    ...files.flatMap((file) => {
      const format = formatOf(file.text);
      return format
        ? [{ files: [file], read: (timeUnit?: number) => wellFormed(format.read(file.text, timeUnit)) }]
        : [];
    }),
    ...(parts.length > 0
      ? [{ files: parts, read: (timeUnit?: number) => wellFormed(readVitisHls(parts, timeUnit)) }]
      : []),
  ];
}

/** A model may hold what no scenario can, such as phases whose start and rates are of different numbers. */
function wellFormed(read: Result<Imported, string>): Result<Imported, readonly string[]> {
  if (!read.ok) return err([read.error]);
  const scenario = parseScenario(read.value.scenario);
  return scenario.ok
    ? ok({ ...read.value, scenario: scenario.value })
    : err(scenario.error.map(({ message }) => message));
}
