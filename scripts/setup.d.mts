/** Types of setup.mjs for tests; it is plain JavaScript because it runs before any package is there. */
export const root: string;
export const pageInputs: readonly string[];
export const cliInputs: readonly string[];
export function run(command: string, args: readonly string[], options?: object): boolean;
export function ensurePackages(): void;
export function ensurePage(): void;
export function ensureCommandLine(): void;
export function ensureChromium(): string | undefined;
export function storyBrowsers(): {
  readonly CHROMIUM?: string;
  readonly HEADLESS_SHELL?: string;
  readonly FIREFOX?: string;
};
export function ensureRedis(): string | undefined;
export function findChromium(): string | undefined;
