/** The highest peaks, and which of them went on downstream (Weh 2012, table 4). A press on a row moves the time cursor there. */

import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { PeakPair, PropagatedPeak } from '../../../workers/measure/queries/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { valueText } from '../../ui/charts/axis.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { digitsApart } from './measured-axis.ts';
import { useStudy } from './measured-keeping.ts';
import { setMeasuredFrame, useMeasured } from './measured-store.ts';
import { useQueues } from './queue-names.ts';

const MOST_ROWS = 30;

export function Peaks({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const scenario = useScenario();
  const reading = useStudy((study) => study?.peaks);
  const frame = useMeasured((measured) => measured.frame);
  const { nameOf } = useQueues(reduced);
  if (!reading) return null;
  const { start, end } = reduced.frames;
  const axis = timeAxis('time', end.at(-1)!, scenario.timeUnit);
  const names = new Map(reduced.queues.map((queue) => [queue.id, nameOf(queue).title]));
  const title = (id: string): string => names.get(id) ?? id;
  const digits = digitsApart(start[0] ?? 0, end.at(-1)!);
  const time = (seconds: number): string => valueText(seconds, axis, digits);
  const frameOf = ({ peak }: PropagatedPeak): number =>
    Math.max(
      0,
      start.findLastIndex((from) => from <= peak.at),
    );
  const peaks = reading.peaks.slice(0, MOST_ROWS);
  if (peaks.length === 0)
    return <p className="chart-empty">No peaks: the file contains no trace, samples or occupancy.</p>;
  return (
    <>
      <DataTable
        caption="Highest peaks"
        columns={peakColumns(title, time)}
        rows={peaks}
        rowKey={keyOf}
        selectedKeys={new Set(peaks.filter((peak) => frameOf(peak) === frame).map(keyOf))}
        onSelectRow={(key) => {
          const peak = peaks.find((candidate) => keyOf(candidate) === key);
          if (peak) setMeasuredFrame(frameOf(peak));
        }}
        fileName={`${reduced.name} peaks`}
      />
      {reading.pairs.length > 0 && (
        <>
          <DataTable
            caption="Peaks that went on"
            columns={pairColumns(title)}
            rows={reading.pairs}
            rowKey={pairKey}
          />
          <p className="panel__note">
            A peak follows one upstream when its maximum is not earlier, and at most the peak’s duration after
            its end. “By chance”: how many would if the two queues were unrelated.
          </p>
        </>
      )}
    </>
  );
}

const keyOf = ({ queue, peak }: PropagatedPeak): string => `${queue} ${peak.start}`;
const pairKey = ({ from, to }: PeakPair): string => JSON.stringify([from, to]);

function peakColumns(
  title: (id: string) => string,
  time: (seconds: number) => string,
): readonly PageColumn<PropagatedPeak>[] {
  const followers = ({ followers, peak }: PropagatedPeak): string =>
    followers
      .map((next) => `${title(next.queue)} ${next.peak.level} after ${time(next.peak.at - peak.at)}`)
      .join(', ');
  return [
    {
      id: 'queue',
      header: 'Queue',

      cell: ({ queue }) => title(queue),
      value: ({ queue }) => queue,
    },
    {
      id: 'level',
      header: 'Peak occupancy',
      kind: 'number',
      value: ({ peak }) => peak.level,
    },
    {
      id: 'at',
      header: 'At',
      kind: 'number',
      cell: ({ peak }) => time(peak.at),
      value: ({ peak }) => peak.at,
    },
    {
      id: 'lasted',
      header: 'Not empty for',
      kind: 'number',
      cell: ({ peak }) => time(peak.end - peak.start),
      value: ({ peak }) => peak.end - peak.start,
    },
    { id: 'followers', header: 'Followed by', cell: (peak) => followers(peak) || '–', value: followers },
  ];
}

const pairColumns = (title: (id: string) => string): readonly PageColumn<PeakPair>[] => [
  { id: 'from', header: 'From', cell: ({ from }) => title(from), value: ({ from }) => from },
  { id: 'to', header: 'To', cell: ({ to }) => title(to), value: ({ to }) => to },
  {
    id: 'followed',
    header: 'Followed',
    kind: 'number',
    cell: ({ followed, peaks }) => `${followed} of ${peaks}`,
    value: ({ followed }) => followed,
  },
  {
    id: 'byChance',
    header: 'By chance',
    kind: 'number',
    cell: ({ byChance }) => formatNumber(byChance, 2),
    value: ({ byChance }) => byChance,
  },
];
