/** What every story does: open the page, wait until it is at rest, read what it shows. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { EXAMPLES } from '../src/features/gallery/examples.ts';
import { VIEWS, type View, WORKSPACE_TITLES } from '../src/state/session-store.ts';
import { KeptPage, leave } from './kept-page.ts';

interface Options {
  /** What this test makes the browser complain about on purpose; it must then be heard, and nothing else. */
  readonly expectedFault: RegExp | undefined;
  /** With the simulation that runs by itself, as a visitor has it; without it stories read the numbers of methods. */
  readonly live: boolean;
  /** In a page that no story was in before, with nothing that the browser has kept of it. */
  readonly inNewPage: boolean;
  /** What is open when the story begins; the next story of the same `by` goes on in it as this one leaves it. */
  readonly begun: { readonly by: (page: Page) => Promise<void> } | undefined;
}

/** How many times slower the processor is for every page (`SLOWER=6`). Its workers are slowed by what else runs on the machine. */
const SLOWER = Number(process.env.SLOWER ?? 1);

async function slowed(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Switches the simulation that runs by itself off wherever this browser opens the page, until a story switches it on. */
const withoutLive = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // A frame or a page without an origin of its own has no storage.
    if (location.protocol.startsWith('http')) localStorage['stagegraph:live'] ??= 'off';
  });

type Tab = Awaited<ReturnType<KeptPage['open']>>;

/** A page that fails its test on any error of its own and on any request to another host. */
export const test = base.extend<Options & { tab: Tab }, { kept: KeptPage }>({
  expectedFault: [undefined, { option: true }],
  live: [false, { option: true }],
  inNewPage: [false, { option: true }],
  begun: [undefined, { option: true }],
  kept: [
    async ({ browser: _ }, use) => {
      const kept = new KeptPage();
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  tab: async (
    { kept, browser, baseURL, viewport, hasTouch, serviceWorkers, contextOptions, live, inNewPage, begun },
    use,
  ) => {
    if (inNewPage) await kept.close();
    const tab = await kept.open(
      browser,
      { baseURL, viewport, hasTouch, serviceWorkers, contextOptions, live },
      {
        prepare: async (context) => {
          if (!live) await withoutLive(context);
          if (SLOWER > 1) context.on('page', (page) => void slowed(page).catch(() => undefined));
        },
        faultsOf: (page) => faultsOf(page, baseURL),
        begin: begun?.by,
      },
    );
    await use(tab);
  },
  // Who asks for it may do anything to it.
  context: async ({ tab }, use) => {
    tab.isAsNew = false;
    await use(tab.context);
  },
  page: async ({ tab: { page, faults }, expectedFault }, use) => {
    if (SLOWER > 1) await slowed(page);
    await use(page);
    expectFaults(faults.splice(0), expectedFault);
  },
});

/** What goes wrong in a page from now on. */
function faultsOf(page: Page, baseURL: string | undefined): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseURL) faults.push(`request to ${origin}`);
  });
  return faults;
}

function expectFaults(faults: readonly string[], expected: RegExp | undefined): void {
  const isExpected = (fault: string): boolean => expected?.test(fault) ?? false;
  expect(faults.filter((fault) => !isExpected(fault))).toEqual([]);
  if (expected) expect(faults.some(isExpected), `heard of ${expected}`).toBe(true);
}

/**
 * Stories of one file that leave what is open as it was: they go through one page, as loading it is most of a short story. After one that fails the next
 * has a new page.
 */
export const testOnOnePage = (open: (page: Page) => Promise<void>) => test.extend({ begun: { by: open } });

export { expect };

export const idle = (page: Page): Promise<void> => page.evaluate(() => window.waitForIdle());

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
}

/** The first whose title starts so, by its address. */
export async function openExample(page: Page, title: string): Promise<void> {
  const { slug } = EXAMPLES.find((example) => new RegExp(`^${title}`).test(`${example.title} `))!;
  await leave(page);
  await page.goto(`/#example=${slug}`);
  await exampleOpened(page);
}

