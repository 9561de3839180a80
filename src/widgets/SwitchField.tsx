import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import { FieldRow } from './FieldRow.tsx';

export interface SwitchFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly help?: string;
  readonly disabled?: boolean;
}

/** Yes or no. */
export function SwitchField({ label, value, onChange, help, disabled }: SwitchFieldProps) {
  const id = useId();
  return (
    <FieldRow label={label} id={id} group help={help}>
      <Switch.Root
        className="w-switch"
        checked={value}
        onCheckedChange={(checked) => onChange(checked)}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
      >
        <Switch.Thumb className="w-switch__thumb" />
      </Switch.Root>
    </FieldRow>
  );
}
