/** The Python package: its own tests, where Python and what it needs are on the machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
const PYTHONS = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter((path) => path !== undefined);

/** The first Python that has these modules. */
const pythonWith = (...modules: readonly string[]): string | undefined =>
  PYTHONS.find((python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0);

function passes(python: string, name: string): void {
  const { status, stderr } = spawnSync(
    python,
    ['-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests', '-p', `${name}.py`],
    {
      cwd: join(root, 'python'),
      encoding: 'utf8',
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONPATH: [join(root, 'python'), process.env.PYTHONPATH].filter(Boolean).join(':'),
        STAGEGRAPH: `'${process.execPath}' '${join(root, 'dist-cli', 'main.mjs')}'`,
      },
    },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
}

describe('the Python package', () => {
  beforeAll(async () => {
    ensureCommandLine();
    await build({ root, configFile: join(root, 'vite.widget.config.ts'), logLevel: 'error' });
  });

  it('has the version of the command line', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(readFileSync(join(root, 'python', 'pyproject.toml'), 'utf8')).toContain(`version = "${version}"`);
    const module = readFileSync(join(root, 'python', 'stagegraph', '__init__.py'), 'utf8');
    expect(module).toContain(`__version__ = "${version}"`);
  });

  const frames = pythonWith('pandas');
  const why = (words: string, python: string | undefined, lacks: string): string =>
    python ? words : `${words} (skipped: there is no python3 with ${lacks})`;
  it.skipIf(!frames)(
    why('answers on frames', frames, 'pandas'),
    () => passes(frames!, 'test_frames'),
    120_000,
  );

  const widget = pythonWith('pandas', 'anywidget');
  it.skipIf(!widget)(
    why('is a widget of notebooks', widget, 'pandas and anywidget'),
    () => passes(widget!, 'test_widget'),
    120_000,
  );
});
