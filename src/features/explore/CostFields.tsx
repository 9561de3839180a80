/** What an element of buffer, a server and a stage cost, and where on each platform, for the measure `cost`. */
import { isStage, type Platform, type Scenario } from '../../../core/scenario/scenario.ts';
import type { Costs, Prices } from '../../../core/study/study.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { PLATFORM_NAMES, PLATFORMS } from '../inspector/platform-choices.ts';
import { quantityProps } from '../inspector/quantity-props.ts';

const FIELDS: readonly (readonly [keyof Prices, string])[] = [
  ['buffer', 'Per place'],
  ['server', 'Per server'],
  ['stage', 'Per stage'],
];
const PROPS = quantityProps('number', {}, { min: 0, optional: true });

interface CostFieldsProps {
  readonly scenario: Scenario;
  readonly costs: Costs;
  readonly onChange: (costs: Costs) => void;
}

export function CostFields({ scenario, costs, onChange }: CostFieldsProps) {
  const { byPlatform = {}, ...prices } = costs;
  const platforms = platformsOf(scenario);
  const shown = PLATFORMS.filter((platform) => platforms.has(platform) || byPlatform[platform]);
  return (
    <>
      <PriceFields
        prices={prices}
        otherwise={{}}
        onChange={(next) => onChange({ ...next, ...(costs.byPlatform && { byPlatform }) })}
      />
      {shown.map((platform) => (
        <fieldset key={platform} className="explore-vary">
          <legend>On {PLATFORM_NAMES[platform]}</legend>
          <PriceFields
            prices={byPlatform[platform] ?? {}}
            otherwise={prices}
            onChange={(next) => onChange({ ...prices, ...withPlatform(byPlatform, platform, next) })}
          />
        </fieldset>
      ))}
      <p className="panel__note">
        Prices make the measure “cost”, for pictures, fronts and goals, such as <code>least cost over …</code>
        {shown.length === 0 && ' Where stages are on platforms, each platform may have prices of its own.'}
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
