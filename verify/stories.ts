/**
 * The stories in the browser that take too long for every change: all examples, all sizes of screen, large files, memory; and walks of random actions that
 * last for minutes each.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePage, root, storyBrowsers } from '../scripts/setup.mjs';

interface Story {
  readonly title: string;
  readonly ok: boolean;
  readonly file: string;
  readonly tests: readonly {
    readonly results: readonly { readonly duration: number }[];
    /** What a story has measured. */
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  }[];
}

interface Suite {
  readonly specs?: readonly Story[];
  readonly suites?: readonly Suite[];
}

interface Report {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

export const verifyStories = (): Report => storiesReport('@long');

/** One walk after the other, s each. */
export const verifyWalks = (seeds: readonly number[], seconds: number): Report =>
  storiesReport('random actions|memory stays', {
    RANDOM_SEEDS: seeds.join(','),
    RANDOM_SECONDS: String(seconds),
  });

function storiesReport(grep: string, settings: Readonly<Record<string, string>> = {}): Report {
  const browsers = storyBrowsers();
  ensurePage();
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-stories-'));
  const report = join(folder, 'stories.json');
  try {
    spawnSync(
      join(root, 'node_modules', '.bin', 'playwright'),
      ['test', '--grep', grep, '--retries=0', '--reporter=list,json'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          ...settings,
          STORIES: 'all',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...browsers,
        },
      },
    );
    const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')) as Suite);
    return {
      lines: [
        '| story | file | took | measured | |',
        '|---|---|---|---|---|',
        ...specs.map(({ title, file, ok, tests }) => {
          const took = tests
            .flatMap(({ results }) => results)
            .reduce((sum, { duration }) => sum + duration, 0);
          const measured = tests
            .flatMap(({ annotations }) => annotations)
            .filter(({ type }) => type === 'measured')
            .map(({ description }) => description);
          return `| ${title} | ${file} | ${Math.round(took / 1000)} s | ${measured.join('; ')} | ${endOf({ ok, tests })} |`;
        }),
      ],
      failed: specs.length === 0 || specs.some((spec) => endOf(spec) !== 'passed'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Playwright takes a story that a stopped run never came to for one that is in order. */
function endOf({ ok, tests }: Pick<Story, 'ok' | 'tests'>): string {
  if (tests.every(({ results }) => results.length === 0)) return '**did not run**';
  return ok ? 'passed' : '**failed**';
}

const specsOf = ({ specs = [], suites = [] }: Suite): readonly Story[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];
