/** `npm run verify [name …]`: long statistical checks; writes their tables to verify/. */
import { join } from 'node:path';
import { ensurePackages, root, run } from './setup.mjs';

ensurePackages();
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
process.exit(run(process.execPath, [tsx, 'verify/run.ts', ...process.argv.slice(2)]) ? 0 : 1);
