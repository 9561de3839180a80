/** The measured quantities that a calibration uses. */

import type { Measurement, StageMeasurement } from '../../../core/measurement/measurement.ts';
import { quantityWords } from '../../../workers/fit/fit-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { nodeTitle } from '../results/node-title.ts';

export function MeasuredList({ measurement }: { readonly measurement: Measurement }) {
  const scenario = useScenario();
  const stages = measurement.stages.filter(({ stage }) => scenario.nodes.some(({ id }) => id === stage));
  const count = stages.reduce((sum, stage) => sum + quantitiesOf(stage).length, 0);
  return (
    <Disclosure title="What was measured" summary={`${count} quantities, ${measurement.name}`}>
      <ul className="fits__measured">
        {stages.map((stage) => (
          <li key={stage.stage}>
            <strong>{nodeTitle(scenario, stage.stage)}</strong>: {quantitiesOf(stage).join(', ')}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function quantitiesOf({ stage: _, ...quantities }: StageMeasurement): readonly string[] {
  return Object.entries(quantities).flatMap(([key, value]) =>
    value === undefined ? [] : [quantityWords(key)],
  );
}
