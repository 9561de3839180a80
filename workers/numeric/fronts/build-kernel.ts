/**
 * Compiles `index.as` (AssemblyScript) and writes `kernel-bytes.ts`:
 * `npx tsx workers/numeric/fronts/build-kernel.ts`. A test says when that has been forgotten.
 */
import { fileURLToPath } from 'node:url';
import { compileSources, writeKernel } from '../compile-kernel.ts';

const HERE = new URL('./', import.meta.url);
export const FOLDERS = { sources: HERE, made: HERE };

/** The module as base64. */
export const compileKernel = (): Promise<string> => compileSources(FOLDERS);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeKernel(FOLDERS, await compileKernel());
