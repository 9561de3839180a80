import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Select } from '@base-ui/react/select';
import { useId } from 'react';
import { FieldRow } from './FieldRow.tsx';
import { CheckIcon, ChevronDownIcon } from './icons.tsx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** One line under the label in a list. */
  readonly hint?: string;
  readonly disabled?: boolean;
}

export interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  /** Undefined: several values at once, or none. */
  readonly value: T | undefined;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  /** segments: all in sight, for up to three short ones. Default: by their number. */
  readonly as?: 'segments' | 'list';
  readonly help?: string;
  /** Shown in a list while nothing is chosen. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** One of several: side by side when they are few, in a list when they are many. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, choices, help, as = choices.length <= 3 ? 'segments' : 'list' } = props;
  const id = useId();
  return (
    <FieldRow label={label} id={id} group help={help}>
      {as === 'segments' ? <Segments id={id} {...props} /> : <List id={id} {...props} />}
    </FieldRow>
  );
}

type PartProps<T extends string> = ChoiceFieldProps<T> & { readonly id: string };

function Segments<T extends string>({ id, value, choices, onChange, help, disabled }: PartProps<T>) {
  return (
    <RadioGroup
      className="w-segments"
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      aria-labelledby={`${id}-label`}
      aria-describedby={help ? `${id}-help` : undefined}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          className="w-segments__item"
          title={choice.hint}
          disabled={choice.disabled ?? false}
          aria-label={choice.label}
        >
          {choice.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

function List<T extends string>(props: PartProps<T>) {
  const { id, value, choices, onChange, help, disabled, placeholder = 'several' } = props;
  return (
    <Select.Root
      items={choices}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      modal={false}
    >
      <Select.Trigger
        id={id}
        className="w-input w-select"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={help ? `${id}-help` : undefined}
      >
        <Select.Value>
          {(chosen: T | null) => choices.find((choice) => choice.value === chosen)?.label ?? placeholder}
        </Select.Value>
        <Select.Icon className="w-select__icon">
          <ChevronDownIcon size={14} />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className="w-floating"
          sideOffset={4}
          alignItemWithTrigger={false}
          collisionPadding={8}
        >
          <Select.Popup className="w-menu w-menu--select">
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={choice.value} className="w-menu__item">
                <Select.ItemIndicator className="w-menu__icon" keepMounted>
                  {choice.value === value && <CheckIcon />}
                </Select.ItemIndicator>
                <span className="w-menu__label">
                  <Select.ItemText>{choice.label}</Select.ItemText>
                  {choice.hint && <span className="w-menu__hint">{choice.hint}</span>}
                </span>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
