/** Builds the service worker, with the list of all files that the page is made of: run when these are built. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vite';

const dist = join(import.meta.dirname, 'dist');

/** What the page never asks for: maps for debuggers, models for other pages, files for people and programs. */
const APART = /\.map$|^embed|^measurements\/|^schema\/|^sw\.js$|^\.built$/;

/** A file that is not what the build made, such as one of the next version, is refused, and the whole version with it. */
function entries() {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((url) => !APART.test(url))
    .sort()
    .map((url) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(dist, url)))
        .digest('base64');
      // Names of built files change with their content.
      const revision = url.startsWith('assets/') ? null : digest.slice(0, 12);
      return { url, revision, integrity: `sha384-${digest}` };
    });
}

export default defineConfig({
  publicDir: false,
  define: { PRECACHE: JSON.stringify(entries()) },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: { sw: 'src/features/offline/service-worker.ts' },
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
});
