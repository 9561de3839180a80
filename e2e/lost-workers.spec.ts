/** Workers that cannot be loaded and that die at the first question: every feature says so, and the page goes on. */
import type { Page } from '@playwright/test';
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { lineTrace, threeInARow } from './three-in-a-row.ts';
import {
  dropFile,
  expect,
  openFile,
  openScenario,
  publicFile,
  showView,
  simulate,
  test,
} from './workbench.ts';

const NAME = 'Name of the scenario';

async function goesOn(page: Page): Promise<void> {
  const name = page.getByRole('textbox', { name: NAME });
  await name.fill('Goes on');
  await name.press('Enter');
  await expect(name).toHaveValue('Goes on');
}

test('without a single worker every feature says what stopped', { tag: '@long' }, async ({ page }) => {
  await page.route(/\.worker-[^/]*\.js/, (route) => route.abort());
  await page.goto('about:blank');
  await openFile(page, 'mercury-run-1');
  const stopped = /The solver stopped: The worker failed/;
  await expect(page.getByText(stopped).first()).toBeVisible();
  const bounds = await showView(page, 'bounds');
  await expect(bounds.getByText(stopped)).toBeVisible();
  const transient = await showView(page, 'transient');
  await page.getByRole('button', { name: 'Compute', exact: true }).click();
  await expect(transient.getByText(stopped).first()).toBeVisible();
  await simulate(page, 4);
  await expect(page.getByText(/The simulation stopped: |The worker failed/).first()).toBeVisible();
  await goesOn(page);
});

const events = (): string => lineTrace(400);
const { spans } = knownService({ requests: 40, rate: 45, servers: 1 });

/** What a feature is asked, and what it says when its worker dies. */
const FEATURES: Readonly<
  Record<string, { readonly ask: (page: Page) => Promise<unknown>; readonly says: RegExp }>
> = {
  explorer: {
    ask: async (page) => {
      await showView(page, 'explore');
      await page.getByRole('button', { name: /^Run/ }).first().click();
    },
    says: /The explorer stopped: The worker failed/,
  },
  simulator: { ask: (page) => simulate(page, 4), says: /The simulation stopped: The worker failed/ },
  measurement: {
    ask: (page) => dropFile(page, 'events.csv', events()),
    says: /Reading it stopped: The worker failed/,
  },
  fit: {
    ask: async (page) => {
      await showView(page, 'fits');
      await page.getByRole('button', { name: 'Generate an example' }).click();
      await page.getByRole('menuitem').first().click();
    },
    says: /The fit stopped: The worker failed/,
  },
  posterior: {
    ask: async (page) => {
      await showView(page, 'posterior');
      await page.getByRole('button', { name: 'Try it with the web experiment' }).click();
      await page.getByRole('button', { name: 'Run the chains' }).click();
    },
    says: /The sampler stopped: The worker failed/,
  },
  'virtual-queue': {
    ask: async (page) => {
      await showView(page, 'virtualQueue');
      await page.getByRole('button', { name: /^Correlated source/ }).click();
    },
    says: /The replay stopped: The worker failed/,
  },
  estimator: {
    ask: async (page) => {
      await showView(page, 'rates');
      await page.getByRole('button', { name: 'Make samples' }).click();
    },
    says: /The estimator stopped: The worker failed/,
  },
  replay: {
    ask: async (page) => {
      await dropFile(page, 'events.csv', events());
      await showView(page, 'compare');
      await page.getByRole('button', { name: 'Replay measured arrivals' }).first().click();
    },
    says: /The replay stopped: The worker failed/,
  },
  measured: {
    ask: (page) => dropFile(page, 'events.csv', events()),
    says: /Reading it stopped: The worker failed/,
  },
  animator: {
    ask: (page) => page.keyboard.press('p'),
    says: /The animation stopped: The worker failed/,
  },
  traces: {
    ask: (page) => dropFile(page, 'shop.json', JSON.stringify(asOtlp(spans))),
    says: /Looking for spans in it stopped: The worker failed/,
  },
  'trace-depths': {
    ask: async (page) => {
      await showView(page, 'explore');
      await page.getByText('FIFO depths', { exact: true }).click();
      await page.getByText('From a trace', { exact: true }).click();
      await page.getByLabel('Trace to replay').setInputFiles({
        ...{
          name: 'run.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(publicFile('measurements/hls-branches-trace.csv')),
        },
      });
    },
    says: /stopped: The worker failed/,
  },
};

const DIES = 'addEventListener("message", () => { throw new Error("out of order"); });';

for (const [worker, { ask, says }] of Object.entries(FEATURES))
  test(`the worker ${worker} dies at its first question: that is said, and the page goes on`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.route(new RegExp(`/${worker}\\.worker-`), (route) =>
      route.fulfill({ contentType: 'text/javascript', body: DIES }),
    );
    await openScenario(page, threeInARow);
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await ask(page);
    await expect(page.getByText(says).first()).toBeVisible();
    await goesOn(page);
  });
