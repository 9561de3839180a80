import { type RefCallback, useCallback, useState } from 'react';

export const MIN_CHART_HEIGHT = 180;
const FIRST_WIDTH = 640;

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The width of an element, followed as it changes, and a chart height that goes with it. `height` fixes the height;
 * no chart is lower than 180 pixels. Before the element exists the width is 640.
 */
export function useChartSize<T extends Element>(height?: number): readonly [RefCallback<T>, ChartSize] {
  const [width, setWidth] = useState(FIRST_WIDTH);
  const ref = useCallback((element: T | null) => {
    if (!element) return;
    // A folded panel is 0 wide: the last real width is kept for when it opens.
    const read = () => setWidth((previous) => Math.floor(element.getBoundingClientRect().width) || previous);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, { width, height: chartHeight(width, height) }];
}

export function chartHeight(width: number, wanted?: number): number {
  return Math.max(MIN_CHART_HEIGHT, wanted ?? Math.min(360, Math.max(240, Math.round(width * 0.44))));
}
