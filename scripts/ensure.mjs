/** `ensure.mjs page|commands|programs`: one part of the set-up of tests, in a process of its own beside others. */
import { ensureCommandLine, ensurePage, ensureRedis, storyBrowsers } from './setup.mjs';

const PARTS = {
  page: ensurePage,
  commands: ensureCommandLine,
  /** What is found is said as the environment that tests read. */
  programs: () => console.log(JSON.stringify({ ...storyBrowsers(), REDIS_SERVER: ensureRedis() })),
};

PARTS[process.argv[2]]();
