import { type KeyEntry, type KeyLayout, LINE, SHADES_WIDTH, shadesStart } from './key-layout.ts';
import { shadeOf } from './paint-colours.ts';
import './surface.css';

/** What shades and marks mean, as part of the picture: it leaves the page with it. */
export function PictureKey({ layout, y }: { readonly layout: KeyLayout; readonly y: number }) {
  return (
    <g className="chart-key" transform={`translate(0 ${y})`}>
      {layout.places.map(({ entry, x, y, isStacked }) => (
        <g key={`${entry.sign} ${entry.text}`} transform={`translate(${x} ${y + 14})`}>
          {entry.sign === 'shades' ? <Shades {...{ entry, isStacked }} /> : <Sign {...entry} />}
        </g>
      ))}
    </g>
  );
}

const STEPS = 32;

interface ShadesProps {
  readonly entry: Extract<KeyEntry, { sign: 'shades' }>;
  readonly isStacked: boolean;
}

function Shades({ entry, isStacked }: ShadesProps) {
  const start = shadesStart(entry, isStacked);
  return (
    <g transform={isStacked ? `translate(0 ${LINE})` : undefined}>
      <text y={isStacked ? -LINE : 0}>{entry.text}</text>
      <text x={start - 6} textAnchor="end">
        {entry.least}
      </text>
      {entry.isHeat && (
        <rect className="chart-heat-ground" x={start} y={-9} width={SHADES_WIDTH} height={10} />
      )}
      {Array.from({ length: STEPS }, (_, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are their places
          key={i}
          x={start + (i * SHADES_WIDTH) / STEPS}
          y={-9}
          width={SHADES_WIDTH / STEPS + 0.5}
          height={10}
          {...(entry.isHeat
            ? { className: 'chart-heat-cell', fillOpacity: i / (STEPS - 1) }
            : { fill: shadeOf(i / (STEPS - 1)) })}
        />
      ))}
      <text x={start + SHADES_WIDTH + 6}>{entry.most}</text>
    </g>
  );
}

function Sign(entry: Exclude<KeyEntry, { sign: 'shades' }>) {
  const { sign, text } = entry;
  return (
    <>
      {sign === 'swatch' && <g transform="translate(0 -4)">{entry.swatch}</g>}
      {sign === 'hatch' && (
        <>
          <rect className="chart-heat-ground" y={-9} width={16} height={10} />
          <path className="chart-key-hatch" d="M0 -3L6 -9M2 1L12 -9M8 1L16 -7M14 1L16 -1" />
        </>
      )}
      {sign === 'drawn' && <rect className="chart-drawn" x={1} y={-9} width={14} height={10} />}
      {sign === 'front' && <circle className="chart-front-mark" cx={8} cy={-4} r={4} />}
      {sign === 'refused' && (
        <text className="chart-tornado-refused" x={3}>
          ✕
        </text>
      )}
      <text x={22}>{text}</text>
    </>
  );
}
