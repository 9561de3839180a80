/** All ways of putting stages on platforms, the best first. */
import { useEffect, useMemo } from 'react';
import type { MappedDesign } from '../../../workers/contract/exploring.ts';
import { moveToPlatform } from '../../model/platform-edits.ts';
import type { Scenario } from '../../model/scenario.ts';
import type { Study } from '../../model/study.ts';
import { editDocument } from '../../state/document-store.ts';
import { askMapping, keyOf } from '../../state/explore-asking.ts';
import { setExploreView, useExplore } from '../../state/explore-store.ts';
import { Button } from '../../widgets/Button.tsx';
import { ChoiceField } from '../../widgets/ChoiceField.tsx';
import { type Column, DataTable } from '../../widgets/DataTable.tsx';
import { copyText, saveText } from '../saving.ts';
import { FaultLines } from './FaultLines.tsx';
import { quantityText } from './GoalAnswerView.tsx';
import { senseOf } from './pareto-front.ts';

/** What most mappings are chosen by. */
const TIME = 'network.meanSojournTime';

export function MappingView({ study }: { readonly study: Study }) {
  const asked = useExplore((state) => state.mapping);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    if (asked?.key !== key) void askMapping(ranked, find);
  }, [key]);
  const answer = asked?.answer;
  return (
    <>
      <ChoiceField
        label="Best by"
        as="list"
        value={first}
        choices={study.measures.map((value) => ({ value, label: value }))}
        onChange={(measure) => setExploreView({ measure })}
      />
      {asked?.faults && <FaultLines faults={asked.faults} />}
      {asked?.status === 'running' && <p className="panel__note">Trying mappings…</p>}
      {answer && asked?.key === key && (
        <div className="panel__table">
          <p className="panel__note">
            {answer.looks.toLocaleString('en')} of {answer.mappings.toLocaleString('en')} mappings tried
            {answer.method === 'exhaustive'
              ? ': ● these are the best of all.'
              : ', by descent: ◐ there may be better ones.'}
          </p>
          <DataTable
            caption={`Mappings, ${find} ${first} first`}
            columns={columnsFor(study.scenario, ranked.measures, answer.best)}
            rows={answer.best}
            rowKey={({ platforms }) => JSON.stringify(platforms)}
            onCopy={copyText}
            onSaveCsv={(text) => saveText(`${study.name} mappings.csv`, text, 'text/csv')}
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
): readonly Column<MappedDesign>[] {
  const stages = Object.keys(best[0]?.platforms ?? {});
  const onto =
    (id: string) =>
    ({ platforms }: MappedDesign): string =>
      platforms[id] ?? '';
  return [
    { id: 'apply', header: '', cell: (row) => <Apply row={row} />, text: () => '' },
    ...stages.map((id) => ({ id: `stage ${id}`, header: id, cell: onto(id), text: onto(id) })),
    ...measures.map(
      (name, i): Column<MappedDesign> => ({
        id: name,
        header: name,
        kind: 'number',
        cell: ({ values }) => quantityText(scenario, name, values[i]),
        text: ({ values }) => String(values[i] ?? ''),
      }),
    ),
    { id: 'status', header: 'State', cell: ({ status }) => status, text: ({ status }) => status },
  ];
}

function Apply({ row: { platforms } }: { readonly row: MappedDesign }) {
  const entries = Object.entries(platforms);
  const apply = (): void =>
    editDocument('Apply a mapping', (scenario) =>
      entries.reduce((now, [id, platform]) => moveToPlatform(now, id, platform), scenario),
    );
  return (
    <Button
      size="small"
      aria-label={`Apply ${entries.map((entry) => entry.join(' on ')).join(', ')}`}
      onClick={apply}
    >
      Apply
    </Button>
  );
}
