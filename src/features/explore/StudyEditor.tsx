/** What is varied, how points are chosen and answered, and what is looked at. */
import { useMemo, useState } from 'react';
import { err, ok } from '../../../core/base/result.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { PLATFORMS } from '../../../core/scenario/fields.ts';
import { isStage, type Platform, type Scenario } from '../../../core/scenario/scenario.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { Costs, Prices, Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { SuggestField } from '../../ui/widgets/SuggestField.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';
import { type ExploreTask, useExplore } from './explore-store.ts';
import { noteStudy, setStudy } from './exploring.ts';
import { FaultLines } from './FaultLines.tsx';
import { pointCount } from './point-count.ts';
import { SamplingFields } from './SamplingFields.tsx';
import { VaryRow } from './VaryRow.tsx';
import { firstVariation } from './variation-kinds.ts';

interface PickItem {
  readonly id: string;
  readonly title: string;
  /** At the right. */
  readonly detail?: string;
}

interface PickListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly items: readonly PickItem[];
  readonly onPick: (id: string) => void;
}

const MOST_SHOWN = 60;

/** Finds one of many by words: type, walk with the arrows, Enter takes it. */
function PickList({ label, placeholder, items, onPick }: PickListProps) {
  const [text, setText] = useState('');
  return (
    <SuggestField
      {...{ label, placeholder }}
      value={text}
      onChange={setText}
      items={matching(items, text).slice(0, MOST_SHOWN)}
      keyOf={({ id }) => id}
      itemOf={({ id, title, detail }) => (
        <>
          <span>{title}</span>
          <code>{id}</code>
          {detail !== undefined && <span className="w-suggest__detail">{detail}</span>}
        </>
      )}
      takesFirst
      onPick={({ id }) => {
        setText('');
        onPick(id);
      }}
    />
  );
}

