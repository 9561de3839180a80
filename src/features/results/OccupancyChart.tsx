/** Occupancy of the stage in focus, or of a group: model, simulation and measurement over each other. */

import { useEffect, useMemo } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import {
  OCCUPANCY_SOURCES,
  type OccupancySource,
  type OccupancyView,
  toggleOccupancySource,
  useSession,
} from '../../state/session-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { SeriesKind } from '../../ui/charts/distribution-series.ts';
import { boundsRun } from '../bounds/bounding.ts';
import { useBestSimulation, useFaults, useFocusStage, useSimulation, useSolved } from './answers.ts';
import { nodeTitle, titleIn } from './node-title.ts';
import {
  groupCapacity,
  groupSeries,
  type OccupancySources,
  stageSeries,
  waitingSeries,
} from './occupancy-series.ts';

const NONE_CHOSEN = 'None of the curves is chosen.';

interface OccupancyChartProps {
  /** Whose elements are counted; all in the stage in focus when absent. */
  readonly view?: OccupancyView;
}

export function OccupancyChart({ view = 'stage' }: OccupancyChartProps) {
  const scenario = useScenario();
  const stage = useFocusStage();
  const { answer, stale: answerIsOlder } = useSolved();
  const { result, resultIsOlder: simulationIsOlder, occupancy } = useSimulation();
  const best = useBestSimulation();
  const forming = best === undefined ? occupancy : undefined;
  const group = scenario.groups?.find(({ id }) => view === `group ${id}`);
  const shown = useSession((session) => session.occupancySources);
  const worst = useWorstCase(shown.includes('worstCase') && !group && view === 'stage', stage?.id);
  const all = useMemo(() => {
    const sources: OccupancySources = {
      scenario,
      answerIsOlder,
      simulationIsOlder,
      // An older curve would stand beside that of the drawing as it is.
      ...(answer && !(answerIsOlder && best) && { answer }),
      ...(result && { result }),
      ...(forming && { forming }),
    };
    if (group) return groupSeries(sources, group);
    if (!stage) return [];
    return view === 'waiting' ? waitingSeries(sources, stage) : stageSeries(sources, stage);
  }, [scenario, group, stage, view, answer, answerIsOlder, best, result, forming, simulationIsOlder]);

  const series = useMemo(
    () =>
      all.filter(({ kind }) => OCCUPANCY_SOURCES.some((one) => KINDS[one] === kind && shown.includes(one))),
    [all, shown],
  );
  const fault = useFaults().find(({ severity }) => severity === 'error');
  const absent = all.length > 0 ? NONE_CHOSEN : fault && `The drawing is not complete. ${fault.message}`;
  const picker = (
    <SourcePicker
      has={(source) =>
        source === 'worstCase' ? !group && view === 'stage' : all.some(({ kind }) => kind === KINDS[source])
      }
      refusal={worst.refusal}
    />
  );

  if (group) {
    return (
      <>
        {picker}
        <DistributionChart
          title={`${nameOf(group)} (virtual queue)`}
          unit="elements"
          {...{ series, absent }}
          capacity={groupCapacity(scenario, group)}
          fileName={`${scenario.name} ${titleIn(scenario.groups, group.id)} occupancy`}
        />
      </>
    );
  }
  if (!stage) return null;
  const waiting = view === 'waiting';
  const { capacity } = stage;
  return (
    <>
      {picker}
      <DistributionChart
        title={nodeTitle(scenario, stage.id)}
        bound={worst.bound}
        unit={stage.unit ? plural(stage.unit) : 'elements'}
        {...{ series, absent }}
        {...(waiting && { quantity: 'waiting' })}
        capacity={capacity === undefined ? undefined : waiting ? capacity - serverCountOf(stage) : capacity}
        fileName={`${scenario.name} ${nodeTitle(scenario, stage.id)} ${waiting ? 'waiting' : 'occupancy'}`}
      />
    </>
  );
}

/** The curves of a source; the worst case is a level. */
const KINDS: Readonly<Record<OccupancySource, SeriesKind | undefined>> = {
  analytic: 'model',
  simulated: 'simulation',
  measured: 'measured',
  worstCase: undefined,
};

const SOURCE_WORDS: Readonly<Record<OccupancySource, { readonly label: string; readonly missing: string }>> =
  {
    analytic: { label: 'Analytic', missing: 'No analytic method gives this distribution.' },
    simulated: { label: 'Simulated', missing: 'Not simulated yet: press Run.' },
    measured: { label: 'Measured', missing: 'No histogram of this was measured: drop a file on the page.' },
    worstCase: { label: 'Worst case', missing: 'Worst-case bounds are of all elements in one stage.' },
  };

interface SourcePickerProps {
  readonly has: (source: OccupancySource) => boolean;
  /** Why there is no worst case. */
  readonly refusal: string | undefined;
}

/** What is laid over each other; what there is none of is grey and says why. */
function SourcePicker({ has, refusal }: SourcePickerProps) {
  const shown = useSession((session) => session.occupancySources);
  return (
    <fieldset className="sources" aria-label="Show">
      {OCCUPANCY_SOURCES.map((source) => {
        const { label, missing } = SOURCE_WORDS[source];
        const isThere = has(source);
        return (
          <label key={source} className="sources__one" title={isThere ? undefined : missing}>
            <input
              type="checkbox"
              checked={isThere && shown.includes(source)}
              disabled={!isThere}
              onChange={() => toggleOccupancySource(source)}
            />
            {label}
          </label>
        );
      })}
      {refusal !== undefined && <span className="sources__refusal">No worst case: {refusal}</span>}
    </fieldset>
  );
}

interface WorstCase {
  /** The most elements that are ever in the stage. */
  readonly bound?: number;
  readonly refusal?: string;
}

/** Asked for while it is wanted. */
function useWorstCase(wanted: boolean, stage: NodeId | undefined): WorstCase {
  const scenario = useScenario();
  const { answer, failure, key } = boundsRun.use();
  useEffect(() => {
    if (wanted) void boundsRun.follow(scenario);
  }, [wanted, scenario]);
  if (!wanted || stage === undefined || key !== modelKey(scenario)) return {};
  if (failure) return { refusal: refusalText(failure) };
  const bound = answer?.stages[stage]?.backlog;
  return bound === undefined ? {} : { bound };
}