/** A page in another browser of the same user: it knows nothing of what was done here. */
export async function pageElsewhere(page: Page): Promise<Page> {
  const context = await page.context().browser()!.newContext();
  await withoutLive(context);
  const elsewhere = await context.newPage();
  if (SLOWER > 1) await slowed(elsewhere);
  return elsewhere;
}

/** Opens an example from the gallery that is open. */
export async function chooseExample(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()
    .click();
  await exampleOpened(page);
}

async function exampleOpened(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
}

/** A source, a stage and a sink. */
export async function openBlank(page: Page): Promise<void> {
  await leave(page);
  await page.goto('/#example=blank');
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  await idle(page);
}

/** An example without the way through the gallery. */
export const openFile = (page: Page, slug: string): Promise<void> =>
  openScenario(page, JSON.parse(publicFile(`examples/${slug}.json`)));

/** A scenario by its link, in place of what is open. */
export async function openScenario(page: Page, scenario: { readonly name: string }): Promise<void> {
  await leave(page);
  await page.goto(linkTo(scenario));
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(scenario.name);
  await idle(page);
}

/** Back to the gallery in the page that is there; what was open is closed then. */
export async function leaveToGallery(page: Page): Promise<void> {
  await page.goto('/#gallery');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
}

/** The node of the drawing with this id. */
export const node = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);

