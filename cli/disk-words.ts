/** Files that are written, and what the system refused when one was read or written, in words. */
import { writeFile } from 'node:fs/promises';
import { BadInput } from '../lib/bad-input.ts';

/** Refuses a place that cannot be written, by its name. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content).catch((reason: unknown) => {
    throw new BadInput([`${path}: cannot be written: ${writeWords(reason)}`]);
  });
}

export const readWords = (reason: unknown): string => words(reason, 'there is no such file');
export const writeWords = (reason: unknown): string => words(reason, 'its folder does not exist');

function words(reason: unknown, missing: string): string {
  const code = codeOf(reason);
  return code === 'ENOENT' ? missing : (WORDS[code] ?? code);
}

/** The file cannot even be begun. */
export const isNoPlace = (reason: unknown): boolean => NO_PLACE.has(codeOf(reason));

const codeOf = (reason: unknown): string => (reason as NodeJS.ErrnoException).code ?? String(reason);

const NO_PLACE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'ENOTDIR']);

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the system lets no file grow so large',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
};
