/** `npm start`: installs what is missing, builds what is old, serves the page on this machine alone. */
import { ensureBuilt, ensurePackages, pageInputs, root } from './setup.mjs';

ensurePackages();
ensureBuilt('dist', pageInputs, []);
const { preview } = await import('vite');
const port = Number(process.env.PORT ?? 4173);
const server = await preview({ root, preview: { host: '127.0.0.1', port, strictPort: false } });
const address = server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`;
console.log(`\nStagegraph is at ${address}\nPress Ctrl-C to stop.`);
