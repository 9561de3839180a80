#!/usr/bin/env node
/** `npx stagegraph`: builds the command line when it is missing or old, then runs it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A copy without sources (installed as a package) runs what it was shipped with.
if (existsSync(fileURLToPath(new URL('main.ts', import.meta.url)))) {
  const { ensureCommandLine, ensurePackages } = await import('../scripts/setup.mjs');
  ensurePackages();
  ensureCommandLine();
}
await import(new URL('../dist-cli/main.mjs', import.meta.url).href);
