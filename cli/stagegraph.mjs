#!/usr/bin/env node
/** `npx stagegraph`: builds the command line when it is missing or old, then runs it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cliInputs, ensureBuilt, ensurePackages, root } from '../scripts/setup.mjs';

// A copy without sources (installed as a package) runs what it was shipped with.
if (existsSync(join(root, 'cli', 'main.ts'))) {
  ensurePackages();
  ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts', '--logLevel', 'error']);
}
await import(new URL('../dist-cli/main.mjs', import.meta.url).href);
