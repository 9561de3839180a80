/**
 * The main ways through the page in WebKit, the engine of Safari, as WebKitGTK has it: Playwright's WebKit is a build of its own
 * that comes from no registry of packages. On Debian `apt install webkit2gtk-driver xvfb` brings all that is needed.
 */
import { ENTER, WebDriver, webKit } from './web-driver.ts';
import { expect, publicFile, test } from './workbench.ts';

const BROWSER = webKit();

test.skip(BROWSER === undefined, 'no WebKitGTK, its driver or a screen is here: webkit2gtk-driver, xvfb');

let driver: WebDriver;

test.beforeAll(async () => {
  driver = await WebDriver.start(BROWSER!);
});
test.afterAll(() => driver?.end());

/** A new visit, which keeps its errors for the end of the story. */
async function open(address: string): Promise<void> {
  await driver.open('about:blank');
  await driver.open(address);
  await driver.run(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    window.addEventListener('error', ({ message }) => errors.push(message));
    window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  });
}

const errors = (): Promise<readonly string[]> =>
  driver.run(() => (window as never as { readonly errors: readonly string[] }).errors);

const textOf = (selector: string): Promise<string> =>
  driver.run((where) => document.querySelector(where)?.textContent ?? '', selector);

const says = (selector: string, words: string | RegExp): Promise<void> =>
  expect.poll(() => textOf(selector)).toMatch(words);

/** Marks what is named so that the driver can click it, as soon as it is there. */
async function press(selector: string, name: string): Promise<void> {
  await expect
    .poll(() =>
      driver.run(
        (where, what) => {
          const found = [...document.querySelectorAll(where)].find(
            (each) => (each.getAttribute('aria-label') ?? each.textContent)?.trim().startsWith(what) === true,
          );
          found?.setAttribute('data-pressed', what);
          return found !== undefined;
        },
        selector,
        name,
      ),
    )
    .toBe(true);
  await driver.click(`[data-pressed="${name}"]`);
}

const nodeOf = (id: string): string => `.react-flow__node[data-id="${id}"]`;

test('an example is solved, changed by keyboard, undone and simulated', async ({ baseURL }) => {
  await open(baseURL!);
  await press('button', 'Mercury BLAST, run 2');
  await says(nodeOf('1a'), '1a Bloom filter');
  // What was measured opens on its evidence.
  await press('[role="tab"], button', 'Results');
  await says(nodeOf('2'), 'ρ 0.287');
  await driver.click(nodeOf('1b'));
  const field = '.inspector input[id][aria-describedby]';
  await expect.poll(() => driver.run((where) => document.querySelector(where) !== null, field)).toBe(true);
  await driver.run((where) => document.querySelector<HTMLInputElement>(where)?.select(), field);
  await driver.type(`20M${ENTER}`);
  await says(nodeOf('1a'), 'BLOCKED');
  await press('button', 'Undo: Change service');
  await expect.poll(() => textOf(nodeOf('1a'))).not.toContain('BLOCKED');
  await press('button', 'Run');
  await says('.stage-table', 'Simulated');
  await says('.stage-table', '±');
  await test.info().attach('page', { body: await driver.picture(), contentType: 'image/png' });
  expect(await errors()).toEqual([]);
});

test('a dropped file lands on its histograms over the prediction', { tag: '@long' }, async ({ baseURL }) => {
  await open(`${baseURL}/#example=timetrial-mm1-08`);
  await says('.multiples', 'measured');
  await driver.run((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'mm1-occupancy.csv'));
    for (const type of ['dragover', 'drop'])
      document
        .querySelector('.file-drop')
        ?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, publicFile('measurements/mm1-occupancy.csv'));
  await says('.compare__head', 'mm1-occupancy');
  await says('.compare__verdict', 'Consistent');
  expect(await errors()).toEqual([]);
});

test('a model in another page is solved, and follows its slider', async ({ baseURL }) => {
  await open(`${baseURL}/embed.html#src=examples/timetrial-mm1-09.json`);
  const shown = (): Promise<string> =>
    driver.run(() => document.querySelector('stagegraph-model')?.shadowRoot?.textContent ?? '');
  await expect.poll(shown).toContain('exact');
  const before = await shown();
  await driver.run(() => {
    const slider = document
      .querySelector('stagegraph-model')
      ?.shadowRoot?.querySelector<HTMLInputElement>('input[type=range]');
    if (!slider) throw new Error('there is no slider');
    slider.value = slider.min;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(shown).not.toBe(before);
  await expect.poll(shown).toContain('exact');
  expect(await errors()).toEqual([]);
});
