import { choicesOf } from '../../../core/base/kinds.ts';
import { type FieldRow, fieldWords } from '../../../core/scenario/fields.ts';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField, type QuantityFieldProps } from '../../ui/widgets/QuantityField.tsx';
import { type QuantityRules, quantityProps, type Reading } from './quantity-props.ts';

type Patch<Holder, Name extends keyof Holder> = { readonly [K in Name]: Holder[K] | undefined };
type Shown = Partial<
  Pick<
    QuantityFieldProps,
    | 'placeholder'
    | 'slider'
    | 'logScrub'
    | 'unitHint'
    | 'trailing'
    | 'format'
    | 'formatFull'
    | 'parse'
    | 'coarsestStep'
  > &
    Pick<ChoiceFieldProps<string>, 'as'>
>;

export interface PlainFieldProps<Holder, Name extends keyof Holder & string> extends Shown {
  /** The rows of what holds the field, such as `FIELDS.stage`. */
  readonly rows: Readonly<Record<Name, FieldRow>>;
  readonly name: Name;
  readonly holder: Holder;
  /** `label` is that of the undo list, such as "Change servers". */
  readonly change: (label: string, patch: Patch<Holder, Name>, gesture?: string) => void;
  readonly reading?: Reading;
  /** Narrower than the row's domain, where another field limits this one. */
  readonly limits?: QuantityRules;
}

/** A number or a choice of the scenario as its row says: label, help, domain, unit and default. */
export function PlainField<Holder, Name extends keyof Holder & string>(props: PlainFieldProps<Holder, Name>) {
  const { rows, name, holder, change, reading = {}, limits, as, ...shown } = props;
  const row = rows[name];
  const offer = (value: number | string | undefined, gesture?: string) =>
    // The widget lets only values of the row through, and the row satisfies the field's type.
    change(`Change ${fieldWords(row)}`, { [name]: value } as Patch<Holder, Name>, gesture);
  const given: unknown = holder[name];
  if (row.value.kind === 'choice') {
    const chosen = given ?? row.absent;
    return (
      <ChoiceField
        label={fieldLabel(row)}
        help={row.help}
        value={typeof chosen === 'string' ? chosen : undefined}
        choices={choicesOf(row.value.choices)}
        onChange={offer}
        {...(as && { as })}
      />
    );
  }
  if (row.value.kind !== 'number') return null;
  const { dimension, domain } = row.value;
  const optional = row.absent !== undefined;
  const least = domain.isOpen ? { above: domain.least } : { min: domain.least };
  return (
    <QuantityField
      label={fieldLabel(row)}
      field={name}
      help={row.help}
      value={typeof given === 'number' ? given : undefined}
      {...(optional && { placeholder: absentText(row) })}
      onChange={(value, gesture) => (optional || value !== undefined) && offer(value, gesture)}
      {...quantityProps(dimension, reading, { optional, max: domain.most, ...least, ...limits })}
      {...shown}
    />
  );
}

/** `Servers c`; a label with a second name goes without the letter. */
export const fieldLabel = ({ label, short, symbol }: FieldRow): string =>
  symbol === undefined || short !== undefined ? label : `${label} ${symbol}`;

const absentText = ({ absent }: FieldRow): string =>
  absent === Number.POSITIVE_INFINITY ? 'unbounded' : String(absent);
