/** Files that are saved: the scenario, for this workbench or another program, and the empty table of its measurements. */
import { scenarioText } from '../../../core/scenario/scenario-text.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { saveText } from '../../ui/saving.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { measuredStages } from '../measure/measured-store.ts';
import { measurementClient } from '../measure/reading.ts';

export function saveScenarioFile(): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) saveText(`${scenario.name}.json`, scenarioText(scenario), 'application/json');
}

/** The scenario as a simulation model of JMT; what JMT has no place for is told. Else says why it was not saved. */
export async function saveForJmt(): Promise<string | undefined> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return undefined;
  const { exportModel } = await import('../../../core/imports/write-model.ts');
  const written = exportModel(scenario, 'jsimg');
  if (!written.ok) return `Not saved for JMT: ${written.error}`;
  saveText(`${scenario.name}.jsimg`, written.value.text, 'application/xml');
  showToast({
    title: `${scenario.name} was saved for JMT`,
    description: written.value.remarks.join('\n'),
    stays: written.value.remarks.length > 0,
  });
  return undefined;
}

export async function saveMeasurementTemplate(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  saveText(
    `${scenario.name} measurements.csv`,
    await measurementClient.template(undefined, measuredStages(scenario)),
    'text/csv',
  );
}
