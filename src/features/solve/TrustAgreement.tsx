/** The same quantity by this answer, by the next best method and by simulation, stage by stage. */
import { useState } from 'react';
import type { Estimate } from '../../../core/measures/measures.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { copyText } from '../../ui/saving.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { Predicted } from '../compare/Predicted.tsx';
import { useSimulation } from '../results/answers.ts';
import { formatMeasure, measureNamed } from '../results/measures.ts';

const QUANTITIES = [
  { value: 'meanOccupancy', label: 'N_G' },
  { value: 'throughput', label: 'X' },
  { value: 'utilization', label: 'ρ' },
  { value: 'backPressureProbability', label: 'P_BP' },
] as const;
type Quantity = (typeof QUANTITIES)[number]['value'];

export function TrustAgreement({ answer }: { readonly answer: SolveAnswer }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const { run, stale } = useSimulation();
  const [quantity, setQuantity] = useState<Quantity>('meanOccupancy');
  const simulated = stale ? undefined : run.result;
  const { nextBest } = answer;
  const { dimension, label } = measureNamed(quantity)!;
  const valueAt = (stage: StageNode): Answers => {
    const own = answer.stages[stage.id];
    return {
      own: own?.[quantity],
      isExact: own?.exact === true,
      span: own?.spans?.[quantity],
      other: nextBest?.stages[stage.id]?.[quantity],
      isOtherExact: nextBest?.exact === true,
      simulated: simulatedAt(simulated?.stages[stage.id], quantity),
    };
  };
  const text = (stage: StageNode, value: number): string =>
    formatMeasure(value, dimension, {
      ...(stage.unit !== undefined && { unit: stage.unit }),
      ...(scenario.timeUnit && { timeUnit: scenario.timeUnit }),
    });
  const columns: Column<StageNode>[] = [
    { id: 'stage', header: 'Stage', rowHeader: true, cell: nameOf, text: nameOf },
    {
      ...numbers('own', 'This answer', (stage) => valueAt(stage).own, text),
      cell: (stage) => (
        <Predicted stage={answer.stages[stage.id]} measure={quantity} text={(value) => text(stage, value)} />
      ),
    },
    ...(nextBest
      ? [numbers('next', `Next best: ${nextBest.methodLabel}`, (stage) => valueAt(stage).other, text)]
      : []),
    ...(simulated
      ? [
          numbers('simulated', 'Simulation', (stage) => valueAt(stage).simulated?.mean, text),
          {
            id: 'half',
            header: '±',
            kind: 'number',
            cell: (stage: StageNode) => {
              const half = valueAt(stage).simulated?.halfWidth;
              return half === undefined ? '–' : text(stage, half);
            },
            text: (stage: StageNode) => String(valueAt(stage).simulated?.halfWidth ?? ''),
          } satisfies Column<StageNode>,
        ]
      : []),
    {
      id: 'agreement',
      header: 'Agree?',
      cell: (stage) => <Agree {...valueAt(stage)} />,
      text: (stage) => agreementOf(valueAt(stage))?.words ?? '',
    },
  ];
  return (
    <div className="trust__agreement">
      <div className="trust__choice">
        <ChoiceField
          label="Quantity"
          value={quantity}
          choices={QUANTITIES}
          as="segments"
          onChange={setQuantity}
        />
        {!simulated && <span className="panel__note">Press S to hold a simulation beside it.</span>}
      </div>
      <DataTable
        caption={`${label} by method`}
        columns={columns}
        rows={scenario.nodes.filter(isStage)}
        rowKey={({ id }) => id}
        selectedKeys={new Set(selected)}
        onSelectRow={selectOnly}
        onCopy={copyText}
      />
    </div>
  );
}

/** A simulated stage is full for as much of the time as it pushes back. */
function simulatedAt(
  stage: Readonly<Partial<Record<Quantity | 'fullProbability', Answers['simulated']>>> | undefined,
  quantity: Quantity,
): Answers['simulated'] {
  return quantity === 'backPressureProbability'
    ? (stage?.backPressureProbability ?? stage?.fullProbability)
    : stage?.[quantity];
}

function numbers(
  id: string,
  header: string,
  value: (stage: StageNode) => number | undefined,
  text: (stage: StageNode, value: number) => string,
): Column<StageNode> {
  return {
    id,
    header,
    kind: 'number',
    cell: (stage) => {
      const found = value(stage);
      return found === undefined ? '–' : <span title={String(found)}>{text(stage, found)}</span>;
    },
    text: (stage) => String(value(stage) ?? ''),
  };
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

/** An interval of more than this share of its mean agrees with nearly anything. */
const WIDE = 0.25;

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
  if (isInside(other, span)) return { agrees: true, words: 'within what the digits leave open' };
  const off = relative(own, other);
  if (Math.abs(off) <= SAME) return { agrees: true, words: 'the same' };
  // What is exact is not contradicted by an approximation; the distance tells how good that is.
  if (isExact && !isOtherExact)
    return { agrees: undefined, words: `exact; the next best is ${percent(relative(other, own))} off` };
  return { agrees: false, words: `${percent(off)} from the next best` };
}

function withinInterval(
  value: number,
  { mean, halfWidth }: Estimate,
  span: readonly [number, number] | undefined,
): Agreement {
  if (Math.abs(value - mean) <= halfWidth) {
    const isWide = halfWidth > WIDE * Math.abs(mean);
    return isWide
      ? { agrees: undefined, words: 'the interval is too wide to tell' }
      : { agrees: true, words: 'within the interval' };
  }
  if (isInside(mean, span)) return { agrees: true, words: 'within what the digits leave open' };
  const off = relative(value, mean);
  return Math.abs(off) <= SAME
    ? { agrees: true, words: 'the same to three digits' }
    : { agrees: false, words: `${percent(off)} from the simulation` };
}

const isInside = (value: number, span: readonly [number, number] | undefined): boolean =>
  span !== undefined && value >= span[0] && value <= span[1];

const relative = (value: number, reference: number): number =>
  value === reference ? 0 : reference === 0 ? Number.POSITIVE_INFINITY : value / reference - 1;

function percent(off: number): string {
  if (!Number.isFinite(off) || off > 10) return 'far';
  const share = 100 * off;
  const digits = Math.abs(share) >= 10 ? Math.round(share) : Number(share.toPrecision(2));
  return `${share > 0 ? '+' : '−'}${Math.abs(digits)} %`;
}
