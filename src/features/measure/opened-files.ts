/** The files of this visit: of a measurement no rows are kept, and what needs them reads its file again. */
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';

type Known = Pick<ReducedMeasurement, 'name' | 'bytes'>;

const opened = new Map<string, File>();

/** Two files with one name are told apart by their size. */
const keyOf = ({ name, bytes }: Known): string => `${bytes} ${name}`;

export const rememberFile = (measured: Known, file: File): void => void opened.set(keyOf(measured), file);

export const fileOf = (measured: Known): File | undefined => opened.get(keyOf(measured));

/** Keeps a file that was given again for the rest of the visit, if it is as long as the one that was measured. */
export function recogniseFile(measured: Known, file: File): void {
  if (file.size === measured.bytes) rememberFile(measured, file);
}
