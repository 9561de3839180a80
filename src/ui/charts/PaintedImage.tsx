import { useMemo } from 'react';

interface PaintedImageProps {
  readonly width: number;
  readonly height: number;
  /** In pixels of the page. A new function paints anew. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
}

/** Marks too many for elements: painted on a canvas, shown as an image inside an SVG, so that they export with it. */
export function PaintedImage({ width, height, paint }: PaintedImageProps) {
  const href = useMemo(() => paintedHref(width, height, paint), [width, height, paint]);
  return <image href={href} width={width} height={height} preserveAspectRatio="none" />;
}

function paintedHref(width: number, height: number, paint: PaintedImageProps['paint']): string {
  const scale = Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.scale(scale, scale);
  paint(context);
  return canvas.toDataURL();
}
