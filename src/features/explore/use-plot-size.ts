/** The width of a picture, and how high its plot may be for all of it to be in sight in the drawer. */
import { type RefCallback, useCallback, useState } from 'react';
import { type ChartSize, useChartSize } from '../../ui/charts/use-chart-size.ts';

/** What stands below a plot, and its own titles: axes and key, pixels. */
const BELOW = 84;
/** What stands above a picture counts so far; below more than that it is scrolled to. */
const ABOVE = 260;
const LEAST = 150;
const MOST = 420;

export function usePlotSize<T extends Element>(): readonly [RefCallback<T>, ChartSize] {
  const [followWidth, { width }] = useChartSize<T>();
  const [height, setHeight] = useState(LEAST);
  const ref = useCallback(
    (element: T | null) => {
      const stop = followWidth(element);
      const panel = element?.closest('[role="tabpanel"]');
      if (!element || !panel) return stop;
      const read = () => {
        // A folded drawer has no height: the last real one is kept for when it opens.
        if (panel.clientHeight > 0) setHeight(heightIn(panel.clientHeight, placeOf(element)));
      };
      read();
      const observer = new ResizeObserver(read);
      observer.observe(panel);
      return () => {
        observer.disconnect();
        stop?.();
      };
    },
    [followWidth],
  );
  return [ref, { width, height }];
}

const heightIn = (drawer: number, above: number): number =>
  Math.max(LEAST, Math.min(MOST, Math.round(drawer - Math.min(above, ABOVE) - BELOW)));

/** Pixels from the top of the tab, however far it is scrolled. */
function placeOf(element: Element): number {
  const top = element.closest('.explore')?.getBoundingClientRect().top ?? 0;
  const scrolled = element.closest('.explore-answers')?.scrollTop ?? 0;
  return element.getBoundingClientRect().top - top + scrolled;
}
