/** The stories in the browser that take too long for every change: all examples, all sizes of screen, large files, memory. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureChromium, pageInputs, root } from '../scripts/setup.mjs';

interface Suite {
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly Suite[];
}

export function verifyStories(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const chromium = ensureChromium();
  ensureBuilt('dist', pageInputs, []);
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-stories-'));
  const report = join(folder, 'stories.json');
  try {
    spawnSync(
      join(root, 'node_modules', '.bin', 'playwright'),
      ['test', '--grep', '@long', '--reporter=list,json'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          STORIES: 'all',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...(chromium ? { CHROMIUM: chromium } : {}),
        },
      },
    );
    const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')) as Suite);
    return {
      lines: [
        '| story | file | took | |',
        '|---|---|---|---|',
        ...specs.map(({ title, file, ok, tests }) => {
          const took = tests
            .flatMap(({ results }) => results)
            .reduce((sum, { duration }) => sum + duration, 0);
          return `| ${title} | ${file} | ${Math.round(took / 1000)} s | ${ok ? 'passed' : '**failed**'} |`;
        }),
      ],
      failed: specs.length === 0 || specs.some(({ ok }) => !ok),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];
