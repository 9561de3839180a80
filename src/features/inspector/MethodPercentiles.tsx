import { useEffect } from 'react';
import {
  formatMeasure,
  PERCENTILES,
  type Percentile,
  percentileName,
} from '../../../core/measures/measure-rows.ts';
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { numberColumn } from '../../../core/quantities/table.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import { againWhenLost } from '../../run/create-client.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { useSession } from '../../state/session-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
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

/** Times that so many of the elements do not exceed; nothing where the model gives means only. */
export function MethodPercentiles({ scenario, stage }: MethodPercentilesProps) {
  const measures = useTimedAnswer(scenario)?.stages[stage];
  if (!measures) return null;
  const { timeUnit } = scenario;
  const { waitingPercentiles, sojournPercentiles } = measures;
  if (!waitingPercentiles && !sojournPercentiles) return null;
  // What leaves the mean open leaves these open as well.
  const mark = openSpan(measures, 'meanSojournTime') ? '◌ ' : '';
  const column = (header: string, times: TimePercentiles | undefined): PageColumn<Percentile>[] =>
    times
      ? [
          numberColumn(
            header,
            `${mark}${header}`,
            (key) => times[key],
            (time) => formatMeasure(time, 'time', { timeUnit }),
          ),
        ]
      : [];
  return (
    <DataTable
      caption="Percentiles of times"
      columns={[
        { id: 'share', header: 'Elements', value: percentileName },
        ...column('waiting time', waitingPercentiles),
        ...column('response time', sojournPercentiles),
      ]}
      rows={PERCENTILES}
      rowKey={(key) => key}
    />
  );
}
