/** Builds what the package holds: command line and library, bundled for Node, and the library and the element for pages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';

/** Everything that the points of a study may depend on, and what explorers and workers say to each other. */
const POINT_SOURCES = ['core', 'workers', 'lib/point-worker.ts', 'cli/explore-queue-jobs.ts'];

/** Explorers and workers of a queue know by it that they answer points alike. */
export const sourcesDigest = (): string =>
  POINT_SOURCES.flatMap((path) => filesIn(join(import.meta.dirname, path)))
    .filter((path) => !/\.(test|test-support)\.|\.md$/.test(path))
    .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path];

const forPages: Plugin = {
  name: 'for-pages',
  async closeBundle() {
    await build({ configFile: 'vite.browser.config.ts' });
    await build({ configFile: 'vite.embed.config.ts', build: { outDir: 'dist-cli/embed' } });
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [forPages],
  // Piscina starts its threads from worker.js in its own folder, which is that of all here.
  define: { __dirname: 'import.meta.dirname', SOURCES_DIGEST: JSON.stringify(sourcesDigest()) },
  build: {
    ssr: true,
    outDir: 'dist-cli',
    // Licences of everything that is bundled: they ask to be passed on with it.
    license: { fileName: 'licences.md' },
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      // Only asked for by Piscina where niceness is, which is nowhere here.
      external: ['@napi-rs/nice'],
      input: {
        main: 'cli/main.ts',
        index: 'lib/index.ts',
        'verb-worker': 'lib/verb-worker.ts',
        'simulator-worker': 'lib/simulator-worker.ts',
        'point-worker': 'lib/point-worker.ts',
        'posterior-worker': 'lib/posterior-worker.ts',
        worker: 'node_modules/piscina/dist/worker.js',
      },
      // One folder, so that whatever starts a thread finds its script beside itself, in whichever chunk it is.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? '[name].js' : '[name].mjs'),
        chunkFileNames: '[name]-[hash].mjs',
        // Constants stay constants: V8 folds them into what it compiles, which it cannot with variables.
        topLevelVar: false,
      },
    },
  },
  // Everything is bundled, so that the built command line runs without node_modules.
  ssr: { noExternal: true },
});
