/**
 * Compiles `kernel/` (AssemblyScript) and writes `kernel-bytes.ts`: `npx tsx workers/simulate/build-kernel.ts`. A test says
 * when that has been forgotten.
 */
import { fileURLToPath } from 'node:url';
import type { Transform } from 'assemblyscript/asc';
import { compileSources, writeKernel } from '../numeric/compile-kernel.ts';
import { STATE } from './kernel.ts';

type Module = Parameters<NonNullable<Transform['afterCompile']>>[0];

/**
 * Sizes up to which functions are written out where they are called, in binaryen's count: always; where that promises something;
 * where there is one call. The compiler's own are for small modules; engines of browsers write out no calls of compiled code.
 */
const WRITTEN_OUT = { always: 12, promising: 200, once: 4000 };

/** All that the module keeps beside its memory is exported, so that the host can put it back; and calls are written out. */
class StateExport {
  declare readonly binaryen: Transform['binaryen'];

  afterCompile(module: Module): void {
    this.exportState(module);
    const { binaryen } = this;
    binaryen.setOptimizeLevel(3);
    binaryen.setShrinkLevel(0);
    binaryen.setFastMath(true);
    binaryen.setAlwaysInlineMaxSize(WRITTEN_OUT.always);
    binaryen.setFlexibleInlineMaxSize(WRITTEN_OUT.promising);
    binaryen.setOneCallerInlineMaxSize(WRITTEN_OUT.once);
    binaryen.setAllowInliningFunctionsWithLoops(true);
    module.runPasses(['remove-unused-module-elements', 'once-reduction', 'inlining-optimizing']);
  }

  private exportState(module: Module): void {
    for (let i = 0; i < module.getNumGlobals(); i++) {
      const { name, mutable } = this.binaryen.getGlobalInfo(module.getGlobalByIndex(i));
      if (mutable) module.addGlobalExport(name, `${STATE}${i}`);
    }
  }
}

export const FOLDERS = {
  sources: new URL('kernel/', import.meta.url),
  made: new URL('./', import.meta.url),
};

/** The module as base64. */
export const compileKernel = (): Promise<string> =>
  // The compiler makes the object of a class itself, and hands it what it needs; its types only know objects.
  compileSources(FOLDERS, [StateExport as unknown as Transform]);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeKernel(FOLDERS, await compileKernel());
