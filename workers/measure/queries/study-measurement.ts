/** Everything that is read off a measurement with the drawing beside it: queries, bottleneck, peaks. */
import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { Query } from '../../../core/measurement/query.ts';
import type { ReducedMeasurement, ReducedQueue } from '../contract.ts';
import { levelBins } from '../reduce/level-bins.ts';
import { bottleneckReading } from './bottleneck-reading.ts';
import { checkQuery } from './check-query.ts';
import type { MeasuredGraph, MeasuredStudy } from './contract.ts';
import { MeasuredPlaces } from './measured-places.ts';
import { peakReading } from './peak-reading.ts';

export function studyMeasurement(
  reduced: ReducedMeasurement,
  graph: MeasuredGraph,
  queries: readonly Query[],
): MeasuredStudy {
  const places = new MeasuredPlaces(reduced, graph);
  return {
    queries: queries.map((query) => checkQuery(reduced, places, query)),
    bottleneck: bottleneckReading(reduced, places),
    peaks: peakReading(reduced, places),
    stageOf: Object.fromEntries(places.stageOf),
  };
}

/** Stated means and levels as a reduction without frames, so that queries can be asked of them too. */
export function reducedOfMeasurement({ name, stages }: Measurement): ReducedMeasurement {
  const none = new Float64Array(0);
  return {
    ...{ name, format: 'qtm-csv', origin: '0', bytes: 0, rows: 0, truncated: false },
    frames: { start: none, end: none },
    faults: { shown: [], kept: [], counts: [] },
    queues: stages.map(
      ({ stage, occupancyDistribution, queueLengthDistribution, ...stated }): ReducedQueue => ({
        ...{ id: stage, dest: stage, stated },
        ...(occupancyDistribution && { basis: 'table', occupancy: levelBins(occupancyDistribution) }),
        ...(queueLengthDistribution && { statedQueueLength: queueLengthDistribution }),
      }),
    ),
  };
}
