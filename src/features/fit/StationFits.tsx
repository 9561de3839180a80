/** The station models of one stage, ranked, over its measured levels; and the edit that takes one. */

import { useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { distributionMean } from '../../../core/distributions/index.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { StationFit } from '../../../workers/fit/contract.ts';
import { stationColumns, stationName } from '../../../workers/fit/fit-words.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import type { StationAnswer } from './fitting.ts';
import { stationRefusal, withStation } from './put-station.ts';
import { Sentences } from './RunState.tsx';

interface StationFitsProps {
  readonly answer: StationAnswer;
  readonly stale: boolean;
}

export function StationFits({ answer: { report, request, stage: id }, stale }: StationFitsProps) {
  const scenario = useScenario();
  const [picked, setPicked] = useState<string>();
  const fit = report.fits.find((one) => keyOf(one) === picked) ?? report.fits[0]!;
  const stage = scenario.nodes.filter(isStage).find((one) => one.id === id);
  const refusal = stationRefusal(fit, request);
  const title = stage?.name ?? id;
  return (
    <div className="panel--split fits__split" data-stale={stale || undefined}>
      <div className="panel__table">
        <Sentences sentences={report.sentences} />
        {stage && (
          <div className="fits__put">
            <Button
              variant="primary"
              disabled={stale || refusal !== undefined}
              onClick={() => putOn(stage, fit)}
            >
              Put {stationName(fit)} on {title}
            </Button>
            {refusal !== undefined && <span className="panel__note">{refusal}</span>}
          </div>
        )}
        <DataTable
          caption="Models, best first"
          showCaption
          columns={stationColumns(report.fits, request.arrivalRate !== undefined)}
          rows={report.fits}
          rowKey={keyOf}
          selectedKeys={new Set([keyOf(fit)])}
          onSelectRow={setPicked}
          fileName={`${scenario.name} ${id} models`}
        />
      </div>
      <div className="panel__charts">
        <DistributionChart
          title={`${title} and ${stationName(fit)}`}
          unit={stage?.unit ? plural(stage.unit) : 'elements'}
          series={[
            { kind: 'measured', name: 'measured', values: report.occupancy },
            { kind: 'model', name: stationName(fit), values: fit.distribution },
          ]}
          capacity={fit.capacity}
          fileName={`${scenario.name} ${id} models`}
        />
      </div>
    </div>
  );
}

/** Says what happened; Ctrl Z takes it back. */
function putOn(stage: StageNode, fit: StationFit): void {
  editDocument('Use the fitted model', (scenario) => withStation(scenario, stage, fit));
  selectOnly(stage.id);
  showToast({
    title: `${stage.name ?? stage.id} is ${stationName(fit)}`,
    description: `Mean service ${formatQuantity(distributionMean(fit.service), 'time')}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}

const keyOf = ({ model, capacity, serverCount }: StationFit): string => `${model} ${capacity} ${serverCount}`;
