import { shadeOf } from './paint-colours.ts';
import type { SurfaceScale } from './surface-layout.ts';

const STEPS = 32;
const WIDTH = 96;

/** What the shades of a surface mean. */
export function ShadeKey({
  scale,
  format,
}: {
  readonly scale: SurfaceScale;
  readonly format: (value: number) => string;
}) {
  return (
    <span className="chart-shade-key">
      {format(scale.least)}
      <svg width={WIDTH} height={10} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are their places
            key={i}
            x={(i * WIDTH) / STEPS}
            width={WIDTH / STEPS + 0.5}
            height={10}
            fill={shadeOf(i / (STEPS - 1))}
          />
        ))}
      </svg>
      {format(scale.most)}
    </span>
  );
}
