/** The pictures of a report as SVG files, as they are on the page now. */
import { svgWithInlinedStyles } from '../../ui/charts/export-chart.ts';
import type { PictureName } from './report-blocks.ts';
import type { Pictures } from './report-markdown.ts';

/** `graph` is an image of its own; the others are charts. */
export function picturesIn(page: HTMLElement, graph: string): Pictures {
  const pictures: Partial<Record<PictureName, readonly string[]>> = { graph: [graph] };
  for (const figure of page.querySelectorAll<HTMLElement>('[data-picture]')) {
    const name = figure.dataset.picture as PictureName; // written by ReportPage alone
    if (name === 'graph') continue;
    pictures[name] = [...figure.querySelectorAll<SVGSVGElement>('.chart-svg')].map(svgWithInlinedStyles);
  }
  return pictures;
}
