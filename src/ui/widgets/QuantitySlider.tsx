import { Slider } from '@base-ui/react/slider';
import { useId, useRef } from 'react';
import { newGesture } from './gesture.ts';
import { placeOf, type SliderRange, valueAt } from './slider-scale.ts';
import { roundSignificant } from './step-text.ts';

export interface QuantitySliderProps {
  /** Id of the element that names it. */
  readonly labelledBy: string;
  readonly value: number;
  readonly range: SliderRange;
  readonly format: (value: number) => string;
  readonly onChange: (value: number, gesture: string) => void;
  readonly disabled?: boolean;
}

/** A slider whose values are the three-digit numbers a person would type. */
export function QuantitySlider({
  labelledBy,
  value,
  range,
  format,
  onChange,
  disabled,
}: QuantitySliderProps) {
  const { whole = false } = range;
  // A gesture ends with the focus and not when the focus comes: that may be in the middle of a drag.
  const gesture = useRef(useId());
  const begin = () => {
    gesture.current = newGesture();
  };
  return (
    <Slider.Root
      className="w-slider"
      value={placeOf(value, range)}
      min={0}
      max={1}
      step={whole ? 1 / (range.max - range.min) : 0.002}
      largeStep={0.05}
      disabled={disabled}
      aria-labelledby={labelledBy}
      onPointerDownCapture={begin}
      onBlur={begin}
      onValueChange={(place) => {
        const moved = valueAt(place, range);
        onChange(whole ? Math.round(moved) : roundSignificant(moved), gesture.current);
      }}
    >
      <Slider.Control className="w-slider__control">
        <Slider.Track className="w-slider__track">
          <Slider.Indicator className="w-slider__indicator" />
          <Slider.Thumb
            className="w-slider__thumb"
            getAriaValueText={() => format(value)}
            aria-labelledby={labelledBy}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
