/** One quantity by this answer, by the next best method and by simulation, stage by stage. */
import { useState } from 'react';
import { growingStages } from '../../../core/measures/growing.ts';
import { formatMeasure, measureLabel, measureRow } from '../../../core/measures/measure-rows.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { formatSignedPercent } from '../../../core/quantities/quantity.ts';
import { type Column, numberColumn } from '../../../core/quantities/table.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { useBestSimulation } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { besideInterval, INTERVAL_WORDS, meansColumn, ofQueue } from '../results/simulated-tables.ts';
import { solvedCell, solvedColumn } from '../results/solved-tables.ts';

const QUANTITIES = ['meanOccupancy', 'throughput', 'utilization', 'backPressureProbability'] as const;
type Quantity = (typeof QUANTITIES)[number];

export function TrustAgreement({ answer }: { readonly answer: SolveAnswer }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const simulated = useBestSimulation();
  const [quantity, setQuantity] = useState<Quantity>('meanOccupancy');
  const { nextBest } = answer;
  const { dimension } = measureRow(quantity);
  const growing = growingStages(ofQueue(quantity) ? (simulated?.verdicts ?? []) : []);
  const valueAt = (stage: StageNode): Answers => {
    const own = answer.stages[stage.id];
    return {
      own: own?.[quantity],
      isExact: own?.exact === true,
      span: own?.spans?.[quantity],
      other: nextBest?.stages[stage.id]?.[quantity],
      isOtherExact: nextBest?.exact === true,
      simulated: simulated?.stages[stage.id]?.[quantity],
    };
  };
  const formatFor = ({ unit }: StageNode) => ({ unit, timeUnit: scenario.timeUnit });
  const columns: PageColumn<StageNode>[] = [
    { id: 'stage', header: 'Stage', rowHeader: true, value: ({ id }) => nodeTitle(scenario, id) },
    {
      ...solvedColumn(answer, quantity, {}),
      ...{ id: 'own', header: 'Selected method', unit: '' },
      write: (stage) => solvedCell(answer.stages[stage.id], quantity, formatFor(stage)),
    },
    ...(nextBest
      ? [
          numberColumn<StageNode>(
            'next',
            `Alternative: ${methodLabel(nextBest.method)}`,
            (stage) => valueAt(stage).other,
            (value, stage) => formatMeasure(value, dimension, formatFor(stage)),
          ),
        ]
      : []),
    ...(simulated
      ? [
          {
            id: 'simulated',
            header: 'Simulation',
            ...meansColumn<StageNode>({
              read: (stage) => valueAt(stage).simulated,
              grows: ({ id }) => growing.has(id),
              shown: (stage) => [dimension, formatFor(stage)],
            }),
          } satisfies Column<StageNode>,
        ]
      : []),
    {
      id: 'agreement',
      header: 'Agreement',
      cell: (stage) => <Agree {...valueAt(stage)} />,
      value: (stage) => agreementOf(valueAt(stage))?.words ?? '',
    },
  ];
  return (
    <div className="trust__agreement">
      <div className="trust__choice">
        <ChoiceField
          label="Quantity"
          value={quantity}
          choices={QUANTITIES.map((value) => ({ value, label: measureLabel(value) }))}
          onChange={setQuantity}
        />
        {!simulated && <span className="panel__note">Simulate (S) to compare.</span>}
      </div>
      <DataTable
        caption={`${measureLabel(quantity)} by method`}
        columns={columns}
        rows={nodesInFlowOrder(scenario).filter(isStage)}
        rowKey={({ id }) => id}
        selectedKeys={new Set(selected)}
        onSelectRow={selectOnly}
        fileName={`${scenario.name} by method`}
      />
    </div>
  );
}

function Agree(answers: Answers) {
  const agreement = agreementOf(answers);
  if (!agreement) return '–';
  const { agrees, words } = agreement;
  if (agrees === undefined) return <span className="panel__note">{words}</span>;
  return (
    <span className={`agreement agreement--${agrees ? 'close' : 'off'}`}>
      {agrees ? '✓' : '✕'} {words}
    </span>
  );
}

/** Whether two answers to one question agree, in words. */

interface Agreement {
  /** Undefined: nothing is contradicted, and nothing confirmed. */
  readonly agrees: boolean | undefined;
  readonly words: string;
}

/** Answers to one question. */
interface Answers {
  readonly own: number | undefined;
  readonly isExact?: boolean;
  /** What the typed digits leave open of `own`. */
  readonly span?: readonly [number, number] | undefined;
  /** A mean and its 95 % interval. */
  readonly simulated?: Estimate | undefined;
  /** By the next best method. */
  readonly other?: number | undefined;
  readonly isOtherExact?: boolean;
}

/** Closer than this is the same to three digits. */
const SAME = 0.005;

/** Approximations that differ by no more do not contradict each other. */
const CLOSE = 0.05;

/** `own` against the simulation where there is one, else against the other method's number. */
export function agreementOf({ own, simulated, span, ...beside }: Answers): Agreement | undefined {
  if (own === undefined) return undefined;
  if (simulated) return withinInterval(own, simulated, span);
  return beside.other === undefined ? undefined : besideOther(own, beside.other, { span, ...beside });
}

function besideOther(
  own: number,
  other: number,
  { isExact = false, isOtherExact = false, span }: Omit<Answers, 'own' | 'other'>,
): Agreement {
  if (isInside(other, span)) return { agrees: true, words: 'within input uncertainty' };
  const off = relative(own, other);
  if (Math.abs(off) <= SAME) return { agrees: true, words: 'the same' };
  // What is exact is not contradicted by an approximation; the distance tells how good that is.
  if (isExact && !isOtherExact)
    return { agrees: undefined, words: `exact; the alternative is ${percent(relative(other, own))} off` };
  const isClose = !isExact && !isOtherExact && Math.abs(off) <= CLOSE;
  return { agrees: isClose, words: `${percent(off)} from the alternative` };
}

function withinInterval(
  value: number,
  simulated: Estimate,
  span: readonly [number, number] | undefined,
): Agreement {
  const place = besideInterval(value, simulated);
  // Before its spread is known, a mean far off says as little as one nearby.
  if (place === 'wide') return { agrees: undefined, words: INTERVAL_WORDS[place] };
  if (place === 'inside' || place === 'same') return { agrees: true, words: INTERVAL_WORDS[place] };
  if (isInside(simulated.mean, span)) return { agrees: true, words: 'within input uncertainty' };
  const off = relative(value, simulated.mean);
  return place === 'chance'
    ? { agrees: undefined, words: INTERVAL_WORDS[place] }
    : { agrees: false, words: `${percent(off)} from the simulation` };
}

const isInside = (value: number, span: readonly [number, number] | undefined): boolean =>
  span !== undefined && value >= span[0] && value <= span[1];

const relative = (value: number, reference: number): number =>
  value === reference ? 0 : reference === 0 ? Number.POSITIVE_INFINITY : value / reference - 1;

const percent = (off: number): string =>
  !Number.isFinite(off) || off > 10 ? 'far' : formatSignedPercent(off);
