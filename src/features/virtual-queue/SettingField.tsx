/** One number of the question; left empty it is as the placeholder says. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import {
  type Dimension,
  formatFull,
  formatQuantity,
  parseQuantity,
} from '../../../core/quantities/quantity.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';

interface SettingFieldProps {
  readonly label: string;
  readonly dimension: Dimension;
  readonly value: number | undefined;
  readonly placeholder: string;
  readonly help?: string;
  /** Smallest value; more than 0 when absent. */
  readonly least?: number;
  readonly onChange: (value: number | undefined) => void;
}

export function SettingField({ dimension, least, onChange, help, ...rest }: SettingFieldProps) {
  const parse = (text: string): Result<number | undefined, string> => {
    if (text.trim() === '') return ok(undefined);
    const value = parseQuantity(text, dimension);
    if (!value.ok) return value;
    if (least === undefined && !(value.value > 0)) return err('Expected more than 0.');
    return value.value < (least ?? 0) ? err(`Expected at least ${least}.`) : value;
  };
  return (
    <QuantityField
      {...rest}
      {...(help !== undefined && { help })}
      format={(value) => formatQuantity(value, dimension)}
      formatFull={(value) => formatFull(value, dimension)}
      parse={parse}
      onChange={(value) => onChange(value)}
    />
  );
}
