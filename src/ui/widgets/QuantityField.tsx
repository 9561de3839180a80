import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import type { Result } from '../../../core/base/result.ts';
import { describedBy, FieldRow } from './FieldRow.tsx';
import { newGesture } from './gesture.ts';
import { QuantitySlider } from './QuantitySlider.tsx';
import type { SliderRange } from './slider-scale.ts';
import { roundSignificant, stepText } from './step-text.ts';
import { useTypedText } from './typed-forms.tsx';
import { useDraft } from './use-draft.ts';

export interface QuantityFieldProps {
  readonly label: string;
  /** Name of the number in what keeps how it was typed, such as `rate`; a setting has none. */
  readonly field?: string;
  /** Undefined: not given, the default shown as placeholder holds. */
  readonly value: number | undefined;
  /** Short, for reading: '31.9 M/s'. */
  readonly format: (value: number) => string;
  /** Every digit, for editing; `parse` reads it back. */
  readonly formatFull: (value: number) => string;
  /** What was typed, for reading: with its unit where that was left out. */
  readonly withUnit?: (typed: string) => string;
  /** Empty text is the default (undefined) or an error; the error is a sentence that says what was expected. */
  readonly parse: (text: string) => Result<number | undefined, string>;
  /** `gesture` is the same for all changes that should undo together. */
  readonly onChange: (value: number | undefined, gesture?: string) => void;
  /** The default, as text. */
  readonly placeholder?: string;
  readonly help?: string;
  readonly slider?: SliderRange;
  /** Behind the number, when `format` leaves the unit out. */
  readonly unitHint?: string;
  /** Dragging the label multiplies instead of stepping. Default: as the slider. */
  readonly logScrub?: boolean;
  /** Largest step of an arrow key, such as 0.01 for a probability. */
  readonly coarsestStep?: number;
  /** A control at the right end, such as a button for 'unbounded'. */
  readonly trailing?: ReactNode;
  readonly disabled?: boolean;
}

/** Pixels of a label drag for one decade, and for one step. */
const DECADE = 200;
const STEP = 6;

/**
 * A number with a unit. Typing changes the value as soon as it parses; arrows step the last digit (Shift: ten);
 * dragging the label scrubs; Escape puts back what was there; Alt-click puts the default back.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { label, value, format, formatFull, parse, onChange, placeholder, help, slider, unitHint, disabled } =
    props;
  const id = useId();
  const toText = (quantity: number | undefined) => (quantity === undefined ? '' : formatFull(quantity));
  const typed = useTypedText(props.field);
  const form = formOf(props, value, value === undefined ? undefined : typed.of(() => formKey(props, value)));
  const shown = form === undefined ? undefined : (props.withUnit?.(form) ?? form);
  const draft = useDraft({
    ...{ value, toText, parse, onChange, form },
    onFinish: (text: string, next: number | undefined, gesture: string) => {
      if (next === undefined) return undefined;
      if (text === (form ?? toText(next))) return form;
      return typed.keep(() => formKey(props, next), text, gesture);
    },
  });
  const reset = () => {
    const parsed = parse('');
    if (parsed.ok) onChange(parsed.value);
  };
  const labelProps = useScrub({
    disabled: disabled ?? false,
    begin: (gesture) => scrubber(props, gesture),
    reset,
  });

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    draft.handleKeyDown(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    const next = stepText(event.currentTarget.value || (placeholder ?? ''), steps, props.coarsestStep);
    if (next !== undefined) draft.offer(next);
  };

  return (
    <FieldRow label={label} id={id} labelProps={labelProps} help={help} error={draft.error}>
      <div className="w-quantity">
        <input
          id={id}
          type="text"
          className="w-input w-input--number"
          value={draft.text ?? shown ?? (value === undefined ? '' : format(value))}
          title={draft.text === undefined && value !== undefined ? formatFull(value) : undefined}
          placeholder={placeholder}
          disabled={disabled}
          data-settled={draft.settled || undefined}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => {
            // The full text stands there before the next key can come.
            flushSync(draft.handleFocus);
            selectAll(event.currentTarget);
          }}
          onBlur={draft.handleBlur}
          onKeyDown={handleKeyDown}
          onClick={(event) => event.altKey && reset()}
          onChange={(event) => draft.type(event.target.value)}
          {...describedBy(id, help, draft.error)}
        />
        {unitHint && <span className="w-quantity__unit">{unitHint}</span>}
        {props.trailing}
      </div>
      {slider && (
        <QuantitySlider
          labelledBy={`${id}-label`}
          value={value ?? defaultOf(props) ?? slider.min}
          range={slider}
          format={format}
          onChange={(next, gesture) => offerNumber(props, next, gesture)}
          disabled={disabled}
        />
      )}
    </FieldRow>
  );
}

/** The text, where it stands for the value. */
function formOf(
  { parse }: QuantityFieldProps,
  value: number | undefined,
  text: string | undefined,
): string | undefined {
  const parsed = text === undefined ? undefined : parse(text);
  return parsed?.ok && parsed.value === value ? text : undefined;
}

