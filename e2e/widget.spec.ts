/** The view of the Python package, as a notebook gives it its state. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './workbench.ts';

const root = join(import.meta.dirname, '..');
const scenario = JSON.parse(readFileSync(join(root, 'public/examples/timetrial-mm1-09.json'), 'utf8'));

test('shows the scenario of Python, and tells it what the sliders say', async ({ page }) => {
  const { build } = await import('vite');
  const folder = test.info().outputPath('widget');
  await build({
    root,
    configFile: join(root, 'vite.widget.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  });
  await page.route('**/notebook/*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ path: join(folder, 'widget.js'), contentType: 'text/javascript' })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Notebook</title><main></main>',
        }),
  );
  await page.goto('/notebook/index.html');
  await page.evaluate(async (given) => {
    const address = '/notebook/widget.js';
    const { default: widget } = await import(address);
    const traits: Record<string, unknown> = { scenario: given, inputs: '', readonly: false, theme: 'light' };
    const heard = new Map<string, () => void>();
    const model = {
      get: (name: string) => traits[name],
      set: (name: string, value: unknown) => {
        traits[name] = value;
      },
      save_changes: () => {
        document.title = `saved ${JSON.stringify((traits.answer as { kind: string }).kind)}`;
      },
      on: (event: string, call: () => void) => heard.set(event, call),
      off: (event: string) => heard.delete(event),
    };
    const remove = widget.render({ model, el: document.querySelector('main') });
    Object.assign(window, { traits, heard, remove });
  }, scenario);
  const view = page.locator('stagegraph-model');
  await expect(view.getByRole('status')).toHaveText('● exact');
  await expect(page).toHaveTitle('saved "answer"');
  await view.getByRole('slider', { name: 'Load multiplier' }).press('Home');
  const shownRate = () =>
    page.evaluate(() => {
      const { shown } = (window as never as { traits: { shown: typeof scenario } }).traits;
      return shown.nodes.find(({ kind }: { kind: string }) => kind === 'source').interarrival.rate;
    });
  const [source] = scenario.nodes.filter(({ kind }: { kind: string }) => kind === 'source');
  await expect.poll(shownRate).toBeLessThan(source.interarrival.rate / 2);
  await page.evaluate(() => {
    const { traits, heard } = window as never as {
      traits: Record<string, unknown>;
      heard: Map<string, () => void>;
    };
    traits.readonly = true;
    heard.get('change:readonly')!();
  });
  await expect(view.getByRole('slider')).toHaveCount(0);
  await page.evaluate(() => (window as never as { remove: () => void }).remove());
  await expect(view).toHaveCount(0);
});
