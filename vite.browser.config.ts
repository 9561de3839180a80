/** Builds the library for pages and bundlers beside that for Node: what differs are threads and their ports. */
import { basename, dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { withoutPreload } from './vite.embed.config.ts';

const lib = join(import.meta.dirname, 'lib');

/** Modules of which a page has its own. */
const OF_NODE = /\/(?:threads|port|point-pool)\.ts$/;

const ofPage = (): Plugin => ({
  name: 'of-page',
  enforce: 'pre',
  resolveId: {
    filter: { id: OF_NODE },
    async handler(source, importer) {
      if (!importer?.startsWith(lib)) return undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && dirname(found.id) === lib ? join(lib, 'page', basename(found.id)) : undefined;
    },
  },
});

/** Addresses of workers as Vite writes them, and as those who bundle the library look for them. */
const IGNORED = String.raw`\s*(?:\/\*\s*@vite-ignore\s*\*\/\s*)?`;
const WRITTEN = new RegExp(
  String.raw`new URL\(${IGNORED}new URL\(${IGNORED}["'\x60]([\w-]+\.js)["'\x60],\s*import\.meta\.url\)\.href,\s*["'\x60]{2}\s*\+\s*import\.meta\.url\)`,
  'g',
);
const looked = (code: string): string => code.replace(WRITTEN, 'new URL("./$1",import.meta.url)');

const findableWorkers: Plugin = {
  name: 'findable-workers',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = looked(file.code);
      else
        file.source = looked(
          typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
        );
    }
  },
};

/** Constants stay constants: V8 folds them into what it compiles, which it cannot with variables. */
const output = { topLevelVar: false } as const;

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [ofPage(), withoutPreload, findableWorkers],
  worker: {
    format: 'es',
    plugins: () => [ofPage(), withoutPreload],
    // Each is one file: a bundler that copies it as it is copies all of it.
    rolldownOptions: { output: { ...output, codeSplitting: false, entryFileNames: '[name].js' } },
  },
  build: {
    outDir: 'dist-cli/browser',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { index: 'lib/index.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        ...output,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
