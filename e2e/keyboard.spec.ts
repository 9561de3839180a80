/** The whole story without a mouse: every step is a key, and what has the focus got it by Tab or from the page itself. */
import type { Locator, Page } from '@playwright/test';
import { WORKSPACE_TITLES } from '../src/state/session-store.ts';
import {
  expect,
  field,
  idle,
  inspector,
  node,
  openBlank,
  openFile,
  openGallery,
  rowOf,
  showView,
  test,
} from './workbench.ts';

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or another key, until `target` has the focus. */
async function walkTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await idle(page);
}

async function openByKeys(page: Page, button: string | RegExp): Promise<void> {
  await openGallery(page);
  await walkTo(page, page.getByRole('button', { name: button }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
}

/** Finds a command by typing some of its words. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
  await idle(page);
}

/** Types over what stands in a field of the inspector. */
async function enter(page: Page, label: string, text: string): Promise<void> {
  await walkTo(page, field(page, label));
  await page.keyboard.type(text);
  await press(page, 'Enter');
}

const placeOf = (target: Locator): Promise<string> =>
  target.evaluate((element) => (element as HTMLElement).style.transform);

test('from the gallery to a graph with its numbers', async ({ page }) => {
  await openBlank(page);
  await press(page, 'a');
  const stage = node(page, 'stage1');
  await expect(stage).toBeFocused();

  // Link it: part of a name is enough, arrows choose.
  await press(page, 'l');
  await expect(page.getByRole('dialog', { name: 'Link stage1 to…' })).toBeVisible();
  const part = page.getByRole('combobox', { name: 'Part of a name' });
  await expect(part).toBeFocused();
  await page.keyboard.type('sin');
  await expect(page.getByRole('option')).toHaveText(/^Sink/);
  await press(page, 'Enter');
  await expect(page.locator('.react-flow__edge')).toHaveCount(3);
  await walkTo(page, node(page, 'source'), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(inspector(page).getByRole('heading', { name: 'Source' })).toBeVisible();
  await press(page, 'l');
  await expect(part).toBeFocused();
  await page.keyboard.type('st');
  await expect(page.getByRole('option')).toHaveText([/^stage1/, /^Stage/]);
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(page.locator('.react-flow__edge')).toHaveCount(4);
  expect((await rowOf(page, 'stage1'))['Arrival rate']!.value).toBe(0.4);

  // Its numbers: I leads to the inspector.
  await walkTo(page, stage);
  await press(page, 'Enter', 'i');
  await enter(page, 'Rate', '0.5 /s');
  await enter(page, 'Capacity', '5');
  await expect(stage).toContainText('/ 5');
  // The blocked source holds its element, so that the utilization stays below 0.4 / 0.5.
  const utilization = (await rowOf(page, 'stage1')).Utilization!.value;
  expect(utilization).toBeGreaterThan(0.6);
  expect(utilization).toBeLessThanOrEqual(0.8);

  // Undo and redo reach through the field that still has the focus.
  await expect(field(page, 'Capacity')).toBeFocused();
  await press(page, 'Control+z');
  await expect(stage).toContainText('/ ∞');
  await expect(field(page, 'Capacity')).toHaveValue('');
  await press(page, 'Control+z');
  await expect(field(page, 'Rate')).toHaveValue('1 /s');
  await press(page, 'Control+Shift+z', 'Control+y');
  await expect(stage).toContainText('/ 5');
  await expect(field(page, 'Rate')).toHaveValue('0.5 /s');
});

test('a blank drawing is blank, and three keys or commands make a line of it', { tag: '@long' }, async ({
  page,
}) => {
  await openByKeys(page, 'Blank');
  await expect(page.getByText('Press Source, Stage and Sink')).toBeVisible();
  await expect(page.locator('.react-flow__node')).toHaveCount(0);
  // Nothing is wrong yet.
  await expect(page.locator('.warnings-button, .solved-by__refusal')).toHaveCount(0);
  await expect(inspector(page)).not.toContainText('Errors');
  await command(page, 'add a source');
  await press(page, 'a');
  await expect(page.locator('.warnings-button')).toBeVisible();
  await command(page, 'add a sink');
  await expect(page.locator('.react-flow__edge')).toHaveCount(2);
  expect((await rowOf(page, 'stage1')).Utilization!.value).toBe(0.8);
});

test('the palette, the command palette and the arrows of a field', { tag: '@long' }, async ({ page }) => {
  await openBlank(page);
  await walkTo(page, node(page, 'stage'));
  await press(page, 'Enter');
  await walkTo(
    page,
    page.getByRole('toolbar', { name: 'Add to the graph' }).getByText('Router'),
    'Shift+Tab',
  );
  await press(page, 'Enter');
  // Added behind the selected stage, and linked to it.
  await expect(node(page, 'router1')).toBeFocused();
  await expect(page.locator('.react-flow__edge')).toHaveCount(3);
  await command(page, 'add a sink');
  await expect(node(page, 'sink1')).toBeVisible();
  await expect(page.locator('.react-flow__edge')).toHaveCount(4);
  await press(page, 'Delete');
  await expect(node(page, 'sink1')).toHaveCount(0);
  await press(page, 'Control+z');
  await expect(node(page, 'sink1')).toBeVisible();

  await walkTo(page, node(page, 'stage'));
  await press(page, 'Enter', 'i');
  await walkTo(page, field(page, 'Servers'));
  await page.keyboard.type('3');
  await press(page, 'ArrowUp', 'Shift+ArrowUp');
  await expect(field(page, 'Servers')).toHaveValue('14');
  await press(page, 'Escape');
  await expect(field(page, 'Servers')).toHaveValue('');
});

test('copy, paste, duplicate, nudge, select all and delete', { tag: '@long' }, async ({ page }) => {
  await openGallery(page);
  // Arrows move between the cards.
  await walkTo(page, page.getByRole('button', { name: /^Mercury BLAST, run 1[^,]/ }));
  await press(page, 'ArrowRight');
  await expect(page.getByRole('button', { name: /^Mercury BLAST, run 2[^,]/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(node(page, '1b')).toBeVisible();
  await idle(page);
  const nodes = page.locator('.react-flow__node');
  await expect(nodes).toHaveCount(6);

  await walkTo(page, node(page, '1b'));
  await press(page, 'Enter', 'Control+c', 'Control+v');
  await expect(nodes).toHaveCount(7);
  await press(page, 'Control+d');
  await expect(nodes).toHaveCount(8);
  const selected = page.locator('.react-flow__node.selected');
  await expect(selected).toHaveCount(1);

  // Steps in a row are one undo step.
  const before = await placeOf(selected);
  await press(page, 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown');
  await expect.poll(() => placeOf(selected)).not.toBe(before);
  await press(page, 'Control+z');
  await expect.poll(() => placeOf(selected)).toBe(before);

  await press(page, 'Delete');
  await expect(nodes).toHaveCount(7);
  await press(page, 'Control+a');
  await expect(selected).toHaveCount(7);
  await expect(inspector(page).getByRole('heading', { name: /^7 nodes, 5 links selected$/ })).toBeVisible();
  await press(page, 'Escape');
  await expect(selected).toHaveCount(0);
  await press(page, 'Control+a', 'Control+x');
  await expect(nodes).toHaveCount(0);
  await expect(page.getByText('Press Source, Stage and Sink')).toBeVisible();
  await press(page, 'Control+v');
  await expect(nodes).toHaveCount(7);
  await expect(page.locator('.react-flow__edge')).toHaveCount(5);
});

test('every link of a node is reached, and the keys act on what is chosen', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'web-service');
  const title = inspector(page).getByRole('heading').first();
  await node(page, 'app').focus();
  await press(page, 'Enter', 'Alt+ArrowRight');
  await expect(title).toHaveText('Application → Reply');
  await press(page, 'Alt+ArrowDown');
  await expect(title).toHaveText('Application → Cache');
  await press(page, 'Alt+ArrowRight', 'F2');
  await page.keyboard.type('Store');
  await press(page, 'Enter');
  await expect(node(page, 'cache')).toContainText('Store');
  await press(page, 'Control+d');
  await expect(title).toHaveText('Store 2');
  await press(page, 'F2');
  await page.keyboard.type('Spare');
  await press(page, 'Enter');
  await expect(title).toHaveText('Spare');
  await expect(node(page, 'cache')).toContainText('Store');
});

test('simulate, change tabs, read the keys, share, lay out, go back to the gallery', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await press(page, 's');
  await showView(page, 'simulation');
  await expect(page.getByRole('table', { name: /^Simulated, 10 replications/ })).toBeVisible();
  for (const [index, name] of Object.values(WORKSPACE_TITLES).entries()) {
    await press(page, String(index + 1));
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  }

  // The dock in the place of the drawing, as one line, and as it was: the drawing is seen whole, or nothing of it.
  for (const height of ['at full height', 'one line', 'under the drawing']) {
    await press(page, 'd');
    const button = page.getByRole('button', { name: new RegExp(`^Show .*${height}`) });
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    for (const one of await page.locator('.react-flow__node').all())
      if (height === 'at full height') await expect(one).not.toBeInViewport();
      else await expect(one).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('[inert] .react-flow')).toHaveCount(height === 'at full height' ? 1 : 0);
  }

  // What is done to the drawing brings it back.
  await page.getByRole('button', { name: 'Show results at full height' }).click();
  await expect(page.locator('.react-flow__node').first()).not.toBeInViewport();
  await press(page, 'f');
  for (const one of await page.locator('.react-flow__node').all())
    await expect(one).toBeInViewport({ ratio: 0.9 });

  // The line opens again by its workspace, also by the one that was open.
  await showView(page, 'occupancy');
  await page.getByRole('button', { name: 'Show one line of results' }).click();
  await page.getByRole('tab', { name: 'Results', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Show results under the drawing' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // A key that comes while a menu still fades away is meant for the page.
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard and gestures' });
  await expect(sheet).toContainText('Zoom to fit');
  await press(page, 'Escape');
  await expect(sheet).toBeHidden();

  await press(page, 'Control+Shift+s');
  const link = page.getByRole('textbox', { name: /^Link/ });
  await expect(link).toHaveValue(/#3\./);
  await walkTo(page, link);
  await press(page, 'Escape');
  await expect(link).toBeHidden();

  await press(page, 'a', 'Shift+L');
  await expect(page.getByRole('button', { name: 'Undo: Lay out' })).toBeVisible();
  await press(page, 'f');
  for (const one of await page.locator('.react-flow__node').all())
    await expect(one).toBeInViewport({ ratio: 0.99 });

  await command(page, 'dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await press(page, 'g');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
});

/** What people type, and the command that they mean; `^` where it is to stand first. */
const SOUGHT: readonly (readonly [string, string])[] = [
  ['align', '^Align selected nodes in a row'],
  ['distribute', '^Distribute selected nodes horizontally'],
  ['upload', '^Open a file …'],
  ['import', '^Open a file …'],
  ['new', 'New blank scenario'],
  ['worst case', '^Show worst-case bounds (network calculus)'],
  ['rename', '^Rename the selected node'],
  ['connect', '^Link the selected node to …'],
  ['add queue', '^Add a stage'],
  ['clone', '^Copy'],
  ['revert', '^Undo'],
  ['optimize', '^Optimise a design'],
  ['optimise', '^Optimise a design'],
  ['sweep', '^Sweep parameters'],
  ['what if', 'Sweep parameters'],
  ['fifo', '^Size FIFO depths'],
  ['bottleneck', '^Bottlenecks: what saturates next'],
  ['baseline', '^Compare with pinned baselines'],
  ['mapping', 'Map stages to platforms'],
  ['seed', '^Simulation settings …'],
  ['start simulation', '^Run the simulation, or stop it'],
  ['ccdf', '^Show the occupancy histogram'],
  ['throughput', 'Show time series'],
  ['backpressure', '^Show server utilization: busy, blocked, idle'],
  ['p99', '^Show end-to-end latency and percentiles'],
  ['posterior', '^Bayesian inference from incomplete traces'],
  ['simulated', 'Show simulated numbers on the drawing'],
  ['mva', '^Solve by: Exact MVA'],
  ['qna', '^Solve by: QNA (two-moment decomposition)'],
  ['warnings', '^Show warnings and errors'],
  ['dark mode', '^Dark theme'],
  ['center', '^Zoom to fit'],
  ['zoom in', '^Zoom in'],
  ['screenshot', 'Export the graph as PNG'],
  ['excel', '^Export the results as CSV'],
  ['pdf', '^Report'],
  ['examples', '^Open the gallery'],
  ['hotkeys', '^Keyboard shortcuts'],
  ['documentation', '^Keyboard shortcuts'],
  ['jaeger', '^Open a file …'],
  ['prometheus', '^Open a file …'],
  ['embed', '^Share as a link'],
  ['monte carlo', 'Sweep parameters'],
  ['arrival rate', '^Add a source'],
  ['full screen', '^Next height of the results'],
  ['priority', '^Scenario: notes, time unit, classes, shared resources'],
  ['rename scenario', '^Scenario: notes, time unit, classes, shared resources'],
  ['settings', 'Simulation settings …'],
  ['jackson', '^Solve by: Product form'],
  ['bcmp', '^Solve by: Product form'],
  ["little's law", '^Go to results'],
  ['pragma', '^Size FIFO depths'],
  ['mm1', 'Solve by: Force M/M/1'],
  ['kingman', '^Solve by: QNA (two-moment decomposition)'],
  ['discrete event simulation', '^Run the simulation, or stop it'],
  ['waiting time', 'Show end-to-end latency and percentiles'],
  ['slo', 'Show end-to-end latency and percentiles'],
  ['number in system', 'Show the occupancy histogram'],
  ['warmup', 'Simulation settings …'],
  ['mcmc', '^Bayesian inference from incomplete traces'],
  ['replay', '^Validate: compare predictions with measurements'],
  ['weibull', '^Fit distributions, calibrate the model'],
  ['batch', '^Go to the inspector'],
  ['feedback loop', 'Add a router'],
  ['fork join', 'Add a fork'],
  ['population', 'Scenario: notes, time unit, classes, shared resources'],
  ['heat map', 'Sweep parameters'],
  ['capacity planning', 'Bottlenecks: what saturates next'],
  ['constraint', '^Optimise a design'],
  ['spans', '^Open a file …'],
  ['vcd', '^Open a file …'],
  ['tutorial', 'Open the gallery'],
  ['assertion', '^Show the measured data'],
  ['load balancer', '^Add a router'],
  ['thread pool', '^Add a stage'],
  ['unlink', '^Delete'],
  ['median', '^Show end-to-end latency and percentiles'],
  ['parallel coordinates', '^Sweep parameters'],
  ['forecast', '^Bottlenecks: what saturates next'],
  ['otel', '^Open a file …'],
  ['permalink', '^Share as a link'],
  ['p value', 'Validate: compare predictions with measurements'],
  ['change point', '^Estimate service rates from data'],
  ['font size', '^Zoom in'],
  ['time of day', '^Go to the inspector'],
  ['jitter', '^Show end-to-end latency and percentiles'],
  ['token', '^Size FIFO depths'],
  ['steady state', 'Bottlenecks: what saturates next'],
  ['loss probability', '^Go to results'],
  ['goodness of fit', '^Validate: compare predictions with measurements'],
  ['hash', '^Go to stage 1b Hash lookup'],
];

test('the palette finds a command by what people would type', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await page.keyboard.press('Control+k');
  const typed = page.getByPlaceholder('What do you want to do?');
  const titles = page.getByRole('dialog', { name: 'Commands' }).locator('.palette__title');
  for (const [words, wanted] of SOUGHT) {
    await typed.fill(words);
    const title = wanted.replace('^', '');
    const found = wanted === title ? titles.getByText(title, { exact: true }) : titles.first();
    await expect(found, words).toHaveText(title);
  }
  // What this scenario does not take stands last, with the reason.
  await typed.fill('solve by');
  await expect(titles.last()).toHaveText(/^Solve by/);
  const options = page.getByRole('dialog', { name: 'Commands' }).getByRole('option');
  const isRefused = await options.evaluateAll((all) => all.map((one) => one.ariaDisabled === 'true'));
  expect(isRefused).toContain(true);
  expect(isRefused).toEqual([...isRefused].sort((one, other) => Number(one) - Number(other)));
  // Also where it was found by the letters before.
  await typed.fill('');
  await typed.pressSequentially('run');
  await expect(titles.first()).toHaveText('Run the simulation, or stop it');
  await typed.fill('optimise');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Optimise' })).toBeChecked();
});
