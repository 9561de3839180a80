/** Ticks and title below a plot. */

export interface BottomAxisProps {
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly title: string;
  /** Of the plot, pixels. */
  readonly width: number;
  readonly height: number;
}

export function BottomAxis({ ticks, title, width, height }: BottomAxisProps) {
  return (
    <>
      {ticks.map(({ at, text }) => (
        <text key={at} x={at} y={height + 17} textAnchor="middle">
          {text}
        </text>
      ))}
      <text x={width / 2} y={height + 34} textAnchor="middle" className="chart-axis-title">
        {title}
      </text>
    </>
  );
}
