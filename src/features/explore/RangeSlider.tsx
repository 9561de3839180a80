/** Both ends of a range on one track. */
import { Slider } from '@base-ui/react/slider';

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

export function RangeSlider({ label, from, to, least, most, integer, format, onChange }: RangeSliderProps) {
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