/** Opens a view in its workspace, and tells its panel. */
export async function showView(page: Page, view: View): Promise<Locator> {
  const { workspace, title } = VIEWS[view];
  await page.getByRole('tab', { name: WORKSPACE_TITLES[workspace], exact: true }).click();
  if (view !== 'explore') await page.getByRole('tab', { name: title, exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: title, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** Waits until a view is open that the page opens by itself. */
export const landsOn = (page: Page, view: View): Promise<void> =>
  expect(page.getByRole('tab', { name: VIEWS[view].title, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );

/** Drops a measurement of drawn stages, which lands on their predictions, and goes on to the data. */
export async function dropData(page: Page, name: string, content: string): Promise<void> {
  await dropFile(page, name, content);
  await landsOn(page, 'compare');
  await showView(page, 'measured');
}

/** A message in the corner. */
export const notice = (page: Page, text: string | RegExp): Locator =>
  page.locator('.w-toast').filter({ hasText: text });

/** Why something was not opened, under the header. */
export const refusal = (page: Page, text: string | RegExp): Locator =>
  page.locator('.refusals p').filter({ hasText: text });

export const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' });

/** A field of the inspector by the start of its label. */
export const field = (page: Page, label: string): Locator =>
  inspector(page).getByRole('textbox', { name: new RegExp(`^${label}`) });

/** Types into a field of the inspector and finishes with Enter. */
export async function setField(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).fill(text);
  await field(page, label).press('Enter');
}

/** Starts a simulation as it is set, and shows what it gives; `idle` waits for its end. */
export async function simulateWith(page: Page, settings: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Simulation settings' }).click();
  for (const [label, text] of Object.entries(settings))
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  await page.getByRole('button', { name: 'Run simulation' }).click();
  await showView(page, 'simulation');
}

/** Starts a simulation of this many replications. */
export const simulate = (page: Page, replications: number): Promise<void> =>
  simulateWith(page, { Replications: String(replications) });

/** Nothing is simulated unasked from here on. */
export async function simulateOnlyWhenAsked(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simulation settings' }).click();
  await page.getByRole('checkbox', { name: /^Simulate automatically/ }).uncheck();
  await page.keyboard.press('Escape');
}

/** One cell of a table: as it reads, and as the number with all digits that hovering shows. */
interface Cell {
  readonly text: string;
  readonly value: number;
}

/** A stage's row in a table of the dock, by the words in the column heads. */
export async function rowOf(page: Page, stage: string, table = 'Stages'): Promise<Record<string, Cell>> {
  const whole = page.getByRole('table', { name: new RegExp(`^${table}`) });
  await expect(whole).toBeVisible();
  const row = await whole.evaluate((element, stage) => {
    // The words of a cell come first; units and footnotes stand behind them.
    const words = (cell: Node): string =>
      document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()?.nodeValue?.trim() ?? '';
    const heads = new Map(
      [...element.querySelectorAll<HTMLElement>('thead [data-column]')].map((head) => [
        head.dataset.column,
        head.dataset.words ?? words(head),
      ]),
    );
    const cells = [...element.querySelectorAll<HTMLTableRowElement>('tbody tr')]
      .filter((row) => words(row.cells[0]!) === stage)
      .flatMap((row) => [...row.cells]);
    return cells.map((cell) => ({
      head: heads.get(cell.dataset.column) ?? '',
      text: cell.innerText,
      value: Number.parseFloat(cell.querySelector('[title]')?.getAttribute('title') ?? 'NaN'),
    }));
  }, stage);
  expect(row, `one row for ${stage}`).not.toEqual([]);
  // By the title of a group alone, its first column is meant: what the method gives.
  const named = row.map(({ head, ...cell }) => [head, cell] as const);
  const titled = named.flatMap(([head, cell]) => {
    const title = /^(.*) analytic$/.exec(head)?.[1];
    return title === undefined ? [] : [[title, cell] as const];
  });
  return Object.fromEntries([...titled, ...named]);
}

/** Drops files on the window, as from a file manager. */
export async function dropFile(
  page: Page,
  name: string,
  content: string | Buffer,
  on = '.file-drop',
): Promise<void> {
  // Packed on the way: some are as large as a file must not be.
  const packed = deflateRawSync(Buffer.from(content)).toString('base64');
  const transfer = await page.evaluateHandle(
    async ({ name, packed }) => {
      const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
      const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      const data = new DataTransfer();
      data.items.add(new File([await new Response(whole).blob()], name));
      return data;
    },
    { name, packed },
  );
  for (const type of ['dragover', 'drop']) {
    await page.locator(on).dispatchEvent(type, { dataTransfer: transfer });
  }
}

export const publicFile = (path: string): string =>
  readFileSync(new URL(`../public/${path}`, import.meta.url), 'utf8');

/** The address that opens a scenario, well-formed or not. */
export const linkTo = (scenario: unknown): string =>
  `/#1.${deflateRawSync(Buffer.from(JSON.stringify(scenario))).toString('base64url')}`;

/** Waits until the browser keeps a measurement of this name: it is written a little after it is shown. */
export const measurementKept = (page: Page, name: string): Promise<void> =>
  expect.poll(() => page.evaluate(namesKept)).toContain(name);

async function namesKept(): Promise<readonly string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('stagegraph-measured');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const all = await new Promise<readonly { readonly kept: readonly { readonly name: string }[] }[]>(
    (resolve) => {
      const request = database.transaction('measured').objectStore('measured').getAll();
      request.onsuccess = () => resolve(request.result);
    },
  );
  database.close();
  return all.flatMap(({ kept }) => kept.map(({ name }) => name));
}

/** What a click downloads. */
export async function downloadBy(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** The open scenario as its file. */
export const savedFile = async (page: Page): Promise<string> =>
  (await downloadBy(page, () => page.keyboard.press('Control+s'))).text;

/** The link that the tab Explore copies. Stories share the clipboard: what one before has left there is taken away first. */
export async function copiedStudyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy link to the study' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('&study=');
  return copied();
}

/** The link that the share dialog shows. */
export async function shareLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: /^Link/ });
  await expect(link).not.toHaveValue('');
  const address = await link.inputValue();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  return address;
}

/** Shows fields of the selected node that it does not use yet. */
export async function addProperty(page: Page, title: string): Promise<void> {
  await inspector(page).getByRole('button', { name: 'Add property' }).click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}
