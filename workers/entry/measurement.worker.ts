/** Reading and comparing measurements, off the page. */
import { expose } from 'comlink';
import type { MeasurementService } from '../contract/measuring.ts';
import { compareWithMeasurement } from '../measure/compare-model.ts';
import { comparisonVerdict } from '../measure/comparison-verdict.ts';
import { estimateMeans } from '../measure/estimate-means.ts';
import { measurementTemplate } from '../measure/measurement-template.ts';
import { readMeasurementBytes } from '../measure/read-measurement.ts';

const service: MeasurementService = {
  read: readMeasurementBytes,
  compare(scenario, predicted, measurement) {
    const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
    const comparison = compareWithMeasurement(scenario, prediction, measurement);
    return { comparison, sentences: comparisonVerdict(comparison) };
  },
  template: measurementTemplate,
};
expose(service);
