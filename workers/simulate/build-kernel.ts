/**
 * Compiles `kernel/` (AssemblyScript) and writes `kernel-bytes.ts`: `npx tsx workers/simulate/build-kernel.ts`. A test says
 * when that has been forgotten.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc, { type Transform } from 'assemblyscript/asc';
import { STATE } from './kernel.ts';

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

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
export async function compileKernel(): Promise<string> {
  const written = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name) => readSource(name),
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
    // Of a class the compiler makes the object, and hands it what it needs; its types only know objects.
    transforms: [StateExport as unknown as Transform],
  });
  if (error) throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  return Buffer.from(written.get('kernel.wasm') as Uint8Array).toString('base64');
}

/** The compiler asks for files of TypeScript. The kernel's are none, so they have another ending. */
function readSource(name: string): string | null {
  try {
    return readFileSync(new URL(`kernel/${name.replace(/\.ts$/, '.as')}`, import.meta.url), 'utf8');
  } catch {
    return null;
  }
}

async function writeKernel(): Promise<void> {
  const lines = [
    '/** The compiled kernel, base64. Written by build-kernel.ts; do not edit. */',
    '// biome-ignore format: one long line',
    `export const KERNEL_BYTES = '${await compileKernel()}';`,
  ];
  writeFileSync(new URL('kernel-bytes.ts', import.meta.url), `${lines.join('\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeKernel();
