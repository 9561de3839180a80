/**
 * Compiles `index.as` (AssemblyScript) and writes `kernel-bytes.ts`:
 * `npx tsx workers/trace-depths/lanes/build-kernel.ts`. A test says when that has been forgotten.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** The module as base64. The compiler asks for a file of TypeScript; the kernel is none, so it has another ending. */
export async function compileKernel(): Promise<string> {
  let module = Buffer.of();
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name) =>
      name === 'index.ts' ? readFileSync(new URL('index.as', import.meta.url), 'utf8') : null,
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') module = Buffer.from(contents);
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  return module.toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = [
    '/** The compiled kernel, base64. Written by build-kernel.ts; do not edit. */',
    '// biome-ignore format: one long line',
    `export const KERNEL_BYTES = '${await compileKernel()}';`,
  ];
  writeFileSync(new URL('kernel-bytes.ts', import.meta.url), `${lines.join('\n')}\n`);
}