/** All words of the text, anywhere; what begins with the text first. */
function matching(items: readonly PickItem[], text: string): readonly PickItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ id, title, detail = '' }) => {
    const whole = `${id} ${title} ${detail}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const first = words.join(' ');
  const rank = ({ id, title }: PickItem): number =>
    id.toLowerCase().startsWith(first) || title.toLowerCase().startsWith(first) ? 0 : 1;
  return first === '' ? found : [...found].sort((a, b) => rank(a) - rank(b));
}

/** What a study holds, by what is asked of it: controls stand only where they act. */
const PARTS = {
  points: ['vary', 'sampling', 'measures', 'costs'],
  goal: ['vary', 'sampling', 'costs'],
  growth: ['costs'],
  depths: [],
  mapping: ['measures', 'costs'],
  compare: ['sampling', 'measures'],
} as const satisfies Readonly<Record<ExploreTask, readonly StudyPart[]>>;
type StudyPart = 'vary' | 'sampling' | 'measures' | 'costs';

export function StudyEditor({ study }: { readonly study: Study }) {
  const { faults, count, view } = useExplore();
  const parts: readonly StudyPart[] = PARTS[view.task];
  const { scenario, vary, measures } = study;
  const change = (next: Partial<Study>): void => void setStudy({ ...study, ...next });
  const parameters = useMemo(() => parametersOf(scenario), [scenario]);
  const items = useMemo(
    () =>
      parameters.map(
        (parameter): PickItem => ({
          id: parameter.path,
          title: parameter.words,
          detail: valueText(parameter),
        }),
      ),
    [parameters],
  );
  const known = useMemo(() => measuresOf(scenario), [scenario]);
  const measureItems = known.map(({ name, words }) => ({ id: name, title: words }));
  const isIn =
    (paths: readonly string[]) =>
    ({ id }: PickItem) =>
      !paths.includes(id);
  return (
    <section className="explore-editor" aria-label="Study">
      {parts.includes('vary') && (
        <Disclosure
          title="Vary"
          remember="explore-vary"
          summary={count === undefined ? '' : pointCount(count)}
        >
          {vary.map((variation, i) => (
            <VaryRow
              key={variation.path}
              {...{ scenario, variation }}
              onChange={(next) => change({ vary: vary.with(i, next) })}
              onRemove={() => change({ vary: vary.toSpliced(i, 1) })}
            />
          ))}
          <PickList
            label="Vary another field"
            placeholder="Vary another field: words, name or value"
            items={items.filter(isIn(vary.map(({ path }) => path)))}
            onPick={(path) => {
              const parameter = parameters.find((each) => each.path === path);
              if (parameter) change({ vary: [...vary, firstVariation(parameter)] });
            }}
          />
          {faults.length > 0 && <FaultLines faults={faults} />}
        </Disclosure>
      )}
      {parts.includes('sampling') && (
        <Disclosure title="Sampling and method" remember="explore-sampling">
          <SamplingFields study={study} onChange={change} />
        </Disclosure>
      )}
      {parts.includes('measures') && (
        <Disclosure title="Outputs" remember="explore-measures" summary={`${measures.length}`}>
          <ul className="explore-measures">
            {measures.map((name) => (
              <li key={name}>
                <label title={name}>
                  <input
                    type="checkbox"
                    checked
                    disabled={measures.length === 1}
                    onChange={() => change({ measures: measures.filter((each) => each !== name) })}
                  />
                  {known.find((measure) => measure.name === name)?.words ?? name}
                </label>
              </li>
            ))}
          </ul>
          <PickList
            label="Add an output"
            placeholder="Add an output"
            items={measureItems.filter(isIn(measures))}
            onPick={(name) => change({ measures: [...measures, name] })}
          />
        </Disclosure>
      )}
      {parts.includes('costs') && (
        <Disclosure title="Costs" remember="explore-costs" defaultOpen={study.costs !== undefined}>
          <CostFields
            scenario={scenario}
            costs={study.costs ?? {}}
            onChange={(costs) => change({ costs, measures: withCost(measures) })}
          />
        </Disclosure>
      )}
      <Disclosure title="Notes" remember="explore-notes" defaultOpen={study.notes !== undefined}>
        <TextArea
          label="Notes"
          help="The question and the findings; saved with the study's file and link. Markdown."
          value={study.notes ?? ''}
          format={String}
          parse={notesIn}
          rows={6}
          placeholder="Question and findings."
          onChange={(notes) => noteStudy(notes)}
        />
      </Disclosure>
    </section>
  );
}

/** Who sets a price wants to see what it makes. */
const withCost = (measures: readonly string[]): readonly string[] =>
  measures.includes('cost') ? measures : [...measures, 'cost'];

const MOST_NOTES = 100_000;

const notesIn = (text: string) =>
  text.length <= MOST_NOTES
    ? ok(text)
    : err(`Expected at most ${MOST_NOTES.toLocaleString('en')} characters.`);

const valueText = (parameter: ReturnType<typeof parametersOf>[number]): string =>
  parameter.kind === 'choice'
    ? parameter.labels[parameter.choices.indexOf(parameter.value)]!
    : formatQuantity(
        parameter.value,
        parameter.dimension,
        parameter.unit === undefined ? {} : { unit: parameter.unit },
      );

const FIELDS: readonly (readonly [keyof Prices, string])[] = [
  ['buffer', 'Per slot'],
  ['server', 'Per server'],
  ['stage', 'Per stage'],
];
const PROPS = quantityProps('number', {}, { min: 0, optional: true });

interface CostFieldsProps {
  readonly scenario: Scenario;
  readonly costs: Costs;
  readonly onChange: (costs: Costs) => void;
}

/** What an element of buffer, a server and a stage cost, and where on each platform, for the measure `cost`. */
function CostFields({ scenario, costs, onChange }: CostFieldsProps) {
  const { byPlatform = {}, ...prices } = costs;
  const platforms = platformsOf(scenario);
  const shown = (Object.keys(PLATFORMS) as Platform[]).filter(
    (platform) => platforms.has(platform) || byPlatform[platform],
  );
  return (
    <>
      <PriceFields
        prices={prices}
        otherwise={{}}
        onChange={(next) => onChange({ ...next, ...(costs.byPlatform && { byPlatform }) })}
      />
      {shown.map((platform) => (
        <fieldset key={platform} className="explore-vary">
          <legend>On {PLATFORMS[platform].label}</legend>
          <PriceFields
            prices={byPlatform[platform] ?? {}}
            otherwise={prices}
            onChange={(next) => onChange({ ...prices, ...withPlatform(byPlatform, platform, next) })}
          />
        </fieldset>
      ))}
      <p className="panel__note">
        Prices make the measure “cost”, for charts, fronts and goals, such as <code>least cost over …</code>
        {shown.length === 0 && ' Where stages are on platforms, each platform may have its own prices.'}
      </p>
    </>
  );
}

/** Those that stages are on, or may be put on. */
function platformsOf({ nodes, buses = [] }: Scenario): ReadonlySet<string> {
  const stages = nodes.filter(isStage);
  return new Set([
    ...stages.flatMap(({ platform, alternatives = {} }) => [platform ?? '', ...Object.keys(alternatives)]),
    ...(buses.length > 0 ? ['bus'] : []),
  ]);
}

/** A platform without prices is left out. */
function withPlatform(
  before: NonNullable<Costs['byPlatform']>,
  platform: Platform,
  prices: Prices,
): Pick<Costs, 'byPlatform'> {
  const { [platform]: _, ...rest } = before;
  const byPlatform = Object.keys(prices).length > 0 ? { ...rest, [platform]: prices } : rest;
  return Object.keys(byPlatform).length > 0 ? { byPlatform } : {};
}

interface PriceFieldsProps {
  readonly prices: Prices;
  /** What holds where there is none. */
  readonly otherwise: Prices;
  readonly onChange: (prices: Prices) => void;
}

function PriceFields({ prices, otherwise, onChange }: PriceFieldsProps) {
  return (
    <div className="explore-fields">
      {FIELDS.map(([name, label]) => (
        <QuantityField
          key={name}
          {...PROPS}
          label={label}
          value={prices[name]}
          placeholder={String(otherwise[name] ?? 0)}
          onChange={(value) => {
            const { [name]: _, ...rest } = prices;
            onChange(value === undefined ? rest : { ...rest, [name]: value });
          }}
        />
      ))}
    </div>
  );
}
