import type { JobClass, Link, Scenario } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import {
  classShareOf,
  namesClass,
  scaleClassShares,
  setClassShare,
  sumOfClassShares,
} from './class-shares.ts';
import { HELP } from './help.ts';
import type { EditScenario } from './inspector-types.ts';
import { quantityProps } from './quantity-props.ts';

export interface ClassSharesProps {
  readonly scenario: Scenario;
  readonly link: Link;
  readonly onEdit: EditScenario;
}

/** Which share of each class takes a link; nothing where the scenario names no classes. */
export function ClassShares({ scenario, link, onEdit }: ClassSharesProps) {
  const { classes = [] } = scenario;
  if (classes.length === 0) return null;
  const differing = classes.filter(({ id }) => namesClass(scenario, link.from, id)).length;
  return (
    <Disclosure
      title="By class"
      summary={differing === 0 ? 'all alike' : `${differing} of ${classes.length} differ`}
    >
      {classes.map((jobClass) => (
        <ClassShare key={jobClass.id} jobClass={jobClass} {...{ scenario, link, onEdit }} />
      ))}
    </Disclosure>
  );
}

function ClassShare({
  jobClass,
  scenario,
  link,
  onEdit,
}: ClassSharesProps & { readonly jobClass: JobClass }) {
  const { id } = jobClass;
  const text = quantityProps('probability', {}, { optional: true });
  const total = namesClass(scenario, link.from, id) ? sumOfClassShares(scenario, link.from, id) : 1;
  return (
    <>
      <QuantityField
        label={nameOf(jobClass)}
        help={HELP.classShare}
        value={namesClass(scenario, link.from, id) ? classShareOf(scenario, link, id) : undefined}
        placeholder={text.format(classShareOf(scenario, link, id))}
        slider={{ min: 0, max: 1 }}
        onChange={(share, gesture) =>
          onEdit(
            `Change share of ${nameOf(jobClass)}`,
            (before) => setClassShare(before, link, id, share),
            gesture,
          )
        }
        {...text}
      />
      {Math.abs(total - 1) > 1e-9 && (
        <div className="i-row">
          <span className="i-sum i-sum--off">Sum {Number(total.toPrecision(4))}, not 1</span>
          <Button
            size="small"
            onClick={() =>
              onEdit(`Scale shares of ${nameOf(jobClass)}`, (before) =>
                scaleClassShares(before, link.from, id),
              )
            }
          >
            Scale to 1
          </Button>
        </div>
      )}
    </>
  );
}
