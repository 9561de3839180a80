import { FIELDS } from '../../../core/scenario/fields.ts';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TypedIn } from '../../ui/widgets/typed-forms.tsx';
import { nodeTitle } from '../results/node-title.ts';
import type { EditScenario } from './inspector-types.ts';
import { quantityProps } from './quantity-props.ts';
import { setShare } from './share-edits.ts';
import { typedOfLink } from './typed-texts.ts';

export interface ShareFieldProps {
  readonly scenario: Scenario;
  readonly link: Link;
  /** What holds, written or not. */
  readonly share: number;
  /** Default: where the link leads. */
  readonly label?: string;
  readonly onEdit: EditScenario;
}

/** The share of one link. */
export function ShareField({ scenario, link, share, label, onEdit }: ShareFieldProps) {
  const text = quantityProps('probability', {});
  return (
    <TypedIn value={typedOfLink(link, onEdit)}>
      <QuantityField
        field="probability"
        label={label ?? `→ ${nodeTitle(scenario, link.to)}`}
        help={FIELDS.link.probability.help}
        value={link.probability}
        placeholder={text.format(share)}
        slider={{ min: 0, max: 1 }}
        onChange={(next, gesture) =>
          next !== undefined && onEdit('Change share', (s) => setShare(s, link, next), gesture)
        }
        {...text}
      />
    </TypedIn>
  );
}
