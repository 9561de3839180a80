/** Bad files and links get one clear message; what was open stays open, and the tab stays alive, through all of them. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  dropFile,
  expect,
  field,
  idle,
  inspector,
  linkTo,
  node,
  openFile,
  openGallery,
  publicFile,
  refusal,
  showView,
  test,
  testOnOnePage,
} from './workbench.ts';

const mercury = JSON.parse(publicFile('examples/mercury-run-1.json'));

const testOnRun = testOnOnePage((page) => openFile(page, 'mercury-run-1'));

/** One message, which can be closed. */
async function expectRefused(page: Page, title: string, message: RegExp): Promise<void> {
  await expect(refusal(page, title)).toContainText(message);
  await expectStillOpen(page);
  await page.getByRole('button', { name: 'Close the message' }).click();
  await expect(refusal(page, title)).toHaveCount(0);
}

async function expectStillOpen(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(
    'Mercury BLAST, run 1',
  );
  await expect(node(page, '1b')).toBeVisible();
  await idle(page);
}

const manyNodes = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `n${i}`, kind: 'sink' }));

const SCENARIOS: readonly (readonly [string, string, RegExp])[] = [
  ['broken JSON', '{"format": "stagegraph-scenario", "nodes": [', /line \d+/],
  [
    'a negative rate',
    JSON.stringify(changed('1a', { service: { distribution: 'exponential', rate: -1 } })),
    /"1a".*service.*-1/s,
  ],
  ['not a number', publicFile('examples/mercury-run-1.json').replace('2130000000', 'NaN'), /line \d+|JSON/],
  ['duplicate ids', JSON.stringify({ ...mercury, nodes: [...mercury.nodes, mercury.nodes[1]] }), /pci/],
  ['a link to nowhere', JSON.stringify({ ...mercury, links: [{ from: 'pci', to: 'nowhere' }] }), /nowhere/],
  ['a newer version', JSON.stringify({ ...mercury, schemaVersion: 99 }), /schemaVersion 99/],
  ['an unknown field', JSON.stringify(changed('1a', { retries: 3 })), /retries/],
  [
    'too many nodes',
    JSON.stringify({ ...mercury, nodes: manyNodes(100_000) }),
    /at most \d+ nodes, got 100000/,
  ],
  // Nothing else is wrong with it.
  ['more than is read', JSON.stringify(mercury).padEnd(20_000_001), /at most 20 MB/],
];

function changed(id: string, patch: object): object {
  return {
    ...mercury,
    nodes: mercury.nodes.map((one: { id: string }) => (one.id === id ? { ...one, ...patch } : one)),
  };
}

/** Some of each kind are told in short. */
const tagged = (isShort: boolean) => ({ tag: isShort ? [] : '@long' });

for (const [what, text, message] of SCENARIOS) {
  const isShort = ['broken JSON', 'a negative rate', 'more than is read'].includes(what);
  testOnRun(`a scenario file with ${what} is refused in words`, tagged(isShort), async ({ page }) => {
    await dropFile(page, 'bad.json', text);
    await expectRefused(page, 'bad.json was not opened', message);
  });
}

const LINKS: readonly (readonly [string, () => string, RegExp])[] = [
  ['is cut off', () => linkTo(mercury).slice(0, 300), /cut|incomplete|damaged/i],
  ['is not base64', () => '/#1.@@@@', /damaged|characters|read/i],
  [
    'inflates to ten times what is read',
    () => `/#1.${deflateRawSync(Buffer.alloc(40_000_000)).toString('base64url')}`,
    /large|MB/i,
  ],
  ['is of a newer version', () => '/#9.abcd', /newer/i],
];

for (const [what, address, message] of LINKS) {
  const isShort = ['is cut off', 'inflates to ten times what is read'].includes(what);
  testOnRun(`a link that ${what} is refused in words`, tagged(isShort), async ({ page }) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address().slice(1));
    await expectRefused(page, 'The link was not opened', message);
  });
}

