/** The frame that is looked at, in every view and, when wished, on the drawing. */
import { useId } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { valueText } from '../../ui/charts/line-series.ts';
import { timeAxis } from '../results/time-axis.ts';
import { setMeasuredFrame, setOnGraph, useMeasured } from './measured-store.ts';

export function TimeCursor({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const id = useId();
  const { timeUnit } = useScenario();
  const frame = useMeasured((measured) => measured.frame);
  const onGraph = useMeasured((measured) => measured.onGraph);
  const { start, end } = reduced.frames;
  const axis = timeAxis('time', end.at(-1)!, timeUnit);
  const words = `frame ${frame} of ${start.length}, ${valueText(start[frame]!, axis, 4)} to ${valueText(end[frame]!, axis, 4)}`;
  return (
    <div className="measured__cursor">
      <label htmlFor={id}>Time cursor</label>
      <input
        id={id}
        type="range"
        min={0}
        max={start.length - 1}
        value={frame}
        aria-valuetext={words}
        onChange={(event) => setMeasuredFrame(Number(event.currentTarget.value))}
      />
      <span className="measured__frame">{words}</span>
      <button
        type="button"
        className="chart-button"
        aria-pressed={onGraph}
        title="The drawing shows the fill levels of this frame in place of means"
        onClick={() => setOnGraph(!onGraph)}
      >
        On the graph
      </button>
    </div>
  );
}
