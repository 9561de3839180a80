/** What saturates as the load grows: one row per step, with the fix and what it gains. */

import { useEffect } from 'react';
import { formatNumber, formatSigned } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { GrowthStep } from '../../../workers/explore/contract.ts';
import { designText } from '../../../workers/explore/explore-words.ts';
import { isStale } from '../../run/create-run.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { nodeTitle, titleIn } from '../results/node-title.ts';
import { faultsOf, growthRun, keyOf } from './explore-asking.ts';
import { FaultLines } from './FaultLines.tsx';

import { LastAnswer, WHILE_SEEKING } from './LastAnswer.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';
import './goal.css';

export function GrowthView({ study }: { readonly study: Study }) {
  const asked = growthRun.use();
  const key = keyOf(study);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    void growthRun.follow(study);
  }, [key]);
  const faults = faultsOf(asked);
  if (faults) return <FaultLines faults={faults} run={asked} onAgain={() => void growthRun.ask(study)} />;
  const steps = asked.answer;
  if (!steps) return <p className="panel__note">Finding the bottleneck order…</p>;
  const isClosed = !study.scenario.nodes.some(({ kind }) => kind === 'source');
  if (steps.length === 0)
    return <p className="panel__note">{noLadder(isClosed, study.scenario.classes?.length ?? 0)}</p>;
  return (
    <LastAnswer isOld={isStale(asked, key)} note={WHILE_SEEKING}>
      <div className="panel__table">
        <DataTable
          caption={`What saturates as ${isClosed ? 'jobs grow more' : 'all input grows'}, and what helps`}
          showCaption
          columns={columnsFor(study.scenario, steps, { hasPrices: study.costs !== undefined, isClosed })}
          rows={steps}
          rowKey={({ fix }) => fix.map(({ path, value }) => `${path} ${value}`).join(' ')}
          fileName={`${study.name} bottlenecks`}
        />
        {isClosed && (
          <p className="panel__note">
            From this multiple of today’s jobs on, more jobs only wait there: its bound on the throughput
            meets that of a cycle without waiting.
          </p>
        )}
        {!study.costs && (
          <p className="panel__note">With prices under Costs, each step also shows what it costs.</p>
        )}
      </div>
    </LastAnswer>
  );
}

function noLadder(isClosed: boolean, classes: number): string {
  if (!isClosed) return 'Nothing saturates, however much comes in.';
  return classes > 1
    ? 'There are several closed classes: the first bottleneck depends on which of them grows. Vary a population, or ask Goal: largest classes.….closed.population that keeps every ρ < 0.9.'
    : 'Nothing saturates, however many jobs go round.';
}

interface LadderKind {
  readonly hasPrices: boolean;
  readonly isClosed: boolean;
}

function columnsFor(
  scenario: Scenario,
  steps: readonly GrowthStep[],
  { hasPrices, isClosed }: LadderKind,
): readonly PageColumn<GrowthStep>[] {
  const times = (factor: number): string =>
    Number.isFinite(factor) ? `× ${formatNumber(factor, 4)}` : 'never';
  const share = (gain: number): string => {
    if (!Number.isFinite(gain)) return '∞';
    if (Math.abs(gain) < TIE) return 'none alone: a tie';
    return `${formatSigned(100 * gain)} %`;
  };
  const stage = ({ stage: id, resource }: GrowthStep): string =>
    resource === undefined ? nodeTitle(scenario, id) : titleIn(scenario.resources, resource);
  const number = (
    id: string,
    header: string,
    read: (step: GrowthStep) => number,
    words: (value: number) => string,
  ): PageColumn<GrowthStep> => ({
    ...{ id, header, kind: 'number' },
    cell: (step) => words(read(step)),
    value: (step) => read(step),
  });
  const fix = (step: GrowthStep): string => designText(scenario, step.fix);
  return [
    { id: 'stage', header: 'Saturates', value: stage },
    number('from', isClosed ? 'At jobs' : 'At input', ({ from }) => from, times),
    { id: 'fix', header: 'Fix', value: fix },
    number('to', 'Then carries', ({ to }) => to, times),
    number('gain', 'Gain', ({ gain }) => gain - 1, share),
    ...(hasPrices ? [number('cost', 'Cost so far', ({ cost }) => cost, String)] : []),
    {
      id: 'apply',
      header: '',
      cell: (step) => (
        <Button
          size="small"
          aria-label={`Apply up to ${fix(step)}`}
          {...lookingAt(() => lookAtDesign(upTo(steps, step), `the bottlenecks removed up to ${fix(step)}`))}
          onClick={() => loadDesign(upTo(steps, step), 'Apply these changes')}
        >
          Apply
        </Button>
      ),
      value: () => '',
    },
  ];
}

/** Less is rounding: something else saturates at the same input. */
const TIE = 1e-9;

/** The fixes so far; of the same thing the last. */
function upTo(steps: readonly GrowthStep[], last: GrowthStep) {
  const made = steps.slice(0, steps.indexOf(last) + 1).flatMap(({ fix }) => fix);
  const fixes = new Map(made.map((each) => [each.path, each]));
  return [...fixes.values()];
}
