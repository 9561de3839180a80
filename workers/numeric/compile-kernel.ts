/** Compiles AssemblyScript and writes the module as base64. For the programs that build kernels; no worker imports it. */
import { readFileSync, writeFileSync } from 'node:fs';
import asc, { type Transform } from 'assemblyscript/asc';

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** The module of the sources in `folder`, `index.as` first, as base64. */
export async function compileSources(folder: URL, transforms: readonly Transform[] = []): Promise<string> {
  let module = Buffer.of();
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name) => readSource(folder, name),
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') module = Buffer.from(contents);
    },
    listFiles: () => [],
    transforms: [...transforms],
  });
  if (error) throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  return module.toString('base64');
}

/** The compiler asks for files of TypeScript. A kernel's are none, so they have another ending. */
function readSource(folder: URL, name: string): string | null {
  try {
    return readFileSync(new URL(name.replace(/\.ts$/, '.as'), folder), 'utf8');
  } catch {
    return null;
  }
}

/** Writes `kernel-bytes.ts` into `folder`. */
export function writeKernel(folder: URL, bytes: string): void {
  const lines = [
    '/** The compiled kernel, base64. Written by build-kernel.ts; do not edit. */',
    '// biome-ignore format: one long line',
    `export const KERNEL_BYTES = '${bytes}';`,
  ];
  writeFileSync(new URL('kernel-bytes.ts', folder), `${lines.join('\n')}\n`);
}
