/** Why: each assumption of the model with whether the data bear it, its tests and its plot. */
import { useMemo } from 'react';
import type { AssumptionCheck, VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { checkPlot } from './check-rows.ts';
import { ASSUMPTIONS, CHECK_WORDS } from './verdict-words.ts';

export function CheckList({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  return (
    <section aria-label="Why">
      <h3 className="virtual-queue__why">Why</h3>
      <ul className="checks">
        {judgement.checks.map((check) => (
          <Check key={check.assumption} check={check} judgement={judgement} />
        ))}
      </ul>
    </section>
  );
}

interface CheckProps {
  readonly check: AssumptionCheck;
  readonly judgement: VirtualQueueJudgement;
}

function Check({ check, judgement }: CheckProps) {
  const { timeUnit } = useScenario();
  const plot = useMemo(() => checkPlot(check, judgement, timeUnit), [check, judgement, timeUnit]);
  const [shape, word] = CHECK_WORDS[check.status];
  return (
    <li className="checks__item" data-status={check.status}>
      <p className="checks__head">
        <span className="checks__mark">
          {shape} {word}
        </span>{' '}
        {ASSUMPTIONS[check.assumption]}
      </p>
      <p className="checks__sentence">{check.sentence}</p>
      {check.tests && <p className="panel__note">{check.tests.map(testText).join('; ')}</p>}
      {plot && (
        <LineChart
          title={plot.title}
          fileName={`${judgement.queue} ${check.assumption}`}
          x={plot.x}
          rows={plot.rows}
          rowHeight={120}
          empty="There is nothing to draw."
        />
      )}
    </li>
  );
}

const testText = ({ name, statistic, p }: NonNullable<AssumptionCheck['tests']>[number]): string =>
  `${name}: ${Number(statistic.toPrecision(3))}, p ${p < 0.001 ? '< 0.001' : `= ${Number(p.toPrecision(2))}`}`;
