/** The page's colours as a canvas takes them, and again when the page turns dark or light. */
import { interpolateViridis } from 'd3';
import { useMemo, useSyncExternalStore } from 'react';

const TOKENS = {
  ground: '--surface-sunken',
  surface: '--surface',
  text: '--text',
  muted: '--text-muted',
  accent: '--series-model',
  other: '--series-simulation',
  line: '--border-strong',
  bad: '--bad',
} as const;
export type PaintColours = Readonly<Record<keyof typeof TOKENS, string>>;

export function usePaintColours(): PaintColours {
  const theme = useSyncExternalStore(followTheme, themeNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what the tokens are read under
  return useMemo(readTokens, [theme]);
}

const DARK = '(prefers-color-scheme: dark)';

const themeNow = (): string => `${document.documentElement.dataset.theme ?? ''} ${matchMedia(DARK).matches}`;

function followTheme(tell: () => void): () => void {
  const query = matchMedia(DARK);
  const observer = new MutationObserver(tell);
  query.addEventListener('change', tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', tell);
    observer.disconnect();
  };
}

/** Through an element: a token may be written as `light-dark(…)`. */
function readTokens(): PaintColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, read(token)]);
  probe.remove();
  return Object.fromEntries(entries) as PaintColours;
}

/** Dark to bright, readable without telling colours apart. */
export const SHADES: readonly string[] = Array.from({ length: 256 }, (_, i) => interpolateViridis(i / 255));

/** `share` 0..1. */
export const shadeOf = (share: number): string =>
  SHADES[Math.max(0, Math.min(255, Math.round(share * 255)))]!;
