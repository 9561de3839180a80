/** What one more server brings, one row per step: how far the load can grow then and, where finite queues hinder, what gets through. */

import { useEffect } from 'react';
import { formatNumber, formatSigned } from '../../../core/quantities/quantity.ts';
import { hasDataflow } from '../../../core/scenario/dataflow-faults.ts';
import { hasFiniteQueue } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { GrowthStep } from '../../../workers/explore/contract.ts';
import { designText } from '../../../workers/explore/explore-words.ts';
import { isStale } from '../../run/create-run.ts';
import { rateText } from '../../ui/editor/figure-text.ts';
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
  if (steps.length === 0) return <p className="panel__note">{noLadder(study.scenario, isClosed)}</p>;
  const holdsBack = hasFiniteQueue(study.scenario);
  const hasThroughput = steps.some((step) => Math.abs(gainOf(step)) >= NO_GAIN);
  return (
    <LastAnswer isOld={isStale(asked, key)} note={WHILE_SEEKING}>
      <div className="panel__table">
        <DataTable
          caption={
            hasThroughput
              ? 'What one more server brings'
              : `What saturates as ${isClosed ? 'jobs grow more' : 'all input grows'}, and what helps`
          }
          showCaption
          columns={columnsFor(study.scenario, steps, {
            hasPrices: study.costs !== undefined,
            isClosed,
            hasThroughput,
          })}
          rows={steps}
          rowKey={({ fix }) => fix.map(({ path, value }) => `${path} ${value}`).join(' ')}
          fileName={`${study.name} bottlenecks`}
        />
        {holdsBack && (
          <p className="panel__note">
            Full queues hold load back or lose it before the servers alone saturate.{' '}
            {hasThroughput
              ? 'So what brings most throughput at the present input comes first, as the best method for each design tells it.'
              : 'At the present input they do not: no step brings throughput yet.'}
          </p>
        )}
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

function noLadder(scenario: Scenario, isClosed: boolean): string {
  const classes = scenario.classes?.length ?? 0;
  if (hasDataflow(scenario))
    return 'Dataflow has no order of bottlenecks: its pace is that of a cycle, which the drawing marks and Results tells. What larger FIFOs bring stands in FIFO depths, and what a faster stage brings in Sweep.';
  if (!isClosed) return 'Nothing saturates, however much comes in.';
  return classes > 1
    ? 'There are several closed classes: the first bottleneck depends on which of them grows. Vary a population, or ask Goal: largest classes.….closed.population that keeps every ρ < 0.9.'
    : 'Nothing saturates, however many jobs go round.';
}

interface LadderKind {
  readonly hasPrices: boolean;
  readonly isClosed: boolean;
  readonly hasThroughput: boolean;
}

function columnsFor(
  scenario: Scenario,
  steps: readonly GrowthStep[],
  { hasPrices, isClosed, hasThroughput }: LadderKind,
): readonly PageColumn<GrowthStep>[] {
  const times = (factor: number): string =>
    Number.isFinite(factor) ? `× ${formatNumber(factor, 4)}` : 'never';
  const share = (gain: number): string => {
    if (!Number.isFinite(gain)) return '∞';
    if (Math.abs(gain) < TIE) return 'none alone: a tie';
    if (gain < 0) return 'none alone';
    return `${formatSigned(100 * gain)} %`;
  };
  const gained = (gain: number): string =>
    Math.abs(gain) < NO_GAIN ? 'none' : `${formatSigned(100 * gain)} %`;
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
  const what: PageColumn<GrowthStep> = { id: 'fix', header: 'Fix', value: fix };
  const holdsBack = hasFiniteQueue(scenario);
  const to = (header: string) => number('to', header, (step) => step.to, times);
  const through = (id: string, header: string, index: 0 | 1) =>
    number(
      id,
      header,
      ({ throughput }) => throughput?.[index] ?? Number.NaN,
      (rate) => rateText(rate),
    );
  return [
    ...(hasThroughput
      ? [
          { id: 'stage', header: 'Stage', value: stage },
          what,
          through('before', 'Throughput', 0),
          through('after', 'Then', 1),
          number('gain', 'Gain', gainOf, gained),
          to('Servers saturate at'),
        ]
      : [
          { id: 'stage', header: holdsBack ? 'Servers saturate' : 'Saturates', value: stage },
          number('from', isClosed ? 'At jobs' : 'At input', ({ from }) => from, times),
          what,
          to(holdsBack ? 'Servers then at' : 'Then carries'),
          number('gain', holdsBack ? 'Servers gain' : 'Gain', ({ gain }) => gain - 1, share),
        ]),
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

/** How much more gets through at the present input, as a share. */
const gainOf = ({ throughput: [before, after] = [1, 1] }: GrowthStep): number => after / before - 1;

/** A smaller share of the throughput is nothing anybody would see. */
const NO_GAIN = 5e-4;

/** Less is rounding: something else saturates at the same input. */
const TIE = 1e-9;

/** The fixes so far; of the same thing the last. */
function upTo(steps: readonly GrowthStep[], last: GrowthStep) {
  const made = steps.slice(0, steps.indexOf(last) + 1).flatMap(({ fix }) => fix);
  const fixes = new Map(made.map((each) => [each.path, each]));
  return [...fixes.values()];
}
