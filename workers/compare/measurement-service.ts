/** What the worker of measurements answers. Reductions stop when asked to. */

import { faultTable } from '../measure/fault-table.ts';
import { guessMappingOf } from '../measure/formats/guess-mapping.ts';
import { measurementTemplate } from '../measure/measurement-template.ts';
import { readMeasurementBytes } from '../measure/read-measurement.ts';
import { headOf } from '../measure/read-rows.ts';
import { readReduced } from '../measure/reduce-measurement.ts';
import { compareLevels } from './compare-levels.ts';
import { compareWithMeasurement } from './compare-model.ts';
import { comparisonVerdict, rowVerdict, withNames } from './comparison-verdict.ts';
import { estimateMeans } from './estimate-means.ts';
import type { MeasurementService } from './service-contract.ts';

export function measurementService(): MeasurementService {
  const running = new Set<AbortController>();
  return {
    read: readMeasurementBytes,
    async reduce(file, fileName, options, onProgress) {
      const controller = new AbortController();
      running.add(controller);
      try {
        const { signal } = controller;
        return await readReduced(file, { fileName, options, onProgress, signal }, options.stages);
      } finally {
        running.delete(controller);
      }
    },
    isThere: () => true,
    cancel() {
      for (const controller of running) controller.abort();
    },
    async guess(file) {
      return guessMappingOf((await headOf(file)).text);
    },
    faultTable,
    compare(scenario, predicted, measurement) {
      const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
      const comparison = compareWithMeasurement(scenario, prediction, measurement, predicted.solved);
      const called = withNames(scenario, comparison);
      return {
        comparison,
        verdicts: called.rows.map(rowVerdict),
        sentences: comparisonVerdict(called),
      };
    },
    compareLevels,
    template: measurementTemplate,
  };
}
