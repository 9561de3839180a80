import type { StageNode } from '../../../core/scenario/scenario.ts';
import { countText, levelText, plainText } from './figure-text.ts';
import { type Gauge, gaugeOf } from './gauge.ts';
import type { StageFigures } from './stage-figures.ts';

interface QueueGaugeProps {
  readonly stage: StageNode;
  readonly figures: StageFigures;
}

const WIDTH = 126;
const HEIGHT = 14;
const SLOT_GAP = 1.5;
const WIDEST_SLOT = 18;

/** The queue, filling from the right where the server is: one box per place, or a bar with mean and 90 % span. */
export function QueueGauge({ stage, figures }: QueueGaugeProps) {
  const gauge = gaugeOf(stage.capacity, figures);
  return (
    <div className="g-row" title={sentence(stage, figures)}>
      <svg
        className="g-gauge"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {gauge.slots ? <Slots fills={gauge.slots} /> : <Bar gauge={gauge} />}
        {gauge.interval && <Interval {...gauge.interval} />}
        {gauge.simulated !== undefined && <Tick className="g-gauge-simulated" at={gauge.simulated} />}
        {gauge.model !== undefined && <Tick className="g-gauge-model" at={gauge.model} />}
      </svg>
      <span className="g-number">{levelText(stage, figures)}</span>
    </div>
  );
}

/** Where another mean is, across the gauge. */
const Tick = ({ className, at }: { readonly className: string; readonly at: number }) => (
  <path className={className} d={`M${fromRight(at)},-1 v${HEIGHT + 2}`} strokeWidth={2} />
);

/** Between what a simulated mean lies, below the fill; a hair where it is well known. */
const Interval = ({ low, high }: { readonly low: number; readonly high: number }) => (
  <rect
    className="g-gauge-interval"
    x={fromRight(high) - 1}
    y={HEIGHT - 4}
    width={WIDTH * (high - low) + 2}
    height={4}
  />
);

function Slots({ fills }: { readonly fills: readonly number[] }) {
  const pitch = Math.min(WIDEST_SLOT, WIDTH / fills.length);
  return fills.map((fill, place) => {
    const x = WIDTH - (place + 1) * pitch;
    const width = pitch - SLOT_GAP;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index
      <g key={place}>
        <rect className="g-gauge-ground" x={x} y={1} width={width} height={HEIGHT - 2} rx={1} />
        <rect
          className="g-gauge-fill"
          x={x + width * (1 - fill)}
          y={1}
          width={width * fill}
          height={HEIGHT - 2}
          rx={1}
        />
      </g>
    );
  });
}

function Bar({ gauge }: { readonly gauge: Gauge }) {
  const { mean, low, high } = gauge;
  const span = low !== undefined && high !== undefined && spanPath(low, high);
  return (
    <>
      <path className="g-gauge-ground" d={outline(gauge.unbounded)} />
      {gauge.runsOff && (
        <path
          className="g-gauge-off"
          d={`M10,1 H${WIDTH} v${HEIGHT - 2} H10 v4 L-6,${HEIGHT / 2} L10,-3 Z`}
        />
      )}
      {mean !== undefined && !gauge.runsOff && (
        <rect className="g-gauge-fill" x={fromRight(mean)} y={1} width={WIDTH * mean} height={HEIGHT - 2} />
      )}
      {span && <path className="g-gauge-halo" d={span} />}
      {span && <path className="g-gauge-span" d={span} />}
    </>
  );
}

/** A line between two levels, with a stroke across each end. */
function spanPath(low: number, high: number): string {
  const [left, right] = [fromRight(high), fromRight(low)];
  return `M${left},${HEIGHT / 2} H${right} M${left},4 V${HEIGHT - 4} M${right},4 V${HEIGHT - 4}`;
}

const fromRight = (share: number): number => WIDTH * (1 - share);

/** A box; without its left side where the queue has no end. */
const outline = (unbounded: boolean): string =>
  unbounded ? `M0,1 H${WIDTH - 0.5} V${HEIGHT - 1} H0` : `M0.5,1 H${WIDTH - 0.5} V${HEIGHT - 1} H0.5 Z`;

function sentence(stage: StageNode, figures: StageFigures): string {
  const unit = stage.unit ?? 'elements';
  const room = stage.capacity === undefined ? 'unbounded' : `capacity ${countText(stage.capacity, unit)}`;
  const { meanOccupancy, meanQueueLength } = figures;
  if (meanOccupancy === undefined)
    return meanQueueLength === undefined
      ? `Queue: ${room}.`
      : `Mean ${countText(meanQueueLength, unit)} waiting; ${room}.`;
  const parts = [meanWords(figures, unit)];
  if (meanQueueLength !== undefined) parts.push(`${countText(meanQueueLength)} of them waiting`);
  if (figures.lowLevel !== undefined && figures.highLevel !== undefined)
    parts.push(`90 % of the time ${figures.lowLevel} to ${figures.highLevel}`);
  if (figures.simulatedMean !== undefined) parts.push(`simulated mean ${plainText(figures.simulatedMean)}`);
  return `${[...parts, room].join('; ')}.`;
}

function meanWords(figures: StageFigures, unit: string): string {
  const { meanOccupancy = 0, leastMean, greatestMean, halfWidth, modelMean } = figures;
  const mean = `Mean ${countText(meanOccupancy, unit)} in the stage`;
  if (halfWidth !== undefined) {
    const model = modelMean === undefined ? '' : `, analytic ${plainText(modelMean)}`;
    return `${mean}, ± ${plainText(halfWidth)} simulated${model}`;
  }
  if (leastMean === undefined || greatestMean === undefined) return mean;
  return `${mean}, sensitive to inputs: ${countText(leastMean)} to ${countText(greatestMean)} for inputs that round to the same digits`;
}
