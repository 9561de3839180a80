/** `npm run site`: installs what is missing, builds what is old, and writes the whole site into one folder (scripts/site/build.ts). */
import { join } from 'node:path';
import { ensurePackages, root, run } from './setup.mjs';

ensurePackages();
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const build = join(root, 'scripts', 'site', 'build.ts');
process.exit(run(process.execPath, [tsx, build, ...process.argv.slice(2)]) ? 0 : 1);
