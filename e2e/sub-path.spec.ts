/** The built page from a plain static host, under a path, without any header of its own: it works, and asks nobody else. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { expect, idle, showView, simulate, test } from './workbench.ts';

const PATH = '/a/b/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** As a host that knows files and nothing else. */
function staticHost(): Promise<Server> {
  const dist = join(import.meta.dirname, '..', 'dist');
  const server = createServer(({ url = '' }, answer) => {
    const { pathname } = new URL(url, 'http://host');
    const name = pathname === PATH ? 'index.html' : normalize(pathname.slice(PATH.length));
    try {
      if (!pathname.startsWith(PATH) || name.startsWith('..')) throw new Error('outside');
      const bytes = readFileSync(join(dist, name));
      answer
        .writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

/** The common check of requests knows one origin: here it is that of the host. */
const hosted = test.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const server = await staticHost();
    // A server that listens at a port has an address with one.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

hosted('the page opens, solves and simulates, and asks nobody else', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(PATH);
  await page
    .getByRole('button', { name: /^Mercury BLAST, run 1/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
  await expect(page.getByRole('table', { name: 'Stages' })).toContainText('PCI-X');
  await simulate(page, 4);
  await idle(page);
  await expect(page.getByRole('table').first()).toContainText('±');
  await showView(page, 'measured');
  await idle(page);
  const strange = asked.filter((url) => url.startsWith('http') && !url.startsWith(`${baseURL}${PATH}`));
  expect(strange).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
});
