/** Simulated means with their 95 % intervals, stage by stage. */
import type { Estimate } from '../../../workers/contract/measures.ts';
import type { SimulationResult, StageEstimate } from '../../../workers/contract/simulating.ts';
import { isStage, type StageNode } from '../../model/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { type Column, DataTable } from '../../widgets/DataTable.tsx';
import { copyText, saveText } from '../files.ts';
import { formatMeasure, type MeasureName, measureNamed, type ScalarMeasure } from '../measures.ts';

type Shown = ScalarMeasure | 'sojournP99';

const SHOWN: readonly Shown[] = [
  'arrivalRate',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'fullProbability',
  'lossProbability',
  'meanSojournTime',
  'sojournP99',
];

function nameOf(key: Shown): Pick<MeasureName, 'label' | 'symbol' | 'dimension'> {
  return key === 'sojournP99'
    ? { label: 'Time in stage, 99 %', symbol: 'W p99', dimension: 'time' }
    : measureNamed(key)!;
}

const estimateOf = (stage: StageEstimate | undefined, key: Shown): Estimate | undefined =>
  key === 'sojournP99' ? stage?.sojournPercentiles?.p99 : stage?.[key];

export function EstimateTable({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const stages = scenario.nodes.filter(isStage).filter((stage) => result.stages[stage.id]);
  const columns: Column<StageNode>[] = [
    { id: 'stage', header: 'Stage', rowHeader: true, cell: titleOf, text: titleOf },
    ...SHOWN.filter((key) => stages.some((stage) => estimateOf(result.stages[stage.id], key))).map(
      (key): Column<StageNode> => {
        const { label, symbol, dimension } = nameOf(key);
        const estimate = (stage: StageNode): Estimate | undefined => estimateOf(result.stages[stage.id], key);
        return {
          id: key,
          header: label,
          unit: symbol,
          kind: 'number',
          cell: (stage) => {
            const value = estimate(stage);
            if (!value) return '–';
            const context = { unit: stage.unit, timeUnit: scenario.timeUnit };
            return (
              <span title={`${value.mean} ± ${value.halfWidth} (95 %)`}>
                {formatMeasure(value.mean, dimension, context)}
                <small className="half-width">{relativeText(value)}</small>
              </span>
            );
          },
          text: (stage) => {
            const value = estimate(stage);
            return value ? `${value.mean} ± ${value.halfWidth}` : '';
          },
        };
      },
    ),
  ];
  return (
    <DataTable
      caption={`Simulated, ${result.replications} replications, ${result.events.toLocaleString('en')} events in ${result.elapsedSeconds.toFixed(1)} s, seed ${result.plan.seed}`}
      showCaption
      columns={columns}
      rows={stages}
      rowKey={(stage) => stage.id}
      selectedKeys={new Set(selected)}
      onSelectRow={selectOnly}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} simulation.csv`, text, 'text/csv')}
    />
  );
}

const titleOf = (stage: StageNode): string => stage.name ?? stage.id;

/** Half width as a share of the mean: how well it is known. */
function relativeText({ mean, halfWidth }: Estimate): string {
  if (halfWidth === 0) return '± 0';
  if (mean === 0) return `± ${halfWidth.toPrecision(2)}`;
  const percent = (100 * halfWidth) / Math.abs(mean);
  return `± ${percent < 0.01 ? '<0.01' : Number(percent.toPrecision(2))} %`;
}
