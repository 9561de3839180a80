/** A worker that dies or never answers at one question: that is said, it is asked once more, and then it is answered. */
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { eventLog, knownVisits } from '../workers/draw/known-flow.test-support.ts';
import { lineTrace, threeInARow } from './three-in-a-row.ts';
import {
  dropFile,
  expect,
  landsOn,
  linkTo,
  notice,
  openFile,
  openGallery,
  openScenario,
  showView,
  test,
} from './workbench.ts';

const NAME = 'Name of the scenario';

const FAULTS = {
  'dies at': {
    does: 'throw new Error("out of order");',
    why: 'The worker failed',
  },
  'never answers': {
    does: 'event.stopImmediatePropagation();',
    why: 'nothing was heard of it for 30 s, and it was ended',
  },
} as const;

/** The real worker, but for its question `method`. */
async function breakWorker(page: Page, worker: string, method: string, does: string): Promise<void> {
  await page.route(new RegExp(`/${worker}\\.worker-[^/]*\\.js`), async (route) => {
    const response = await route.fetch();
    const first = `addEventListener("message", (event) => { if (event.data?.path?.at(-1) === "${method}") { ${does} } });`;
    await route.fulfill({ response, body: `${first}\n${await response.text()}` });
  });
}

/** Whoever counts seconds counts fifty in one: silence is waited for by counting them. */
const hurrySeconds = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setInterval } = window;
    const hurried = (what: TimerHandler, time?: number, ...args: unknown[]): number =>
      setInterval(what, time === 1000 ? 20 : time, ...args);
    window.setInterval = hurried as typeof window.setInterval;
  });

interface Feature {
  readonly worker: string;
  /** What the worker does not answer. */
  readonly method: string;
  /** How it is asked, from a page in which nothing is open. */
  readonly ask: (page: Page) => Promise<unknown>;
  /** Begins what the page says of it. */
  readonly says: string;
  /** How it is asked once more. */
  readonly again: (page: Page) => Promise<unknown>;
  /** What is seen of the answer, and of nothing else. */
  readonly answer: (page: Page) => Locator;
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();
const tryAgain = (page: Page): Promise<void> => press(page, 'Try again');

/** Without waiting until the page is at rest: its solver may never be. */
async function openHung(page: Page, scenario: object): Promise<void> {
  await page.goto(linkTo(scenario));
  await expect(page.getByRole('textbox', { name: NAME })).toBeVisible();
}

const constant = (mean: number) => ({ distribution: 'deterministic', mean });
const BOUNDED = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Bounded' },
  nodes: [
    { id: 'in', kind: 'source', interarrival: constant(1) },
    { id: 'a', kind: 'stage', service: constant(0.5), capacity: 4 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

/** A line whose stages block: designs on its front are simulated one by one. */
const HELD_UP = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Held up' },
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.9 } },
    ...Object.entries({ a: 1.1, b: 1.05, c: 1 }).map(([id, rate]) => ({
      ...{ id, kind: 'stage', capacity: 40 },
      service: { distribution: 'exponential', rate },
    })),
    { id: 'out', kind: 'sink' },
  ],
  links: ['in', 'a', 'b', 'c'].map((from, i) => ({ from, to: ['a', 'b', 'c', 'out'][i] })),
};

