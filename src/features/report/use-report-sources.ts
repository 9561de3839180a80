/** What a report is made of, as the page knows it while the report is open. */
import { useMemo, useState } from 'react';
import type { PredictionSource } from '../../../workers/compare/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { useComparison } from '../compare/compare-report.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { useReplays } from '../replay/replay-store.ts';
import { useAnswer, useSimulation } from '../results/answers.ts';
import { useVirtualQueue } from '../virtual-queue/virtual-queue-store.ts';
import type { ReportSources } from './report-content.ts';

export function useReportSources(): ReportSources {
  const scenario = useScenario();
  const { answer, stale: answerIsOlder, refusal } = useAnswer();
  const { run, stale: resultIsOlder } = useSimulation();
  const { result } = run;
  const [date] = useState(() => new Date());
  const reduced = useMeasured(selectShown);
  const queries = useMeasured(({ study }) => study?.queries);
  const replays = useReplays(({ runs }) => runs);
  const virtualQueue = useVirtualQueue((state) => state.run.report);
  const virtualQueueExample = useVirtualQueue(({ source }) => source?.example);
  // Formulas are held against the measurement; the simulation where they have no answer.
  const predicted = useMemo((): PredictionSource | undefined => {
    if (answer) return { kind: 'model', stages: answer.stages };
    return result && { kind: 'simulation', stages: result.stages };
  }, [answer, result]);
  const comparison = useComparison(scenario, predicted, scenario.measurement);
  return useMemo(
    () => ({
      ...{ scenario, answer, answerIsOlder, refusal, result, resultIsOlder, comparison },
      ...{ replays, queries, reduced, virtualQueue, virtualQueueExample, date },
    }),
    [
      scenario,
      answer,
      answerIsOlder,
      refusal,
      result,
      resultIsOlder,
      comparison,
      replays,
      queries,
      reduced,
      virtualQueue,
      virtualQueueExample,
      date,
    ],
  );
}
