/** What each varied input does to a measure by itself, from one end of its range to the other. */

import { useEffect, useMemo } from 'react';
import type { Study } from '../../../core/study/study.ts';
import type { Sensitivity, SensitivityEnd } from '../../../workers/explore/contract.ts';
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { type TornadoEnd, TornadoPlot } from '../../ui/charts/TornadoPlot.tsx';
import { faultsOf, keyOf, tornadoRun } from './explore-asking.ts';
import { FaultLines } from './FaultLines.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign } from './look-at.ts';
import { axisOf } from './point-columns.ts';
import { stopLooking } from './previewing.ts';
import type { ShownPoints } from './use-points.ts';

interface TornadoPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly measure: PointColumn;
}

export function TornadoPicture({ study, shown, measure }: TornadoPictureProps) {
  const asked = tornadoRun.use();
  const key = keyOf(study, measure.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    void tornadoRun.follow({ study, measure: measure.name });
  }, [key]);
  const { answer } = asked;
  const bars = useMemo(
    () => (answer?.bars ?? []).map((bar) => barOf(bar, shown, measure)),
    [answer, shown, measure],
  );
  const table = useMemo(() => tableOf(answer?.bars ?? []), [answer]);
  const left = shown.inputs.filter(({ name }) => !bars.some(({ id }) => id === name));
  const faults = faultsOf(asked);
  const again = (): void => void tornadoRun.ask({ study, measure: measure.name });
  if (faults) return <FaultLines faults={faults} run={asked} onAgain={again} />;
  if (!answer) return <p className="panel__note">Looking at each input…</p>;
  const largest = Math.max(
    0,
    answer.middle ?? 0,
    ...answer.bars.flatMap(({ low, high }) => [low.value ?? 0, high.value ?? 0]),
  );
  return (
    <ChartFrame
      title={`What moves ${measure.words}`}
      fileName={`${study.name} ${measure.words} tornado`}
      table={table}
    >
      {({ width }) => (
        <>
          <TornadoPlot
            title={`What moves ${measure.words}`}
            value={axisOf(measure, largest)}
            {...{ bars, width, middle: answer.middle }}
          />
          <p className="explore-readout explore-readout--hint">
            {left.length > 0 &&
              `Left out, since it has no ends: ${left.map(({ words }) => words).join(', ')}. `}
            Each bar: this input alone, from one end of its values to the other. Click an end to put it into
            the editor.
          </p>
        </>
      )}
    </ChartFrame>
  );
}

function barOf({ path, words, low, high }: Sensitivity, { inputs }: ShownPoints, measure: PointColumn) {
  const column = inputs.find(({ name }) => name === path) ?? measure;
  const { unit: _, ...withoutUnit } = column;
  const end = ({ input, value, reason }: SensitivityEnd): TornadoEnd => ({
    input: pointText(column, input, 3),
    short: pointText(withoutUnit, input, 3),
    value,
    reason,
    onLook: () => lookAtDesign([{ path, value: input }], `${words} ${pointText(column, input, 3)}`),
    onLeave: stopLooking,
    onPick: () => loadDesign([{ path, value: input }], `Set ${words}`),
  });
  return { id: path, name: words, low: end(low), high: end(high) };
}

const tableOf = (bars: readonly Sensitivity[]) => ({
  columns: ['input', 'low', 'measure at low', 'high', 'measure at high', 'elasticity'].map((label) => ({
    label,
  })),
  rows: bars.map(({ words, low, high, elasticity }) => [
    words,
    low.input,
    low.value,
    high.input,
    high.value,
    elasticity,
  ]),
});
