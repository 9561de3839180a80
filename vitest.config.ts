/** The tests of `vite.config.ts`, in an order that builds and servers of the page know nothing of. */
import { mergeConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import config from './vite.config.ts';

export default mergeConfig(config, { test: { sequence: { sequencer: LongestFirst } } });