const MEASUREMENTS: readonly (readonly [string, string | Buffer, RegExp])[] = [
  [
    'text in a number',
    '#qtm 1 scalars time=ns\nqueueId,frameId,metric,stat,value\n1b,,utilization,mean,lots\n',
    /lots/,
  ],
  [
    'an unknown stage',
    '#qtm 1 scalars time=ns\nqueueId,frameId,metric,stat,value\n9z,,utilization,mean,0.5\n',
    /9z/,
  ],
  ['a newer version', '#qtm 7 scalars time=ns\nqueueId,frameId,metric,stat,value\n', /7/],
  ['nothing in it', '', /empty/i],
  ['bytes that are no text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), /text/],
];

for (const [what, content, message] of MEASUREMENTS) {
  const isShort = ['text in a number', 'bytes that are no text'].includes(what);
  testOnRun(`a measurement file with ${what} is refused in words`, tagged(isShort), async ({ page }) => {
    await dropFile(page, 'bad.csv', content);
    await expectRefused(page, 'bad.csv was not opened', message);
  });
}

test('a refused link on a fresh page leaves the gallery', async ({ page }) => {
  await page.goto('/#1.AAAA');
  await expect(refusal(page, 'The link was not opened')).toContainText('damaged');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
});

test('script in names stays text', async ({ page }) => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  await page.goto(
    linkTo({ ...changed('1a', { name: evil, unit: evil.slice(0, 40) }), name: evil, notes: evil }),
  );
  await expect(node(page, '1a')).toContainText('<img');
  await idle(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a cycle without a way out is said on the node, stands still, and a run names the deadlock', async ({
  page,
}) => {
  const endless = ({ passProbability: _, ...one }: { passProbability?: number; id: string }) => one;
  await page.goto(
    linkTo({
      ...mercury,
      nodes: mercury.nodes.map(endless),
      links: [...mercury.links.filter((one: { from: string }) => one.from !== '2'), { from: '2', to: '1a' }],
    }),
  );
  await idle(page);
  await node(page, '2').hover();
  await expect(node(page, '2').getByRole('note')).toContainText('no sink can be reached');
  // Finite queues fill behind it, and nothing comes through any more.
  await showView(page, 'simulation');
  const stages = page.getByRole('table', { name: 'Stages' });
  await expect(stages.getByRole('row').filter({ hasText: 'Hash lookup' })).toContainText('stands still');
  await expect(page.locator('.answer-line')).toContainText('Throughput0 /s');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.w-refused').first()).toContainText('Deadlock');
  await idle(page);
  await expect(page.getByRole('table', { name: /^Simulated/ })).toHaveCount(0);
});

test('a measurement that tells no flow needs a scenario to be held against', { tag: '@long' }, async ({
  page,
}) => {
  await openGallery(page);
  await dropFile(page, 'run.csv', publicFile('measurements/mercury-run-1.csv'));
  const dialog = page.getByRole('dialog', { name: 'A scenario from run.csv' });
  await expect(dialog).toContainText('Nothing in it tells a flow');
  await expect(dialog).toContainText(
    'To compare it with a scenario, open that first, then drop the file on it.',
  );
  await expect(dialog.getByRole('button', { name: 'Open the drawing' })).toBeDisabled();
});

test('a field says what it expected and leaves the model as it was', async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await node(page, '1b').click();
  const capacity = field(page, 'Capacity');
  await capacity.fill('many');
  await expect(capacity).toHaveAttribute('aria-invalid', 'true');
  await expect(inspector(page)).toContainText('Expected a whole number from 1 up');
  await expect(node(page, '1b')).toContainText('/ 600');
  await page.keyboard.press('Escape');
  await expect(capacity).toHaveValue('600');
  await expect(capacity).not.toHaveAttribute('aria-invalid');
});

test.describe('policy', () => {
  test.use({ expectedFault: /inline script violates the following Content Security Policy/ });

  test('the content security policy lets no inline script run', async ({ page }) => {
    await openGallery(page);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ranInline = true';
      document.head.append(script);
      return 'ranInline' in window;
    });
    expect(ran).toBe(false);
  });
});
