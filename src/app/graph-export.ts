/** The drawing as a picture file. */

import { selectScenario, useDocument } from '../state/document-store.ts';
import { downloadBlob, svgToPng } from '../ui/charts/export-chart.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { fileName, saveText } from '../ui/saving.ts';

export function exportGraphSvg(): void {
  const svg = graphHandle.current?.exportSvg();
  if (svg) saveText(`${pictureName()}.svg`, svg, 'image/svg+xml');
}

export async function exportGraphPng(): Promise<void> {
  const svg = graphHandle.current?.exportSvg();
  if (svg) downloadBlob(fileName(`${pictureName()}.png`), await svgToPng(svg));
}

const pictureName = (): string => selectScenario(useDocument.getState())?.name ?? 'graph';
