import { useEffect, useState } from 'react';
import {
  formatMeasure,
  PERCENTILES,
  type Percentile,
  percentileName,
} from '../../../core/measures/measure-rows.ts';
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import { useSession } from '../../state/session-store.ts';
import { DataTable, numberColumn, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { besideSolver } from '../solve/solver-client.ts';

/** What comes late is not looked at: ending the worker would take a search for a capacity with it. */
const NEVER = new AbortController().signal;
/** Milliseconds of rest after an edit. */
const REST = 150;

/** The answer with percentiles, a moment after the scenario came to rest; until then the one before. */
function useTimedAnswer(scenario: Scenario): SolveAnswer | undefined {
  const method = useSession((session) => session.method);
  const [answer, setAnswer] = useState<SolveAnswer>();
  useEffect(() => {
    let isOld = false;
    const ask = async (): Promise<void> => {
      const solve = () => besideSolver.solve(scenario, method, NEVER, true);
      // Once more if a search that was given up ended the worker.
      const outcome = await solve()
        .catch(solve)
        .catch(() => undefined);
      if (!isOld) setAnswer(outcome && outcome.kind !== 'noAnswer' ? outcome : undefined);
    };
    const timer = setTimeout(() => void ask(), REST);
    return () => {
      clearTimeout(timer);
      isOld = true;
    };
  }, [scenario, method]);
  return answer;
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
        { id: 'share', header: 'Elements', rowHeader: true, value: percentileName },
        ...column('waiting time', waitingPercentiles),
        ...column('response time', sojournPercentiles),
      ]}
      rows={PERCENTILES}
      rowKey={(key) => key}
    />
  );
}
