/** What was measured: queries of it, and its pictures over the frames. */
import { useEffect } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { Bursts } from './Bursts.tsx';
import { Counters } from './Counters.tsx';
import { EmptyMeasured } from './EmptyMeasured.tsx';
import { FaultTable } from './FaultTable.tsx';
import { FrameMeans } from './FrameMeans.tsx';
import { Levels } from './Levels.tsx';
import { MappingDialog } from './MappingDialog.tsx';
import { MeasuredHead } from './MeasuredHead.tsx';
import {
  type MeasuredView,
  selectShown,
  setMeasuredView,
  setOnGraph,
  useMeasured,
} from './measured-store.ts';
import './measured.css';
import { Peaks } from './Peaks.tsx';
import { QueryBuilder } from './QueryBuilder.tsx';
import { QueryList } from './QueryList.tsx';
import { QueueChips } from './QueueChips.tsx';
import { ReadingProgress } from './ReadingProgress.tsx';
import { leadsTo } from './reading-words.ts';
import { SampledTable } from './SampledTable.tsx';
import { TimeCursor } from './TimeCursor.tsx';

const VIEWS: readonly { readonly value: MeasuredView; readonly text: string; readonly label: string }[] = [
  { value: 'time', text: 'Over time', label: 'Means, frame by frame' },
  { value: 'levels', text: 'Levels', label: 'Fill levels of one queue over time, and in one frame' },
  { value: 'bursts', text: 'Bursts', label: 'The fullest millisecond of each frame against its mean' },
  { value: 'counters', text: 'Sums', label: 'Cumulative sums and non-zero fill levels' },
  { value: 'peaks', text: 'Peaks', label: 'The highest peaks, and those that followed them' },
];

export default function Measured() {
  const reduced = useMeasured(selectShown);
  const isReading = useMeasured(({ reading }) => reading !== undefined);
  // The drawing shows a frame only while this tab is open.
  useEffect(() => () => setOnGraph(false), []);
  return (
    <>
      <MappingDialog />
      <ReadingProgress />
      {reduced ? <Shown reduced={reduced} /> : !isReading && <EmptyMeasured />}
    </>
  );
}

function Shown({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const scenario = useScenario();
  return (
    <div className="panel panel--split measured">
      <div className="panel__table">
        <MeasuredHead reduced={reduced} />
        <QueryList scenario={scenario} />
        <QueryBuilder scenario={scenario} reduced={reduced} />
        <SampledTable />
        <FaultTable faults={reduced.faults} truncated={reduced.truncated} />
      </div>
      <div className="panel__charts">
        {reduced.frames.start.length > 0 ? (
          <Charts reduced={reduced} />
        ) : (
          <p className="chart-empty">
            {leadsTo(reduced)
              ? 'There is nothing to draw over time.'
              : 'The file states means without frames: there is nothing to draw over time. The tab Compare holds them against the model.'}
          </p>
        )}
      </div>
    </div>
  );
}

function Charts({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const view = useMeasured((measured) => measured.view);
  return (
    <>
      <ChartToggles legend="View" options={VIEWS} value={view} onChange={setMeasuredView} />
      <TimeCursor reduced={reduced} />
      {view !== 'levels' && view !== 'peaks' && <QueueChips reduced={reduced} />}
      <View view={view} reduced={reduced} />
    </>
  );
}

function View({ view, reduced }: { readonly view: MeasuredView; readonly reduced: ReducedMeasurement }) {
  switch (view) {
    case 'time':
      return <FrameMeans reduced={reduced} />;
    case 'levels':
      return <Levels reduced={reduced} />;
    case 'bursts':
      return <Bursts reduced={reduced} />;
    case 'counters':
      return <Counters reduced={reduced} />;
    case 'peaks':
      return <Peaks reduced={reduced} />;
  }
}
