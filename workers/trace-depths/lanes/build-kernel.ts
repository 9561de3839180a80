/**
 * Compiles `index.as` (AssemblyScript) and writes `kernel-bytes.ts`:
 * `npx tsx workers/trace-depths/lanes/build-kernel.ts`. A test says when that has been forgotten.
 */
import { fileURLToPath } from 'node:url';
import { compileSources, writeKernel } from '../../numeric/compile-kernel.ts';

const FOLDER = new URL('./', import.meta.url);

/** The module as base64. */
export const compileKernel = (): Promise<string> => compileSources(FOLDER);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeKernel(FOLDER, await compileKernel());
