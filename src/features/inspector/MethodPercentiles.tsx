import { useEffect } from 'react';
import { counted } from '../../../core/base/plural.ts';
import {
  formatMeasure,
  PERCENTILES,
  type Percentile,
  percentileName,
} from '../../../core/measures/measure-rows.ts';
import type { Estimate, TimePercentiles } from '../../../core/measures/measures.ts';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { Trust } from '../../../core/measures/trust.ts';
import { inOneUnit } from '../../../core/quantities/quantity.ts';
import { numberColumn } from '../../../core/quantities/table.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { TimePercentiles as SimulatedPercentiles } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import { againWhenLost } from '../../run/create-client.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { useSession } from '../../state/session-store.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { useAnswer, useBestSimulation } from '../results/answers.ts';
import { meansColumn } from '../results/simulated-tables.ts';
import { besideSolver, solverLost } from '../solve/solver-client.ts';
import { solveKey } from '../solve/solving.ts';

/** The answer with percentiles, a moment after the scenario came to rest; until then the one before. */
export const percentilesRun = createRun<Parameters<typeof solveKey>[0], SolveAnswer, never, NoAnswer>({
  name: 'percentiles',
  key: solveKey,
  ask: async ({ scenario, method }, { signal, workerLost }) => {
    // Without the signal: ending the worker would take a search for a capacity with it. One that was given up may
    // have ended this worker.
    const ask = () => besideSolver.solve(undefined, scenario, method, true);
    return answered(await againWhenLost(signal, workerLost, ask));
  },
  lost: solverLost,
  rest: 150,
});

function useTimedAnswer(scenario: Scenario): SolveAnswer | undefined {
  const method = useSession((session) => session.method);
  const { failure, answer } = percentilesRun.use();
  useEffect(() => void percentilesRun.follow({ scenario, method }), [scenario, method]);
  return failure ? undefined : answer;
}

export interface MethodPercentilesProps {
  readonly scenario: Scenario;
  readonly stage: NodeId;
}

/**
 * Times that so many of the elements do not exceed: simulated ones where the means beside them are, else those of the method;
 * nothing where that gives means only.
 */
export function MethodPercentiles({ scenario, stage }: MethodPercentilesProps) {
  const measures = useTimedAnswer(scenario)?.stages[stage];
  const { answer } = useAnswer();
  const simulation = useBestSimulation();
  const known = answer?.stages[stage]?.simulated?.meanOccupancy && simulation?.stages[stage];
  const columns = known
    ? [
        ...simulatedColumn('waiting time', known.waitingPercentiles, scenario),
        ...simulatedColumn('response time', known.sojournPercentiles, scenario),
      ]
    : [
        ...solvedColumn('waiting time', measures?.waitingPercentiles, scenario),
        ...solvedColumn('response time', measures?.sojournPercentiles, scenario),
      ];
  if (columns.length === 0) return null;
  return (
    <>
      <DataTable
        caption="Percentiles of times"
        columns={[{ id: 'share', header: 'Elements', value: percentileName }, ...columns]}
        rows={PERCENTILES}
        rowKey={(key) => key}
      />
      <p className="i-note">
        {known ? (
          <>
            <Badge trust="simulated" /> {counted(simulation?.replications ?? 0, 'replication')}
          </>
        ) : (
          <>
            <Badge trust={trustOf(measures)} /> {measures?.model}
          </>
        )}
      </p>
    </>
  );
}

type PercentileColumns = readonly PageColumn<Percentile>[];

function simulatedColumn(
  header: string,
  times: SimulatedPercentiles<Estimate> | undefined,
  { timeUnit }: Scenario,
): PercentileColumns {
  if (!times) return [];
  const format = inOneUnit(
    { timeUnit },
    Object.values(times).map(({ mean }) => mean),
  );
  return [
    {
      id: header,
      header,
      ...meansColumn<Percentile>({
        read: (key) => times[key],
        grows: () => false,
        shown: () => ['time', format],
      }),
    },
  ];
}

function solvedColumn(
  header: string,
  times: TimePercentiles | undefined,
  { timeUnit }: Scenario,
): PercentileColumns {
  if (!times) return [];
  const format = inOneUnit({ timeUnit }, Object.values(times));
  return [
    numberColumn(
      header,
      header,
      (key) => times[key],
      (time) => formatMeasure(time, 'time', format),
    ),
  ];
}

/** What leaves the mean open leaves percentiles open as well, and they are no better known than it. */
function trustOf(measures: StageAnswer | undefined): Trust {
  if (openSpan(measures, 'meanSojournTime')) return 'notDetermined';
  return measures?.exact ? 'exact' : measures?.doubtful ? 'doubtful' : 'approximate';
}
