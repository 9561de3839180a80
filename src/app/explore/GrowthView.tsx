/** What saturates as the load grows: one row per step, with the fix and what it gains. */
import { useEffect } from 'react';
import type { GrowthStep } from '../../../workers/contract/exploring.ts';
import type { Scenario } from '../../model/scenario.ts';
import type { Study } from '../../model/study.ts';
import { askGrowth, keyOf } from '../../state/explore-asking.ts';
import { useExplore } from '../../state/explore-store.ts';
import { Button } from '../../widgets/Button.tsx';
import type { Column } from '../../widgets/DataTable.tsx';
import { nodeTitle } from '../node-title.ts';
import { ExportedTable } from './ExportedTable.tsx';
import { FaultLines } from './FaultLines.tsx';
import { designText } from './GoalAnswerView.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';

export function GrowthView({ study }: { readonly study: Study }) {
  const asked = useExplore((state) => state.growth);
  const key = keyOf(study);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    if (asked?.key !== key) void askGrowth(study);
  }, [key]);
  if (asked?.faults) return <FaultLines faults={asked.faults} />;
  const steps = asked?.answer;
  if (!steps) return <p className="panel__note">Climbing the ladder…</p>;
  if (steps.length === 0) return <p className="panel__note">Nothing saturates, however much comes in.</p>;
  return (
    <div className="panel__table">
      <ExportedTable
        caption="What saturates as all input grows, and what helps"
        showCaption
        columns={columnsFor(study.scenario, steps)}
        rows={steps}
        rowKey={({ fix }) => fix.map(({ path, value }) => `${path} ${value}`).join(' ')}
        fileName={`${study.name} ladder`}
      />
    </div>
  );
}

function columnsFor(scenario: Scenario, steps: readonly GrowthStep[]): readonly Column<GrowthStep>[] {
  const times = (factor: number): string =>
    Number.isFinite(factor) ? `× ${Number(factor.toPrecision(4))}` : 'never';
  const share = (gain: number): string =>
    Number.isFinite(gain) ? `+${Number((gain * 100).toPrecision(3))} %` : '∞';
  const stage = ({ stage: id, resource }: GrowthStep): string => resource ?? nodeTitle(scenario, id);
  const number = (
    id: string,
    header: string,
    read: (step: GrowthStep) => number,
    words: (value: number) => string,
  ): Column<GrowthStep> => ({
    ...{ id, header, kind: 'number' },
    cell: (step) => words(read(step)),
    text: (step) => String(read(step)),
  });
  const fix = (step: GrowthStep): string => designText(scenario, step.fix);
  return [
    { id: 'stage', header: 'Saturates', rowHeader: true, cell: stage, text: stage },
    number('from', 'At input', ({ from }) => from, times),
    { id: 'fix', header: 'Fix', cell: fix, text: fix },
    number('to', 'Then carries', ({ to }) => to, times),
    number('gain', 'Gain', ({ gain }) => gain - 1, share),
    number('cost', 'Cost so far', ({ cost }) => cost, String),
    {
      id: 'apply',
      header: '',
      cell: (step) => (
        <Button
          size="small"
          aria-label={`Apply up to ${fix(step)}`}
          {...lookingAt(() => lookAtDesign(upTo(steps, step), `the ladder up to ${fix(step)}`))}
          onClick={() => loadDesign(upTo(steps, step), 'Apply the ladder')}
        >
          Apply
        </Button>
      ),
      text: () => '',
    },
  ];
}

/** The fixes so far; of the same thing the last. */
function upTo(steps: readonly GrowthStep[], last: GrowthStep) {
  const made = steps.slice(0, steps.indexOf(last) + 1).flatMap(({ fix }) => fix);
  const fixes = new Map(made.map((each) => [each.path, each]));
  return [...fixes.values()];
}
