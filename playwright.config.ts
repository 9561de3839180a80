import { defineConfig } from '@playwright/test';

// Stories of several checkouts may run on one machine, each with a port of its own.
const port = Number(process.env.STORIES_PORT ?? 4187);

export default defineConfig({
  testDir: 'e2e',
  // What takes long and says little that another story does not say is left to `npm run verify stories`.
  ...(process.env.STORIES === 'all' ? {} : { grepInvert: /@long/ }),
  // Much of a story is waiting; two at a time take little more than half as long.
  workers: 2,
  // A story that hangs must end some time; how fast a machine is must not decide over it.
  timeout: 900_000,
  expect: { timeout: 300_000 },
  // Where so many fail the program is broken, and each of them would wait for what never comes.
  maxFailures: 8,
  // A story that passes only at the second time does not stop a change; it is listed as flaky and wants mending.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  snapshotPathTemplate: 'e2e/screens/{arg}{ext}',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // A story sees the page as it was built, and what it asks for; the one of a page without a network allows them.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // A part of the page that is not there is said so by name, long before the story ends.
    actionTimeout: 300_000,
    // Traces take a third of the time: `--trace retain-on-failure` asks for them.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL || process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort`,
    // It says so at once; asking its address would be tried at longer and longer intervals.
    wait: { stdout: /Local/ },
  },
});