async function openFront(page: Page): Promise<void> {
  const study = {
    ...{ format: 'stagegraph-study', schemaVersion: 1, name: HELD_UP.name },
    vary: [{ path: 'b.capacity', from: 4, to: 8, count: 2 }],
    measures: ['a.meanOccupancy', 'network.throughput'],
  };
  // Only a page that simulates unasked decides a front.
  await page.addInitScript(() => localStorage.setItem('stagegraph:live', 'on'));
  const packed = deflateRawSync(JSON.stringify(study)).toString('base64url');
  await page.goto(`${linkTo(HELD_UP)}&study=1.${packed}`);
  await expect(page.locator('.explore-run__words')).toHaveText(/^2 designs/);
  for (const [label, option] of [
    [/^Chart/, 'Scatter and front'],
    [/^Measure/, 'a: number in system'],
    [/^Against/, 'b: capacity'],
  ] as const) {
    await page.locator('.explore').getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
}

const dropLog = async (page: Page): Promise<void> =>
  dropFile(page, 'orders.csv', eventLog(knownVisits(400, 2), { starts: true }));

const replay = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Replay measured arrivals' }).first().click();

const FEATURES: Readonly<Record<string, Feature>> = {
  solve: {
    ...{ worker: 'solver', method: 'solve', says: 'The solver stopped: ', again: tryAgain },
    ask: (page) => openHung(page, threeInARow),
    answer: (page) =>
      page
        .getByRole('table', { name: 'Stages' })
        .getByText(/^● Markov chain/)
        .first(),
  },
  bounds: {
    ...{ worker: 'solver', method: 'bounds', says: 'The solver stopped: ', again: tryAgain },
    ask: async (page) => {
      await openScenario(page, BOUNDED);
      await showView(page, 'bounds');
    },
    answer: (page) => page.getByRole('table', { name: 'Worst-case bounds' }),
  },
  transient: {
    ...{ worker: 'solver', method: 'transient', says: 'The solver stopped: ' },
    ask: async (page) => {
      await openScenario(page, threeInARow);
      await showView(page, 'transient');
      await press(page, 'Compute');
    },
    again: (page) => press(page, 'Compute'),
    answer: (page) => page.locator('.transient__charts figure').first(),
  },
  simulation: {
    ...{ worker: 'simulator', method: 'replicate', says: 'The simulation stopped: ' },
    ask: async (page) => {
      await openScenario(page, threeInARow);
      await press(page, 'Run');
      await showView(page, 'simulation');
    },
    again: (page) => press(page, 'Run'),
    answer: (page) => page.getByText(/\d+ replications/).first(),
  },
  goal: {
    ...{ worker: 'explorer', method: 'seek', says: 'The explorer stopped: ' },
    ask: async (page) => {
      await openFile(page, 'mercury-run-1');
      await showView(page, 'explore');
      await page.getByRole('radio', { name: 'Optimise', exact: true }).click();
      const goal = page.getByRole('combobox', { name: 'Goal' });
      await expect(goal).not.toHaveValue('');
      await goal.fill('smallest K at 1b with P_BP ≤ 1e-6');
      await page.getByRole('button', { name: 'Find', exact: true, includeHidden: true }).click();
    },
    again: (page) => press(page, 'Find'),
    answer: (page) =>
      page
        .getByRole('region', { name: 'Answer', exact: true })
        .getByText('1b Hash lookup: capacity = 11')
        .first(),
  },
  front: {
    ...{ worker: 'explorer', method: 'decide', says: 'The explorer stopped: ', again: tryAgain },
    ask: openFront,
    answer: (page) => page.getByRole('table', { name: 'The best known front' }),
  },
  sweep: {
    ...{ worker: 'explorer', method: 'plan', says: 'The explorer stopped: ', again: tryAgain },
    ask: async (page) => {
      await openScenario(page, BOUNDED);
      await showView(page, 'explore');
    },
    answer: (page) => page.locator('.explore-run__words').getByText(/^\d+ designs/),
  },
  posterior: {
    ...{ worker: 'posterior', method: 'compile', says: 'The sampler stopped: ' },
    ask: async (page) => {
      await openScenario(page, threeInARow);
      await showView(page, 'posterior');
      await press(page, 'Try it with the web experiment');
      await press(page, 'Run the chains');
    },
    again: (page) => press(page, 'Run the chains'),
    // The chains themselves take long.
    answer: (page) => page.getByText('Checking the model against tasks'),
  },
  draw: {
    ...{ worker: 'draw', method: 'draw', says: 'Reading it stopped: ' },
    ask: async (page) => {
      await openGallery(page);
      await dropLog(page);
    },
    again: async (page) => {
      await page.keyboard.press('Escape');
      await dropLog(page);
    },
    answer: (page) => page.getByRole('dialog').getByRole('row', { name: /^service of prepare/ }),
  },
  replay: {
    ...{ worker: 'replay', method: 'replay', says: 'The replay stopped: ', again: replay },
    ask: async (page) => {
      await openScenario(page, threeInARow);
      await dropFile(page, 'events.csv', lineTrace(400));
      await landsOn(page, 'compare');
      await replay(page);
    },
    answer: (page) =>
      page.getByRole('region', { name: /trace-driven simulation/ }).getByText(/arrivals of queue/),
  },
};

for (const [feature, { worker, method, ask, says, again, answer }] of Object.entries(FEATURES))
  for (const [fault, { does, why }] of Object.entries(FAULTS))
    test(`a worker ${fault} the question of ${feature}: that is said, and it is answered when it is asked again`, {
      tag: '@long',
    }, async ({ page }) => {
      await hurrySeconds(page);
      await breakWorker(page, worker, method, does);
      await ask(page);
      if (fault === 'never answers') {
        const question = notice(page, 'has not responded for 30 s');
        await expect(question).toBeVisible();
        await question.getByRole('button', { name: 'End it' }).click();
        await expect(question).toHaveCount(0);
      }
      await expect(page.getByText(`${says}${why}`).first()).toBeVisible();
      await expect(answer(page)).toHaveCount(0);
      // Nothing is lost, and the drawing goes on meanwhile.
      const name = page.getByRole('textbox', { name: NAME });
      if ((await name.count()) > 0) {
        const before = await page.locator('.react-flow__node').count();
        await name.fill('Goes on');
        await name.press('Enter');
        await expect(name).toHaveValue('Goes on');
        await expect(page.locator('.react-flow__node')).toHaveCount(before);
      }
      await page.unrouteAll();
      await again(page);
      await expect(answer(page)).toBeVisible();
      await expect(page.getByText(`${says}${why}`)).toHaveCount(0);
    });
