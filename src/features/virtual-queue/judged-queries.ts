/** Queries of the measurement that is shown, those of virtual queues by the verdict on them. */
import { useEffect } from 'react';
import { ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import { type ReplayProgress, unseenQueue } from '../../../workers/virtual-queue/contract.ts';
import { createRun } from '../../run/create-run.ts';
import { useScenario } from '../../state/document-store.ts';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf } from '../measure/opened-files.ts';
import { judge } from './virtual-queue-run.ts';

interface QueriesQuestion {
  readonly reduced: ReducedMeasurement;
  readonly drawing: Pick<Scenario, 'nodes' | 'links'>;
  readonly checked: readonly CheckedQuery[];
}

/** As they are asked, in which file, and with which drawing. */
const queriesKey = ({ reduced, drawing: { nodes, links }, checked }: QueriesQuestion): string =>
  JSON.stringify([
    ...[reduced.name, reduced.rows, fileOf(reduced) !== undefined],
    checked.map(({ query, sentence }) => [query, sentence]),
    nodes.map((node) =>
      node.kind === 'stage' ? [node.id, node.name, node.bulk, node.bus, node.capacity, node.service] : 0,
    ),
    links.map(({ from, to }) => [from, to]),
  ]);

export const judgedQueriesRun = createRun<QueriesQuestion, readonly CheckedQuery[], ReplayProgress>({
  name: 'queries of virtual queues',
  key: queriesKey,
  ask: async ({ reduced, drawing: { nodes, links }, checked }, { signal, progress }) => {
    const file = fileOf(reduced);
    const { mapping } = reduced;
    const trace = file && { file, name: file.name, ...(mapping && { options: { mapping } }) };
    const queues = reduced.queues.filter(
      ({ kind }) => kind === 'virtual' || kind === 'tail' || kind === 'head',
    );
    return ok(
      await judge.queries(signal, { ...reduced, queues }, { nodes, links }, checked, trace, progress),
    );
  },
  lost: (message) => `The replay stopped: ${message}.`,
  startsEmpty: true,
});

/** Replays where that is needed, and gives what is known meanwhile. */
export function useJudgedQueries(): readonly CheckedQuery[] | undefined {
  const reduced = useMeasured(selectShown);
  const checked = useStudy((study) => study?.queries);
  const drawing = useScenario();
  const question =
    reduced && checked?.some((one) => unseenQueue(reduced, one)) ? { reduced, drawing, checked } : undefined;
  const key = question && queriesKey(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of the question that its answer depends on
  useEffect(() => {
    if (question) void judgedQueriesRun.follow(question);
    else judgedQueriesRun.reset();
  }, [key]);
  const { answer, answerKey } = judgedQueriesRun.use();
  return key !== undefined && answerKey === key ? answer : checked;
}
