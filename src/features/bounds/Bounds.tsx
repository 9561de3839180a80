/** What holds for certain, in every run: most elements inside, longest stays, and the buffers that never are too small. */
import { useEffect } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { PathBound } from '../../../workers/bounds/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useFocusStage } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { Verdicts } from '../solve/Verdicts.tsx';
import { WorstCaseCurves } from './BoundsCurves.tsx';
import { WorstCaseTable } from './BoundsTable.tsx';
import { askWorstCase, useWorstCase } from './bounds-run.ts';
import './bounds.css';

export default function WorstCase() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const { key, outcome } = useWorstCase();
  useEffect(() => void askWorstCase(scenario), [scenario]);
  if (!scenario.nodes.some(isStage))
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  if (!outcome) return null;
  const stale = key !== modelKey(scenario);
  if (outcome.kind === 'noAnswer') {
    const { stage, message } = outcome;
    return (
      <div className="panel panel--stack" data-stale={stale || undefined}>
        <EmptyState title="Nothing is certain here">
          {stage === undefined ? (
            message
          ) : (
            <button type="button" className="link-button" onClick={() => selectOnly(stage)}>
              {message}
            </button>
          )}
        </EmptyState>
      </div>
    );
  }
  const bounds = focus && outcome.stages[focus.id];
  return (
    <div className="panel panel--split" data-stale={stale || undefined}>
      <div className="panel__table">
        <WorstCaseTable scenario={scenario} answer={outcome} />
        <ul className="bounds__paths" aria-label="From source to sink">
          {outcome.sources.map((path) => (
            <li key={path.source}>{pathWords(path, scenario)}</li>
          ))}
        </ul>
        <Verdicts verdicts={outcome.verdicts} />
        <p className="panel__note">
          ● Network calculus: these hold in every run, while means and percentiles do not. “Comes at most 3 +
          10/s”: within any time t never more than 3 + 10 t.
        </p>
      </div>
      {focus && bounds && (
        <WorstCaseCurves
          stage={focus}
          bounds={bounds}
          timeUnit={scenario.timeUnit}
          fileName={`${scenario.name} ${focus.id} worst case`}
        />
      )}
    </div>
  );
}

function pathWords({ source, delay, by }: PathBound, scenario: Scenario): string {
  const from = `From ${nodeTitle(scenario, source)} to any sink`;
  if (delay === undefined) return `${from}: no bound`;
  const how = by === 'sum' ? 'sum over the stages' : 'the line as one, a burst paid once';
  return `${from}: at most ${formatQuantity(delay, 'time', { timeUnit: scenario.timeUnit })} (${how})`;
}
