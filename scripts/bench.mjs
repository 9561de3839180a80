/** `npm run bench`: installs what the benchmarks need, builds, runs them one at a time, writes bench/results.md. */
import { join } from 'node:path';
import { ensureChromium, ensureCommandLine, ensurePackages, ensurePage, root, run } from './setup.mjs';

ensurePackages();
const chromium = ensureChromium();
ensurePage();
ensureCommandLine();
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) };
process.exit(run(process.execPath, [tsx, 'bench/run.ts', ...process.argv.slice(2)], { env }) ? 0 : 1);
