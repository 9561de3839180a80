/** Hatching for blocked and dots for starved: the three shares of server time differ without their colours. */
export function FractionPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-blocked`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="chart-blocked-ground" width={6} height={6} />
        <rect className="chart-blocked-ink" width={3} height={6} />
      </pattern>
      <pattern id={`${id}-starved`} width={5} height={5} patternUnits="userSpaceOnUse">
        <rect className="chart-starved-ground" width={5} height={5} />
        <circle className="chart-starved-ink" cx={2.5} cy={2.5} r={0.9} />
      </pattern>
    </defs>
  );
}

export type TimeShare = 'serving' | 'blocked' | 'starved';

/** The `fill` of a share: the patterns of `id`, or the class's own colour for serving. */
export function shareFill(id: string, share: TimeShare): string | undefined {
  return share === 'serving' ? undefined : `url(#${id}-${share})`;
}
