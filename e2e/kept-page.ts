/**
 * One page for the stories of a worker, one after the other: a browser context, a process and scripts that are compiled anew
 * take longer than most of what a story does. The next story finds nothing that the last one left: another document of the
 * same origin, no storage, the media, size and mouse of the start. A page that something lasting was done to is not kept.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** What the context of a story is made of. */
export interface PageOptions {
  readonly baseURL: string | undefined;
  readonly viewport: { readonly width: number; readonly height: number } | null;
  readonly hasTouch: boolean;
  readonly serviceWorkers: 'allow' | 'block';
  readonly contextOptions: { readonly reducedMotion?: 'reduce' | 'no-preference' | null };
  readonly live: boolean;
}

/** A document of the page's origin that is not the page: from it the page is loaded anew, in the process that has its code. */
const ELSEWHERE = '/favicon.svg';

/** Calls that leave something behind which a later story would meet. */
const LASTING = [
  ...(['addInitScript', 'exposeBinding', 'exposeFunction', 'on', 'once', 'route'] as const),
  ...(['setDefaultTimeout', 'setDefaultNavigationTimeout'] as const),
] as const;

interface Kept {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in it since the story began. */
  readonly faults: string[];
  readonly session: CDPSession;
  readonly options: string;
  /** Nothing that lasts was done to it. */
  isAsNew: boolean;
  /** What opened what is open in it, for stories that leave that as it was. */
  begin: Begin | undefined;
}

type Begin = (page: Page) => Promise<void>;

interface Beginning {
  /** What is done to a context that is new. */
  readonly prepare: (context: BrowserContext) => Promise<unknown>;
  readonly faultsOf: (page: Page) => string[];
  readonly begin: Begin | undefined;
}

export class KeptPage {
  private kept: Kept | undefined;

  async open(browser: Browser, options: PageOptions, beginning: Beginning): Promise<Kept> {
    const { begin } = beginning;
    if (begin !== undefined && begin === this.kept?.begin) return this.kept;
    const kept = await this.tidied(browser, options, beginning);
    kept.begin = begin;
    await begin?.(kept.page);
    return kept;
  }

  private async tidied(
    browser: Browser,
    options: PageOptions,
    { prepare, faultsOf }: Beginning,
  ): Promise<Kept> {
    const { kept } = this;
    if (kept?.isAsNew && !kept.page.isClosed() && kept.options === JSON.stringify(options)) {
      await tidy(kept, options);
      return kept;
    }
    await this.close();
    // It has the options of the story that is under way.
    const context = await browser.newContext();
    await prepare(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const faults = faultsOf(page);
    const made: Kept = {
      ...{ context, page, faults, session, options: JSON.stringify(options) },
      ...{ isAsNew: true, begin: undefined },
    };
    onLasting(page, () => {
      made.isAsNew = false;
    });
    this.kept = made;
    return made;
  }

  async close(): Promise<void> {
    await this.kept?.context.close();
    this.kept = undefined;
  }
}

async function tidy({ context, page, faults, session }: Kept, options: PageOptions): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await leave(page);
  await session.send('Storage.clearDataForOrigin', { origin: options.baseURL!, storageTypes: 'all' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({
    ...{ media: null, colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference' },
    reducedMotion: options.contextOptions.reducedMotion ?? 'no-preference',
  });
  if (options.viewport) await page.setViewportSize(options.viewport);
  await context.clearPermissions();
  await page.mouse.move(-1, -1);
  faults.length = 0;
}

/** Tells when something is done to the page that a later story would meet. */
function onLasting(page: Page, tell: () => void): void {
  for (const name of LASTING) {
    const act = page[name] as (...args: unknown[]) => unknown;
    Object.assign(page, {
      [name]: (...args: unknown[]) => {
        tell();
        return act.apply(page, args);
      },
    });
  }
}

/** Away from the page, so that what is opened next is loaded whole: from link to link the page would stay. */
export async function leave(page: Page): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto(ELSEWHERE);
}
