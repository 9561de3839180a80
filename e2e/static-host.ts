/** The built page on a plain host that knows files and nothing else, under a path. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { test } from './workbench.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

interface Host {
  /** Begins and ends with a slash. */
  readonly path: string;
  /** Below the project; default the built page. */
  readonly folder?: string;
  /** Sent with every file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Pages beside the files, by name. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** The common check of requests knows one origin: here it is that of the host. */
export const hosted = ({ path, folder = 'dist', headers = {}, pages = {} }: Host) =>
  test.extend({
    baseURL: async ({ browserName: _ }, use) => {
      const root = resolve(import.meta.dirname, '..', folder);
      const server = createServer(({ url = '' }, answer) => {
        const { pathname } = new URL(url, 'http://host');
        const asked = normalize(decodeURIComponent(pathname.slice(path.length)));
        const name = /(^|\/)\.?$/.test(asked) ? join(asked, 'index.html') : asked;
        const page = pages[name];
        try {
          if (!pathname.startsWith(path) || name.startsWith('..')) throw new Error('outside');
          const bytes = page ?? readFileSync(join(root, name));
          const type = TYPES[extname(name)] ?? 'application/octet-stream';
          answer.writeHead(200, { 'Content-Type': type, ...headers }).end(bytes);
        } catch {
          answer.writeHead(404).end();
        }
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      // A server that listens at a port has an address with one.
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
  });
