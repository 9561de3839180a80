import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { pageChunks } from './vite.chunks.ts';

/** The page loads only what it brought, talks to nobody, and runs no script that is not a file of its own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Cross-origin isolation, so that workers may share memory where the host can set headers. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Puts the policy into the built page itself: it holds on any static host. */
export const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

/** What stands beside the page is built apart: what other pages embed shares no file with it, and the service worker lists them all. */
const besides: Plugin = {
  name: 'besides',
  apply: 'build',
  async closeBundle(failure) {
    if (failure) return;
    await build({ configFile: 'vite.embed.config.ts' });
    await build({ configFile: 'vite.offline.config.ts' });
  },
};

/** As a host that can set headers: other pages may frame the model that is made for it, and nothing else. */
const policyHeader: Plugin = {
  name: 'policy-header',
  configurePreviewServer({ middlewares }) {
    middlewares.use(({ url = '' }, response, next) => {
      const frames = /^\/embed\.html/.test(url) ? '' : "; frame-ancestors 'none'";
      response.setHeader('Content-Security-Policy', `${POLICY}${frames}`);
      next();
    });
  },
};

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy, besides, policyHeader],
  server: { host: '127.0.0.1', port: 5173, headers: isolation },
  preview: {
    host: '127.0.0.1',
    port: 4173,
    headers: {
      ...isolation,
      'X-Content-Type-Options': 'nosniff',
    },
  },
  // Constants stay constants: V8 folds them into what it compiles, which it cannot with variables.
  worker: { format: 'es', rolldownOptions: { output: { topLevelVar: false } } },
  build: {
    target: 'es2022',
    sourcemap: true,
    modulePreload: { polyfill: false },
    // The workbench is one file.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: pageChunks() } } },
  },
  test: {
    include: ['{core,src,workers,lib,embed,cli,scripts,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Its colours are read by what draws without a page.
    css: { include: [/colours\.css/] },
    setupFiles: ['tests/property-seed.ts'],
    // What takes long and says little that another test does not say is left to `npm run verify tests`.
    tags: [{ name: 'long', description: 'left out of npm test' }],
    ...(process.env.TESTS === 'all' ? {} : { tagsFilter: ['!long'] }),
    // A test that hangs must end some time; how fast a machine is must not decide over it.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Tests of the command line wait for its processes: one more than there are cores lets none of them idle.
    maxWorkers: availableParallelism() + 1,
    // Files of tests share what they import: half of the time of many small ones went into importing it again.
    isolate: false,
  },
});
