import { err, ok, type Result } from '../../../core/base/result.ts';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import { preciseInputs, precisionOf, setPrecision } from '../../../core/scenario/precision-edits.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { HELP } from './help.ts';
import type { EditScenario } from './inspector-types.ts';

export interface PrecisionFieldsProps {
  readonly scenario: Scenario;
  readonly node: ScenarioNode;
  readonly onEdit: EditScenario;
}

/** How well each number of a node is known; where nothing is said, its digits say it. */
export function PrecisionFields({ scenario, node, onEdit }: PrecisionFieldsProps) {
  const inputs = preciseInputs(node);
  if (inputs.length === 0) return null;
  const given = inputs.filter(
    ({ field }) => precisionOf(scenario.precisions, node.id, field) !== undefined,
  ).length;
  return (
    <Disclosure
      title="Input uncertainty"
      summary={given === 0 ? 'from significant digits' : `± for ${given}`}
    >
      {inputs.map(({ field, words }) => (
        <QuantityField
          key={field}
          label={`± ${words}`}
          help={HELP.precision}
          value={precisionOf(scenario.precisions, node.id, field)}
          placeholder="as typed"
          format={percent}
          formatFull={percent}
          parse={parsePercent}
          coarsestStep={0.01}
          onChange={(plusMinus, gesture) =>
            onEdit(
              `Change input uncertainty of the ${words}`,
              (before) => setPrecision(before, node.id, field, plusMinus),
              gesture,
            )
          }
        />
      ))}
    </Disclosure>
  );
}

/** Is anything said of how well a number of the node is known? */
export const hasPrecision = ({ precisions }: Scenario, node: ScenarioNode): boolean =>
  preciseInputs(node).some(({ field }) => precisionOf(precisions, node.id, field) !== undefined);

const percent = (value: number): string => formatPercent(value, 6);

/** `5` and `5 %` are five percent: shares below 1 without a sign would be too easily meant otherwise. */
function parsePercent(text: string): Result<number | undefined, string> {
  const trimmed = text.trim();
  if (trimmed === '') return ok(undefined);
  const match = /^(\d+\.?\d*|\.\d+)\s*%?$/.exec(trimmed);
  if (!match) return err('Expected a percentage such as 5 %.');
  const value = Number(match[1]) / 100;
  return value > 1 ? err(`Expected at most 100 %, got ${trimmed}.`) : ok(value);
}
