/** A browser by W3C WebDriver, as far as stories need it: two dozen lines over HTTP, where a client would bring a library of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Where distributions keep what drives WebKitGTK, and the plain browser beside it. */
const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSERS = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map(
  (folder) =>
    `/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch as string]}-linux-gnu/${folder}/MiniBrowser`,
);
const SCREEN = '/usr/bin/Xvfb';

/** Undefined where a part is missing; WebKitGTK has no mode without a screen. */
export const webKit = (): string | undefined =>
  existsSync(DRIVER) && (process.env.DISPLAY || existsSync(SCREEN)) ? BROWSERS.find(existsSync) : undefined;

/** Name of an element in the protocol (W3C WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { readonly [ELEMENT]: string };

/** Keys that are no signs (W3C WebDriver, section 17.4.2). */
export const ENTER = '\uE007';

export class WebDriver {
  private constructor(
    private readonly session: string,
    private readonly started: readonly ChildProcess[],
  ) {}

  /** Starts `browser`, on a screen of its own where there is none. */
  static async start(browser: string): Promise<WebDriver> {
    const started: ChildProcess[] = [];
    try {
      const display = process.env.DISPLAY || (await ownScreen(started));
      const port = await freePort();
      started.push(
        spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
          stdio: 'ignore',
          env: { ...process.env, DISPLAY: display },
        }),
      );
      const address = `http://127.0.0.1:${port}`;
      await listening(address);
      const options = { binary: browser, args: ['--automation'] };
      const { sessionId } = (await call(`${address}/session`, 'POST', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      })) as { readonly sessionId: string };
      const driver = new WebDriver(`${address}/session/${sessionId}`, started);
      await driver.ask('timeouts', { script: 240_000, pageLoad: 240_000 });
      await driver.ask('window/rect', { width: 1440, height: 900 });
      return driver;
    } catch (error) {
      for (const child of started) child.kill();
      throw error;
    }
  }

  open(url: string): Promise<unknown> {
    return this.ask('url', { url });
  }

  /** What `script`, a function of JSON values, gives in the page. */
  run<A extends readonly unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T> {
    return this.ask('execute/sync', {
      script: `return (${script}).apply(null, arguments)`,
      args,
    }) as Promise<T>;
  }

  async click(selector: string): Promise<void> {
    const { [ELEMENT]: id } = await this.find(selector);
    await this.ask(`element/${id}/click`, {});
  }

  /** As at a keyboard, into what has the focus. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.ask('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from((await call(`${this.session}/screenshot`, 'GET')) as string, 'base64');
  }

  async end(): Promise<void> {
    await call(this.session, 'DELETE').catch(() => undefined);
    for (const child of this.started) child.kill();
  }

  private find(value: string): Promise<Element> {
    return this.ask('element', { using: 'css selector', value }) as Promise<Element>;
  }

  private ask(command: string, body: object): Promise<unknown> {
    return call(`${this.session}/${command}`, 'POST', body);
  }
}

async function call(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const { value } = (await response.json()) as { readonly value: { readonly message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.message}`);
  return value;
}

/** Resolves when the driver takes calls. */
async function listening(address: string): Promise<void> {
  for (;;) {
    if (
      await fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Name of the display, which the server chooses and writes when it is there. */
function ownScreen(started: ChildProcess[]): Promise<string> {
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(screen);
  return new Promise((resolve, reject) => {
    screen.stdio[3]!.once('data', (number) => resolve(`:${String(number).trim()}`));
    screen.once('exit', (status) => reject(new Error(`${SCREEN} ended with ${status}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}