/** The short text tells the unit, of which the full one says nothing. */
const formKey = ({ label, format, formatFull }: QuantityFieldProps, value: number): string =>
  [label, format(value), formatFull(value)].join('|');

/** The value that the placeholder stands for, where it is one. */
function defaultOf({ placeholder, parse }: QuantityFieldProps): number | undefined {
  const parsed = placeholder === undefined ? undefined : parse(placeholder);
  return parsed?.ok ? parsed.value : undefined;
}

/** Selects the text, and again once a mouse that gave the focus has placed its cursor. */
function selectAll(input: HTMLInputElement): void {
  const text = input.value;
  input.select();
  requestAnimationFrame(() => {
    if (document.activeElement === input && input.value === text) input.select();
  });
}

/** A drag or slider may pass over values that the field does not allow: those are skipped. */
function offerNumber(
  { formatFull, parse, onChange }: QuantityFieldProps,
  value: number,
  gesture: string,
): void {
  const parsed = parse(formatFull(value));
  if (parsed.ok) onChange(parsed.value, gesture);
}

function scrubber(props: QuantityFieldProps, gesture: string): (distance: number) => void {
  const { value, formatFull, parse, onChange, placeholder, slider, coarsestStep } = props;
  const text = value === undefined ? (placeholder ?? '') : formatFull(value);
  if ((props.logScrub ?? slider?.log) && value !== undefined && value > 0) {
    return (distance) => offerNumber(props, roundSignificant(value * 10 ** (distance / DECADE)), gesture);
  }
  return (distance) => {
    const next = stepText(text, Math.trunc(distance / STEP), coarsestStep);
    const parsed = next === undefined ? undefined : parse(next);
    if (parsed?.ok) onChange(parsed.value, gesture);
  };
}

/** Changing a number by dragging its label sideways; Alt-click puts the default back. */

interface ScrubOptions {
  readonly disabled: boolean;
  /** Called when a drag begins; what it returns takes the horizontal distance from there, in pixels. */
  readonly begin: (gesture: string) => (distance: number) => void;
  readonly reset: () => void;
}

/** Pixels before a press counts as a drag. */
const THRESHOLD = 3;

/** Attributes for the label. */
function useScrub({ disabled, begin, reset }: ScrubOptions): ComponentProps<'label'> {
  const drag = useRef<{ readonly from: number; move?: (distance: number) => void }>(undefined);
  const dragged = useRef(false);
  if (disabled) return {};

  const handleMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const distance = event.clientX - drag.current.from;
    if (!drag.current.move && Math.abs(distance) < THRESHOLD) return;
    drag.current.move ??= begin(newGesture());
    dragged.current = true;
    drag.current.move(distance);
  };
  const end = () => {
    drag.current = undefined;
  };

  return {
    'data-scrub': true,
    title: 'Drag sideways to change. Alt-click for the default.',
    onPointerDown: (event) => {
      if (event.button !== 0 || event.altKey) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { from: event.clientX };
      dragged.current = false;
    },
    onPointerMove: handleMove,
    onPointerUp: end,
    onPointerCancel: end,
    onClick: (event) => {
      // Without this the click at the end of a drag would put the cursor into the field.
      if (event.altKey || dragged.current) event.preventDefault();
      if (event.altKey) reset();
      dragged.current = false;
    },
  } as ComponentProps<'label'>;
}
