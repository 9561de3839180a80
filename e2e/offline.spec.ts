/** The page without a network, and a new version of it: nothing mixed, no edit lost. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hosted } from './static-host.ts';
import {
  chooseExample,
  dropFile,
  expect,
  field,
  idle,
  node,
  notice,
  publicFile,
  refusal,
  setField,
  showView,
  simulate,
} from './workbench.ts';

const PATH = '/a/b/';
const folder = join(tmpdir(), `stagegraph-versions-${process.pid}`);
const story = hosted({ path: PATH, folder });

story.use({ serviceWorkers: 'allow' });
story.beforeAll(() => cpSync(join(import.meta.dirname, '..', 'dist'), folder, { recursive: true }));
story.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** On a machine's own address nothing is kept unless it is asked for. */
const keepHere = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('stagegraph:offline', 'on');
  });

const versionIsKept = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);

/** The page, once this version of it is kept. */
async function openKept(page: Page): Promise<void> {
  await keepHere(page);
  await page.goto(PATH);
  await versionIsKept(page);
}

async function openMercury(page: Page): Promise<void> {
  await chooseExample(page, 'Mercury BLAST, run 1');
  await showView(page, 'occupancy');
}

story(
  'under a path, opens, solves, simulates and reads a dropped file without a network, and asks nobody else',
  async ({ page, context, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openKept(page);
    await context.setOffline(true);
    await page.reload();
    await openMercury(page);
    await expect(page.getByRole('table', { name: 'Stages' })).toContainText('PCI-X');
    await simulate(page, 4);
    await expect(page.getByRole('table', { name: /^Simulated/ })).toContainText('±');
    await dropFile(page, 'other.json', publicFile('examples/laplace.json'));
    await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(/Laplace/);
    await idle(page);
    const strange = asked.filter((url) => url.startsWith('http') && !url.startsWith(`${baseURL}${PATH}`));
    expect(strange).toEqual([]);
  },
);

story(
  'opens files that another program shares with it, without a network',
  { tag: '@long' },
  async ({ page, context }) => {
    await openKept(page);
    await page.reload();
    await context.setOffline(true);
    // As a browser sends what was shared, to the address and under the name that the manifest says.
    const { action, method, enctype, params } = JSON.parse(publicFile('manifest.webmanifest')).share_target;
    const address = new URL(action, page.url()).href;
    const share = async (text: string): Promise<void> => {
      // The page itself sends no forms; its policy forbids it.
      await page.goto('about:blank');
      await page.evaluate(
        ({ text, action, method, enctype, field }) => {
          const files = new DataTransfer();
          files.items.add(new File([text], 'geteilt ü.json', { type: 'application/json' }));
          const form = Object.assign(document.createElement('form'), { action, method, enctype });
          const input = Object.assign(document.createElement('input'), { type: 'file', name: field });
          input.files = files.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        },
        { text, action: address, method, enctype, field: params.files[0].name },
      );
    };
    await share(publicFile('examples/laplace.json'));
    await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(/Laplace/);
    await idle(page);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(/Laplace/);
    expect(await page.evaluate(async () => (await (await caches.open('shared files')).keys()).length)).toBe(
      0,
    );

    await share('{"format": 7');
    await expect(refusal(page, /geteilt ü\.json/)).toBeVisible();
    await page.goto(`${PATH}?shared=lost`);
    await expect(refusal(page, 'The shared files were not opened')).toBeVisible();
  },
);

story(
  'a new version waits until it is asked for, and takes the edit along',
  { tag: '@long' },
  async ({ page, context }) => {
    await openKept(page);
    await page.reload();
    await openMercury(page);
    await node(page, '1a').click();
    await setField(page, 'Rate', '77 M/s');

    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const page1 = read('index.html');
    // The list of the new version still has the digest of the old page: it is taken for half of a deployment.
    writeFileSync(join(folder, 'index.html'), page1.replace('<title>Stagegraph', '<title>Stagegraph next'));
    writeFileSync(
      join(folder, 'sw.js'),
      `${read('sw.js')}// next`.replace(/revision:`[^`]*`/g, 'revision:`next`'),
    );
    const update = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update().catch(() => undefined);
        const next = registration.installing;
        if (next)
          await new Promise((resolve) => next.addEventListener('statechange', () => resolve(undefined)));
        return registration.waiting !== null;
      });
    expect(await update()).toBe(false);

    // Now it is whole.
    const digest = await page.evaluate(async (text) => {
      const bytes = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
      return btoa(String.fromCharCode(...new Uint8Array(bytes)));
    }, read('index.html'));
    const whole = read('sw.js').replace(/(url:`index\.html`.*?integrity:`)[^`]*/, `$1sha384-${digest}`);
    writeFileSync(join(folder, 'sw.js'), `${whole}// whole`);
    await update();
    await expect(notice(page, 'A new version is here')).toBeVisible();
    await expect(page).toHaveTitle(/^(?!.*next)/);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page).toHaveTitle(/next/);
    await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
    await idle(page);
    await node(page, '1a').click();
    await expect(field(page, 'Rate')).toHaveValue(/^77 M/);
  },
);
