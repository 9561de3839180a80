/** Bad files and links get one clear message; what was open stays open, and the tab stays alive. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { dropFile, expect, idle, node, openExample, openGallery, publicFile, test } from './workbench.ts';

const mercury = JSON.parse(publicFile('examples/mercury-run-1.json'));

const link = (json: unknown): string =>
  `/#1.${deflateRawSync(Buffer.from(JSON.stringify(json))).toString('base64url')}`;

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
    JSON.stringify(changed('1a', { service: { law: 'exponential', rate: -1 } })),
    /"1a".*service.*-1/s,
  ],
  ['not a number', publicFile('examples/mercury-run-1.json').replace('2130000000', 'NaN'), /line \d+|JSON/],
  ['duplicate ids', JSON.stringify({ ...mercury, nodes: [...mercury.nodes, mercury.nodes[1]] }), /pci/],
  ['a link to nowhere', JSON.stringify({ ...mercury, links: [{ from: 'pci', to: 'nowhere' }] }), /nowhere/],
  ['a newer version', JSON.stringify({ ...mercury, schemaVersion: 99 }), /schemaVersion 99/],
  ['an unknown field', JSON.stringify(changed('1a', { retries: 3 })), /retries/],
  ['a million nodes', JSON.stringify({ ...mercury, nodes: manyNodes(1_000_000) }), /nodes/],
];

function changed(id: string, patch: object): object {
  return {
    ...mercury,
    nodes: mercury.nodes.map((one: { id: string }) => (one.id === id ? { ...one, ...patch } : one)),
  };
}

for (const [what, text, message] of SCENARIOS) {
  test(`a scenario file with ${what} is refused in words`, async ({ page }) => {
    await openExample(page, 'Mercury BLAST, run 1[^,]');
    await page.evaluate(
      ({ text }) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'bad.json'));
        for (const type of ['dragover', 'drop']) {
          document
            .querySelector('.file-drop')!
            .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }
      },
      { text },
    );
    const toast = page.getByText(/bad\.json was not opened/);
    await expect(toast).toBeVisible();
    await expect(page.locator('.w-toast').filter({ has: toast })).toContainText(message);
    await expectStillOpen(page);
  });
}

const LINKS: readonly (readonly [string, () => string, RegExp])[] = [
  ['is cut off', () => link(mercury).slice(0, 300), /cut|incomplete|damaged/i],
  ['is not base64', () => '/#1.@@@@', /damaged|characters|read/i],
  [
    'inflates to gigabytes',
    () => `/#1.${deflateRawSync(Buffer.alloc(300_000_000)).toString('base64url')}`,
    /large|MB/i,
  ],
  ['is of a newer version', () => '/#9.abcd', /newer/i],
];

for (const [what, address, message] of LINKS) {
  test(`a link that ${what} is refused in words`, async ({ page }) => {
    await openExample(page, 'Mercury BLAST, run 1[^,]');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address().slice(1));
    await expect(page.locator('.w-toast').first()).toContainText(message);
    await expectStillOpen(page);
  });
}

test('a refused link on a fresh page leaves the gallery', async ({ page }) => {
  await page.goto('/#1.AAAA');
  await expect(page.locator('.w-toast').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
});

test('script in names stays text', async ({ page }) => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  await page.goto(
    link({ ...changed('1a', { name: evil, unit: evil.slice(0, 40) }), name: evil, notes: evil }),
  );
  await expect(node(page, '1a')).toContainText('<img');
  await idle(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a cycle without a way out is said on the node, and nothing runs', async ({ page }) => {
  await page.goto(
    link({
      ...mercury,
      links: [...mercury.links.filter((one: { to: string }) => one.to !== 'out'), { from: '2', to: '1a' }],
    }),
  );
  await expect(node(page, '2')).toBeVisible();
  await idle(page);
  await expect(page.locator('.solved-by')).toContainText('no answer');
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect(page.locator('.panel__refusal').first()).toBeVisible();
});

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
  test(`a measurement file with ${what} is refused in words`, async ({ page }) => {
    await openExample(page, 'Mercury BLAST, run 1[^,]');
    await dropFile(page, 'bad.csv', content);
    const toast = page.getByText(/bad\.csv was not opened/);
    await expect(toast).toBeVisible();
    await expect(page.locator('.w-toast').filter({ has: toast })).toContainText(message);
    await expectStillOpen(page);
  });
}

test('a measurement needs a scenario to be held against', async ({ page }) => {
  await openGallery(page);
  await dropFile(page, 'run.csv', publicFile('measurements/mercury-run-1.csv'));
  await expect(page.locator('.w-toast')).toContainText(/Open the scenario/);
});

test('a field says what it expected and leaves the model as it was', async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1[^,]');
  await node(page, '1b').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: /^Capacity/ });
  await field.fill('many');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/[Ee]xpected/);
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('600');
});

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
