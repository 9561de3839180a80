/** Builds the command line: the engine without a browser, bundled for Node. */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  // Piscina starts its threads from worker.js in its own folder, which is assets here.
  define: { __dirname: 'import.meta.dirname' },
  build: {
    ssr: true,
    outDir: 'dist-cli',
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      // Only asked for by Piscina where niceness is, which is nowhere here.
      external: ['@napi-rs/nice'],
      input: {
        main: 'cli/main.ts',
        'simulator-worker': 'cli/simulator-worker.ts',
        'explore-worker': 'cli/explore-worker.ts',
        'posterior-worker': 'cli/posterior-worker.ts',
        'assets/worker': 'node_modules/piscina/dist/worker.js',
      },
      output: { entryFileNames: ({ name }) => (name === 'assets/worker' ? '[name].js' : '[name].mjs') },
    },
  },
  // Everything is bundled, so that the built command line runs without node_modules.
  ssr: { noExternal: true },
});
