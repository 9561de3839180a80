/** The page's tokens as plain colours, for files that leave the page. */
import type { Colours } from './graph-svg.ts';
import { INKS } from './picture-marks.ts';

/** As they are at `element`, light or dark. */
export function pageColours(element: HTMLElement): Colours {
  const probe = document.createElement('span');
  element.append(probe);
  const colours = INKS.map((ink) => {
    probe.style.color = `var(--${ink})`;
    return [ink, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  // One entry per ink, by construction.
  return Object.fromEntries(colours) as Colours;
}
