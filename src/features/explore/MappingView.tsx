/** Stages on platforms: moved by hand, and all ways of putting them there, the best first. */

import { useEffect, useMemo } from 'react';
import { PLATFORMS } from '../../../core/scenario/fields.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { MappedDesign } from '../../../workers/explore/contract.ts';
import { quantityText, STATUS_WORDS, wordsOf } from '../../../workers/explore/explore-words.ts';
import { editDocument, selectScenario, useDocument, useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { faultsOf, keyOf, mappingRun } from './explore-asking.ts';
import { setExploreView, useExplore } from './explore-store.ts';
import { FaultLines } from './FaultLines.tsx';

import { lookAtScenario, lookingAt } from './look-at.ts';
import { MappingBoard } from './MappingBoard.tsx';
import { mayBeExplored, moveStage, placedStages, placeOf } from './mapping-moves.ts';
import { senseOf } from './pareto-front.ts';
import { stopLooking } from './previewing.ts';

/** What most mappings are chosen by. */
const TIME = 'network.meanSojournTime';

export function MappingView({ study }: { readonly study: Study }) {
  const scenario = useScenario();
  const asked = mappingRun.use();
  const wanted = useExplore((state) => state.view.measure);
  const first = [wanted, TIME, study.measures[0]].find(
    (name) => name !== undefined && study.measures.includes(name),
  );
  const ranked = useMemo(
    () => ({ ...study, measures: [...new Set([first!, ...study.measures])] }),
    [study, first],
  );
  const find = senseOf(first ?? '');
  const key = keyOf(ranked, find);
  const isExplored = mayBeExplored(study.scenario);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    if (isExplored) void mappingRun.follow({ study: ranked, find });
  }, [key]);
  const faults = asked.key === key ? faultsOf(asked) : undefined;
  const answer = asked.key === key && !faults ? asked.answer : undefined;
  if (!isExplored)
    return (
      <>
        <MappingBoard scenario={scenario} />
        <p className="panel__note">
          To try and rank all mappings, give the service of a stage on other platforms: select the stage, then{' '}
          <em>Alternative platforms</em> in the inspector. The example <em>Processor or FPGA?</em> shows it.
        </p>
      </>
    );
  return (
    <>
      <MappingBoard scenario={scenario} />
      <ChoiceField
        label="Rank by"
        as="list"
        value={first}
        choices={study.measures.map((value) => ({ value, label: wordsOf(study.scenario, value) }))}
        onChange={(measure) => setExploreView({ measure })}
      />
      {faults && (
        <FaultLines
          faults={faults}
          run={asked}
          onAgain={() => void mappingRun.ask({ study: ranked, find })}
        />
      )}
      {asked.status === 'running' && <p className="panel__note">Trying mappings…</p>}
      {answer && (
        <div className="panel__table">
          <p className="panel__note">
            {answer.looks.toLocaleString('en')} of {answer.mappings.toLocaleString('en')} mappings tried
            {answer.method === 'exhaustive'
              ? ': ● exhaustive, so the first is optimal.'
              : ', by local search: ◐ there may be better ones.'}
          </p>
          <DataTable
            caption={`Mappings, ${find} ${wordsOf(study.scenario, first!)} first`}
            columns={columnsFor(study.scenario, ranked.measures, answer.best, drawnOn(scenario))}
            rows={answer.best}
            rowKey={({ platforms }) => JSON.stringify(platforms)}
            fileName={`${study.name} mappings`}
          />
        </div>
      )}
    </>
  );
}

function columnsFor(
  scenario: Scenario,
  measures: readonly string[],
  best: readonly MappedDesign[],
  drawn: (row: MappedDesign) => boolean,
): readonly PageColumn<MappedDesign>[] {
  const stages = Object.keys(best[0]?.platforms ?? {});
  const onto =
    (id: string) =>
    ({ platforms }: MappedDesign): string => {
      const platform = platforms[id];
      return platform === undefined ? '' : PLATFORMS[platform].label;
    };
  return [
    { id: 'apply', header: '', cell: (row) => (drawn(row) ? 'drawn' : <Apply row={row} />), value: () => '' },
    ...stages.map((id) => ({
      id: `stage ${id}`,
      header: nodeTitle(scenario, id),
      value: onto(id),
    })),
    ...measures.map(
      (name, i): PageColumn<MappedDesign> => ({
        id: name,
        header: wordsOf(scenario, name),
        kind: 'number',
        cell: ({ values }) => quantityText(scenario, name, values[i]),
        value: ({ values }) => values[i],
      }),
    ),
    { id: 'status', header: 'Status', value: ({ status }) => STATUS_WORDS[status] },
  ];
}

/** Whether the drawing has this mapping. */
function drawnOn(scenario: Scenario) {
  const places = new Map(placedStages(scenario).map((stage) => [stage.id, placeOf(stage)]));
  return ({ platforms }: MappedDesign): boolean =>
    Object.entries(platforms).every(([id, platform]) => places.get(id) === platform);
}

function Apply({ row: { platforms } }: { readonly row: MappedDesign }) {
  const entries = Object.entries(platforms);
  const words = entries.map(([id, platform]) => `${id} on ${PLATFORMS[platform].label}`).join(', ');
  const mapped = (scenario: Scenario): Scenario =>
    entries.reduce((now, [id, platform]) => moveStage(now, id, platform), scenario);
  const look = (): void => {
    const scenario = selectScenario(useDocument.getState());
    if (scenario) lookAtScenario(mapped(scenario), words);
  };
  const apply = (): void => {
    stopLooking();
    editDocument('Apply a mapping', mapped);
  };
  return (
    <Button size="small" aria-label={`Apply ${words}`} {...lookingAt(look)} onClick={apply}>
      Apply
    </Button>
  );
}
