/** The page as an installed program: a Chromium installs it and starts it with files, as a file manager does, without a network. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { hosted } from './static-host.ts';
import { expect, idle, landsOn } from './workbench.ts';

const PATH = '/a/b/';
const story = hosted({ path: PATH });

/** Programs are installed in a profile, which the contexts of other stories do not have. */
async function withProfile(folder: string, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const { launchOptions } = story.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    // The shell without windows installs nothing.
    executablePath: process.env.CHROMIUM,
    headless: false,
    serviceWorkers: 'allow',
    // A browser puts what it installs into the menu of the desktop, which is that of whoever runs the stories.
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    args: [...(launchOptions?.args ?? []), '--headless=new'],
  });
  await context.addInitScript(() => {
    localStorage['stagegraph:live'] ??= 'off';
    // On a machine's own address the page keeps nothing unless it is told to.
    localStorage['stagegraph:offline'] ??= 'on';
  });
  try {
    await use(context);
  } finally {
    await context.close();
  }
}

story(
  'is installed, and opens the files that it is started with, without a network',
  { tag: '@long' },
  async ({ baseURL }) => {
    const folder = story.info().outputPath('installed');
    const file = (name: string, path: string): string => {
      cpSync(join(import.meta.dirname, '..', 'public', path), join(folder, name));
      return join(folder, name);
    };
    mkdirSync(folder, { recursive: true });
    const scenario = file('Läufe 1.stagegraph.json', 'examples/mercury-run-1.json');
    const measured = file('gemessen.csv', 'measurements/mercury-run-1.csv');
    const broken = file('Läufe 2.json', 'favicon.svg');

    await withProfile(join(folder, 'profile'), async (context) => {
      const page = await context.newPage();
      await page.goto(`${baseURL}${PATH}`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      const browser = await context.newCDPSession(page);
      expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
      const { appId } = await browser.send('Page.getAppId');
      // Copies in other folders of the same host are other programs.
      expect(appId).toBe(`${baseURL}${PATH}`);
      const program = { manifestId: appId! };
      await browser.send('PWA.install', { ...program, installUrlOrBundleUrl: `${baseURL}${PATH}` });
      await browser.send('PWA.changeAppUserSettings', { ...program, displayMode: 'standalone' });
      await context.setOffline(true);

      const start = async (...files: string[]): Promise<Page> => {
        const opening = context.waitForEvent('page');
        await browser.send('PWA.launchFilesInApp', { ...program, files });
        return opening;
      };
      const first = await start(scenario, measured);
      await landsOn(first, 'compare');
      await expect(first.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(
        /^Mercury BLAST, run 1/,
      );
      await expect(first.getByRole('table', { name: 'Predicted and measured' })).toContainText('1b');
      await idle(first);
      const hasNetwork = () =>
        fetch('nowhere').then(
          () => true,
          () => false,
        );
      expect(await first.evaluate(hasNetwork)).toBe(false);

      const second = await start(broken);
      await expect(second.getByRole('dialog', { name: 'A scenario from Läufe 2.json' })).toContainText(
        'no known measurement format',
      );
    });
  },
);
