/** Builds the command line: the engine without a browser, bundled for Node. */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist-cli',
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: { main: 'cli/main.ts', 'simulator-worker': 'cli/simulator-worker.ts' },
      output: { entryFileNames: '[name].mjs' },
    },
  },
  // Everything is bundled, so that the built command line runs without node_modules.
  ssr: { noExternal: true },
});
