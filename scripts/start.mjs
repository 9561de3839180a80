/** `npm start`: installs what is missing, builds what is old, serves the page on this machine alone. */
import { ensurePackages, ensurePage, root, stop } from './setup.mjs';

const port = Number(process.env.PORT || 4173);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  stop(`PORT is a number from 1 to 65535; this is ${process.env.PORT}.`);
ensurePackages();
ensurePage();
const { preview } = await import('vite');
const server = await preview({
  root,
  // The other ways to read its configuration write it beside the packages first, which a read-only checkout forbids.
  configLoader: 'runner',
  preview: { host: '127.0.0.1', port, strictPort: false },
});
const address = server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`;
console.log(`\nStagegraph is at ${address}\nPress Ctrl-C to stop.`);
