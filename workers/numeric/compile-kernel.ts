/** Compiles AssemblyScript and writes the module as base64. For the programs that build kernels; no worker imports it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Transform } from 'assemblyscript/asc';

/** Where a kernel is made. */
export interface KernelFolders {
  /** Where its sources are, `index.as` and those that it names. */
  readonly sources: URL;
  /** Where `build-kernel.ts` stands, and `kernel-bytes.ts` beside it. */
  readonly made: URL;
}

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** The module as base64. */
export async function compileSources(
  { sources }: KernelFolders,
  transforms: readonly Transform[] = [],
): Promise<string> {
  // Loading the compiler takes longer than telling that nothing is to be compiled.
  const { default: asc } = await import('assemblyscript/asc');
  let module = Buffer.of();
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name) => readSource(sources, name),
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

/** Of all that decides on the bytes, and of them: whether the committed ones are what the sources compile to is told by it without compiling. */
export function digestOf({ sources, made }: KernelFolders, bytes: string): string {
  const parts = readdirSync(sources)
    .filter((name) => name.endsWith('.as'))
    .sort()
    .map((name) => [name, readFileSync(new URL(name, sources), 'utf8')]);
  parts.push(
    ['build-kernel.ts', readFileSync(new URL('build-kernel.ts', made), 'utf8')],
    ['compile-kernel.ts', readFileSync(new URL(import.meta.url), 'utf8')],
    ['assemblyscript', compilerVersion()],
    ['bytes', bytes],
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function compilerVersion(): string {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  return ['assemblyscript', 'binaryen'].map((name) => packages[`node_modules/${name}`].integrity).join(' ');
}

/** Writes `kernel-bytes.ts` beside its builder. */
export function writeKernel(folders: KernelFolders, bytes: string): void {
  const lines = [
    '/** The compiled kernel, base64. Written by build-kernel.ts; do not edit. */',
    '// biome-ignore format: one long line',
    `export const KERNEL_BYTES = '${bytes}';`,
    `export const KERNEL_DIGEST = '${digestOf(folders, bytes)}';`,
  ];
  writeFileSync(new URL('kernel-bytes.ts', folders.made), `${lines.join('\n')}\n`);
}
