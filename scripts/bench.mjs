/** `npm run bench`: installs what the benchmarks need, builds, runs them one at a time, writes bench/results.md. */
import { join } from 'node:path';
import { cliInputs, ensureBuilt, ensureChromium, ensurePackages, pageInputs, root, run } from './setup.mjs';

ensurePackages();
const chromium = ensureChromium();
ensureBuilt('dist', pageInputs, []);
ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts']);
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) };
process.exit(run(process.execPath, [tsx, 'bench/run.ts', ...process.argv.slice(2)], { env }) ? 0 : 1);
