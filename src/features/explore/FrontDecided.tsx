/** The designs of a front as they are known best: simulated by themselves where the method only approximates them. */
import { useEffect, useMemo } from 'react';
import type { Ranked } from '../../../core/measures/best-known.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import type { Column } from '../../../core/quantities/table.ts';
import { takesBestKnown } from '../../../core/study/point-answers.ts';
import type { Study } from '../../../core/study/study.ts';
import type { DecidedPoint } from '../../../workers/explore/contract.ts';
import { estimateText, type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { useSession } from '../../state/session-store.ts';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { faultsOf, frontRun } from './explore-asking.ts';
import { inputOf } from './explore-points.ts';
import { pointsRun } from './explore-run.ts';
import { FaultLines } from './FaultLines.tsx';
import type { Sense } from './pareto-front.ts';
import type { ShownPoints } from './use-points.ts';

interface FrontDecidedProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  /** Numbers of the points on the front, in its order. */
  readonly front: readonly number[];
  readonly columns: readonly PointColumn[];
  readonly senseOf: (column: PointColumn) => Sense;
}

/** Designs of a front that are decided, evenly along it: each takes about a second. */
const MOST = 12;

export function FrontDecided({ study, shown, front, columns, senseOf }: FrontDecidedProps) {
  const live = useSession((state) => state.live);
  const isMade = pointsRun.use(({ status }) => status === 'done');
  const run = frontRun.use();
  const picked = useMemo(() => evenly(front, MOST), [front]);
  const wanted = live && isMade && takesBestKnown(study) && picked.length > 0;
  useEffect(() => {
    if (!wanted) return frontRun.stop();
    // Another question may have stopped it.
    const ask = frontRun.get().status === 'stopped' ? frontRun.ask : frontRun.follow;
    void ask({ study, points: picked });
  }, [wanted, study, picked]);
  const decided = (run.answer ?? []).filter(({ point }) => picked.includes(point));
  if (!wanted) return null;
  const faults = run.status === 'failed' && faultsOf(run);
  if (faults)
    return (
      <FaultLines faults={faults} run={run} onAgain={() => void frontRun.ask({ study, points: picked })} />
    );
  if (!decided.some(({ known }) => known.some((each) => each !== undefined && each !== 'exact'))) return null;
  const rows = decided.map(
    (each): Sensed => ({
      point: each.point,
      costs: columns.map((column) => {
        const { value, half = 0 } = numberAt(shown, column, each);
        return { value: senseOf(column) === 'least' ? value : -value, half };
      }),
    }),
  );
  return (
    <section aria-label="Best known front">
      {run.status === 'running' && (
        <ProgressBar
          label="Simulating the front"
          fraction={decided.length / picked.length}
          detail={`${decided.length} of ${picked.length} designs`}
        />
      )}
      <DataTable
        caption={`The best known front${picked.length < front.length ? `: ${picked.length} of its ${front.length} designs` : ''}`}
        showCaption
        columns={[
          { id: 'design', header: 'Design', value: ({ point }) => point + 1 },
          ...shown.inputs.filter((input) => !columns.includes(input)).map((input) => columnOf(shown, input)),
          ...columns.map((column) => columnOf(shown, column)),
          {
            id: 'state',
            header: 'Stays on the front',
            value: ({ point }) => {
              const better = beatenBy(rows, point);
              return better === undefined ? 'yes' : `no: design ${better + 1} is better in simulation`;
            },
          },
        ]}
        rows={decided}
        rowKey={({ point }) => String(point)}
        fileName={`${study.name} front`}
      />
    </section>
  );
}

interface NumberAt {
  readonly value: number;
  readonly half?: number | undefined;
  readonly known?: Ranked | undefined;
}

function numberAt({ points }: ShownPoints, { kind, place }: PointColumn, decided: DecidedPoint): NumberAt {
  if (kind === 'input') return { value: inputOf(points, decided.point, place) };
  const { values, halfWidths, known } = decided;
  return { value: values[place] ?? Number.NaN, half: halfWidths[place], known: known[place] };
}

function columnOf(shown: ShownPoints, column: PointColumn): Column<DecidedPoint> {
  const { name, words, kind, place } = column;
  const at = (row: DecidedPoint): NumberAt => numberAt(shown, column, row);
  return {
    ...{ id: name, header: words, kind: 'number' },
    value: (row) => at(row).value,
    write: (row) => {
      const open = kind === 'measure' ? row.open[place] : undefined;
      if (open)
        return `${TRUST.notDetermined.shape} ${pointText(column, open[0])} … ${pointText(column, open[1])}`;
      const { value, half, known } = at(row);
      const text = estimateText(column, value, half);
      return known === undefined ? text : `${TRUST[known].shape} ${text}`;
    },
    ...(kind === 'measure' && {
      beside: [
        { label: `${name} ±`, value: (row: DecidedPoint) => row.halfWidths[place] },
        { label: `${name}, analytic`, value: (row: DecidedPoint) => row.solved[place] },
      ],
    }),
  };
}

/** Both ends of the front and points evenly spaced between them. */
const evenly = (front: readonly number[], most: number): readonly number[] =>
  front.length <= most
    ? front
    : Array.from({ length: most }, (_, i) => front[Math.round((i * (front.length - 1)) / (most - 1))]!);

/** Which designs of a front others beat, by numbers that have intervals. */

/** Costs in every measure of a front: less is better. */
interface Sensed {
  readonly point: number;
  readonly costs: readonly { readonly value: number; readonly half: number }[];
}

/** The first design that is surely as good in every measure and better in one: beyond both intervals. Undefined where none is. */
export function beatenBy(designs: readonly Sensed[], point: number): number | undefined {
  const own = designs.find((each) => each.point === point);
  return own && designs.find((other) => other !== own && beats(other, own))?.point;
}

const beats = ({ costs }: Sensed, other: Sensed): boolean =>
  costs.every(({ value, half }, i) => value + half <= other.costs[i]!.value - other.costs[i]!.half) &&
  costs.some(({ value }, i) => value < other.costs[i]!.value);
