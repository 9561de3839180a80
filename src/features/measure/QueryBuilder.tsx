/** A query built by choosing, or typed: both show the same line. */
import { useId, useState } from 'react';
import type { Query, QueryAggregation } from '../../../core/measurement/query.ts';
import {
  hasWay,
  metricWords,
  parseQuery,
  QUERY_METRICS,
  type QuerySaid,
  queryText,
} from '../../../core/measurement/query-text.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { useMeasured } from './measured-store.ts';
import { addQuery } from './query-edits.ts';

interface QueryBuilderProps {
  readonly scenario: Scenario;
  readonly reduced: ReducedMeasurement;
}

const AGGREGATIONS: readonly Choice<QueryAggregation>[] = [
  { value: 'mean', label: 'mean' },
  { value: 'min', label: 'min' },
  { value: 'max', label: 'max' },
  { value: 'percentile', label: 'percentile' },
  { value: 'histogram', label: 'histogram' },
];
const METRICS = QUERY_METRICS.map((value) => ({ value, label: metricWords(value) }));
const WHEN = [
  { value: 'all', label: 'all frames' },
  { value: 'each', label: 'each frame' },
  { value: 'one', label: 'frame of the cursor' },
] as const;
const ALONE = ' ';

export function QueryBuilder({ scenario, reduced }: QueryBuilderProps) {
  const id = useId();
  const places = placesOf(scenario, reduced);
  const measured = places.find(({ value }) => reduced.queues.some(({ id }) => id === value)) ?? places[0];
  const frame = useMeasured((measured) => measured.frame);
  const [text, setText] = useState(() => `mean occupancy of ${quoted(measured?.value ?? 'a')}`);
  const said = parseQuery(text);
  const [last, setLast] = useState<QuerySaid>();
  const draft = said.ok ? said.value : last;
  const change = (next: QuerySaid): void => {
    setLast(next);
    setText(queryText(next));
  };
  const add = (): void => {
    if (said.ok) editDocument('Add a query', (present) => addQuery(present, said.value));
  };
  return (
    <form
      className="measured__builder"
      aria-label="New query"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {draft && <Choices draft={draft} places={places} frame={frame} onChange={change} />}
      <label htmlFor={id}>Query</label>
      <input
        id={id}
        className="w-input"
        value={text}
        spellCheck={false}
        aria-invalid={!said.ok}
        aria-describedby={`${id}-words`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          const next = parseQuery(event.currentTarget.value);
          if (next.ok) setLast(next.value);
        }}
      />
      <Button type="submit" size="small" icon={<PlusIcon />} disabled={!said.ok}>
        Add query
      </Button>
      <p id={`${id}-words`} className="panel__note" role="status">
        {said.ok ? 'Add a limit to make it an assertion: < 100, >= 5 M/s, < 2 ms.' : said.error}
      </p>
    </form>
  );
}

interface ChoicesProps {
  readonly draft: QuerySaid;
  readonly places: readonly Choice<string>[];
  readonly frame: number;
  readonly onChange: (next: QuerySaid) => void;
}

function Choices({ draft, places, frame, onChange }: ChoicesProps) {
  const { metric, aggregation, at, to } = draft;
  const when = draft.frame === 'each' ? 'each' : typeof draft.frame === 'number' ? 'one' : 'all';
  return (
    <div className="measured__choices">
      <ChoiceField
        label="Statistic"
        as="list"
        value={aggregation}
        choices={AGGREGATIONS}
        onChange={(next) => onChange(withAggregation(draft, next))}
      />
      <ChoiceField
        label="Metric"
        as="list"
        value={metric}
        choices={METRICS}
        onChange={(next) => onChange(withMetric(draft, next))}
      />
      <ChoiceField
        label="Queue"
        as="list"
        value={at}
        choices={places}
        onChange={(next) => onChange({ ...draft, at: next })}
      />
      {hasWay(metric) && (
        <ChoiceField
          label="Up to"
          as="list"
          value={to ?? ALONE}
          choices={[{ value: ALONE, label: 'itself' }, ...places]}
          onChange={(next) => onChange(withEnd(draft, next === ALONE ? undefined : next))}
        />
      )}
      <ChoiceField
        label="Interval"
        as="list"
        value={when}
        choices={WHEN}
        onChange={(next) => onChange(withFrame(draft, next === 'one' ? frame : next))}
      />
    </div>
  );
}

function withAggregation(
  { percentile: _, require, ...rest }: QuerySaid,
  aggregation: QueryAggregation,
): QuerySaid {
  return {
    ...rest,
    aggregation,
    ...(aggregation === 'percentile' && { percentile: 99 }),
    ...(aggregation !== 'histogram' && require && { require }),
  };
}

/** A limit in another unit means nothing. */
function withMetric({ require: _, to, ...rest }: QuerySaid, metric: Query['metric']): QuerySaid {
  return { ...rest, metric, ...(hasWay(metric) && to !== undefined && { to }) };
}

const withEnd = ({ to: _, ...rest }: QuerySaid, to: string | undefined): QuerySaid =>
  to === undefined ? rest : { ...rest, to };

const withFrame = ({ frame: _, ...rest }: QuerySaid, frame: Query['frame'] & {}): QuerySaid =>
  frame === 'all' ? rest : { ...rest, frame };

const quoted = (id: string): string => (/^[^\s"<>=]+$/.test(id) ? id : JSON.stringify(id));

/** Stages in flow order, then queues of the file that feed none. */
function placesOf(scenario: Scenario, { queues }: ReducedMeasurement): readonly Choice<string>[] {
  const kinds = new Map(scenario.nodes.map((node) => [node.id, node.kind]));
  const stages = flowOrder(scenario).filter((id) => kinds.get(id) === 'stage' || kinds.get(id) === 'delay');
  const others = queues.map(({ id }) => id).filter((id) => !stages.includes(id));
  return [
    ...stages.map((value) => ({ value, label: titleOf(scenario, value) })),
    ...others.map((value) => ({ value, label: `queue ${value}` })),
  ];
}

function titleOf(scenario: Scenario, id: string): string {
  const title = nodeTitle(scenario, id);
  return title === id ? id : `${id} (${title})`;
}
