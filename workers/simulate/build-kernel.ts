/**
 * Compiles `kernel/` (AssemblyScript) and writes `kernel-bytes.ts`: `npx tsx workers/simulate/build-kernel.ts`. A test says
 * when that has been forgotten.
 */
import { fileURLToPath } from 'node:url';
import type { Transform } from 'assemblyscript/asc';
import { compileSources, writeKernel } from '../numeric/compile-kernel.ts';
import { STATE } from './kernel.ts';

/** All that the module keeps beside its memory is exported, so that the host can put it back. */
class StateExport {
  declare readonly binaryen: Transform['binaryen'];

  afterCompile(module: Parameters<NonNullable<Transform['afterCompile']>>[0]): void {
    for (let i = 0; i < module.getNumGlobals(); i++) {
      const { name, mutable } = this.binaryen.getGlobalInfo(module.getGlobalByIndex(i));
      if (mutable) module.addGlobalExport(name, `${STATE}${i}`);
    }
  }
}

/** The module as base64. */
export const compileKernel = (): Promise<string> =>
  // The compiler makes the object of a class itself, and hands it what it needs; its types only know objects.
  compileSources(new URL('kernel/', import.meta.url), [StateExport as unknown as Transform]);

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeKernel(new URL('./', import.meta.url), await compileKernel());
