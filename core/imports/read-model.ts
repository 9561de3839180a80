/** Models of other programs, told from their content. */
import type { Result } from '../base/result.ts';
import type { Imported, ModelFile } from './imported.ts';
import { isSdf3, readSdf3 } from './sdf3.ts';
import { readVitisHls, vitisFileKind } from './vitis-hls.ts';

/** Whether a text, or the first 4096 characters of one, is such a model or a part of one. */
export const isModel = (head: string): boolean => isSdf3(head) || vitisFileKind(head) !== undefined;

/** One model, and the files that tell it. */
interface FoundModel {
  readonly files: readonly ModelFile[];
  /** `timeUnit`: seconds of one unit of time, or of one clock, for files that do not tell. */
  readonly read: (timeUnit?: number) => Result<Imported, string>;
}

/** The models that files tell, which all are such: those of Vitis HLS tell one together. */
export function modelsIn(files: readonly ModelFile[]): readonly FoundModel[] {
  const parts = files.filter(({ text }) => vitisFileKind(text) !== undefined);
  return [
    ...files
      .filter(({ text }) => isSdf3(text))
      .map((file) => ({ files: [file], read: (timeUnit?: number) => readSdf3(file.text, timeUnit) })),
    ...(parts.length > 0
      ? [{ files: parts, read: (timeUnit?: number) => readVitisHls(parts, timeUnit) }]
      : []),
  ];
}
