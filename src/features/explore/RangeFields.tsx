/** A range of values: its ends, as numbers and on a track, and how many lie between. */

import { Slider } from '@base-ui/react/slider';
import { err } from '../../../core/base/result.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { NumberParameter } from '../../../core/study/parameter.ts';
import type { RangeVariation, Variation } from '../../../core/study/study.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';
import { numberIn, readingOf, wholeNumber } from './number-reading.ts';

interface RangeFieldsProps {
  readonly parameter: NumberParameter;
  readonly variation: RangeVariation;
  readonly onChange: (variation: Variation) => void;
}

export function RangeFields({ parameter, variation, onChange }: RangeFieldsProps) {
  const { from, to, count = 11, scale = 'linear' } = variation;
  const set = (change: Partial<RangeVariation>): void => onChange({ ...variation, ...change });
  const props = quantityProps(parameter.dimension, readingOf(parameter));
  const bounded = (check: (value: number) => string | undefined) => (text: string) => {
    const value = numberIn(parameter, props.parse(text));
    const fault = value.ok ? check(value.value) : undefined;
    return fault === undefined ? value : err(fault);
  };
  // Half as wide as other fields: the name of what is counted would be cut.
  const format = (value: number): string => formatQuantity(value, parameter.dimension);
  const field = { format, formatFull: props.formatFull };
  const [least, most] = trackOf(parameter, from, to);
  return (
    <>
      <div className="explore-fields">
        <QuantityField
          {...field}
          label="From"
          value={from}
          parse={bounded((value) => {
            if (value > to)
              return `The range is reversed: expected at most ${props.format(to)}; for more, change “To” first.`;
            return scale === 'log' && value <= 0 ? 'Equal ratios start above 0.' : undefined;
          })}
          onChange={(value) => value !== undefined && set({ from: value })}
        />
        <QuantityField
          {...field}
          label="To"
          value={to}
          parse={bounded((value) =>
            value < from
              ? `The range is reversed: expected at least ${props.format(from)}; for less, change “From” first.`
              : undefined,
          )}
          onChange={(value) => value !== undefined && set({ to: value })}
        />
        <QuantityField
          label="Count"
          value={count}
          format={String}
          formatFull={String}
          parse={(text) => wholeNumber(text, 1)}
          onChange={(value) => value !== undefined && set({ count: value })}
        />
        <ChoiceField
          label="Steps"
          value={scale}
          choices={[
            { value: 'linear', label: 'linear', hint: 'equal distances' },
            { value: 'log', label: 'log', hint: 'equal ratios' },
          ]}
          onChange={(next) =>
            set(next === 'log' && from <= 0 ? { scale: next, from: to / 100 } : { scale: next })
          }
        />
      </div>
      <RangeSlider
        label={parameter.words}
        {...{ from, to, least, most }}
        integer={parameter.domain.integer === true}
        format={(value) => formatQuantity(value, parameter.dimension)}
        onChange={(first, last) => set({ from: first, to: last })}
      />
    </>
  );
}

/** From nothing to twice what is drawn, and to whatever is chosen. */
function trackOf({ value, domain }: NumberParameter, from: number, to: number): readonly [number, number] {
  const drawn = Number.isFinite(value) && value > 0 ? value : to;
  const least = Math.min(
    from,
    domain.isOpen || domain.integer ? Math.max(domain.least, drawn / 100) : domain.least,
  );
  const floor = domain.integer ? Math.max(domain.least, Math.floor(least)) : least;
  return [floor, Math.max(to, Math.min(domain.most, 2 * drawn), floor + (domain.integer ? 1 : 1e-9))];
}

/** Both ends of a range on one track. */

interface RangeSliderProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Ends of the track. */
  readonly least: number;
  readonly most: number;
  readonly integer: boolean;
  readonly format: (value: number) => string;
  readonly onChange: (from: number, to: number) => void;
}

const STEPS = 400;

function RangeSlider({ label, from, to, least, most, integer, format, onChange }: RangeSliderProps) {
  const wide = most - least;
  const valueAt = (place: number): number => {
    const value = least + (place / STEPS) * wide;
    return integer ? Math.round(value) : Number(value.toPrecision(3));
  };
  const placeOf = (value: number): number => Math.max(0, Math.min(STEPS, ((value - least) / wide) * STEPS));
  return (
    <Slider.Root
      className="w-slider"
      value={[placeOf(from), placeOf(to)]}
      min={0}
      max={STEPS}
      step={1}
      largeStep={20}
      minStepsBetweenValues={1}
      onValueChange={([first = 0, last = STEPS]) => {
        // The end that was not moved keeps all its digits.
        const next = (place: number, value: number): number =>
          Math.abs(place - placeOf(value)) < 0.5 ? value : valueAt(place);
        onChange(next(first, from), next(last, to));
      }}
    >
      <Slider.Control className="w-slider__control">
        <Slider.Track className="w-slider__track">
          <Slider.Indicator className="w-slider__indicator" />
          {[from, to].map((value, index) => (
            <Slider.Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: first and last end
              key={index}
              index={index}
              className="w-slider__thumb"
              getAriaLabel={() => `${label}, ${index === 0 ? 'from' : 'to'}`}
              getAriaValueText={() => format(value)}
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
