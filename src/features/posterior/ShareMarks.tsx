/** How a layer of shares looks: a colour for its state; solid for service, hatched for waiting. */
import type { ShareLayer } from './share-areas.ts';

const COLOURS = 5;

export const shareClass = ({ number, part }: ShareLayer): string =>
  `posterior-state-${number % COLOURS} posterior-${part}`;

interface HatchPatternsProps {
  readonly id: string;
  readonly layers: readonly ShareLayer[];
}

export function HatchPatterns({ id, layers }: HatchPatternsProps) {
  return (
    <defs>
      {layers
        .filter(({ part }) => part === 'waiting')
        .map((layer) => (
          <pattern
            key={layer.number}
            id={`${id}-${layer.number}`}
            className={shareClass(layer)}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className="posterior-shares__ink" width={2} height={6} />
          </pattern>
        ))}
    </defs>
  );
}

export const ShareSwatch = ({ hatch, layer }: { readonly hatch: string; readonly layer: ShareLayer }) => (
  <g className={shareClass(layer)}>
    <rect className="posterior-shares__ground" y={-6} width={14} height={12} />
    {layer.part === 'waiting' && (
      <rect fill={`url(#${hatch}-${layer.number})`} y={-6} width={14} height={12} />
    )}
    <rect className="posterior-shares__frame" y={-6} width={14} height={12} />
  </g>
);
