/** Builds the view of the Python package: one file, since a notebook loads it from text and could find no other beside it. */
import { defineConfig } from 'vite';
import { withoutHelp, withoutPreload } from './vite.embed.config.ts';

export default defineConfig({
  publicDir: false,
  plugins: [withoutHelp, withoutPreload],
  build: {
    outDir: 'python/stagegraph/static',
    target: 'es2022',
    modulePreload: false,
    lib: { entry: 'embed/widget.ts', formats: ['es'], fileName: () => 'widget.js' },
    rolldownOptions: { output: { topLevelVar: false, codeSplitting: false } },
  },
});
