/** What the trace says of the stage, in the form of what is predicted. */
import { losesWhenFull } from '../../core/rules/when-full.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import { type LevelFrames, tracedLevels } from '../measure/trace/traced-levels.ts';
import type { TracedStage } from './contract.ts';
import { meanSojournTime, type StageTrace } from './read-trace.ts';

interface TracedOptions {
  readonly services: Float64Array | undefined;
  readonly frames: LevelFrames;
}

/** Without departures nothing is known of its levels. What stands in a trace got in: of it nothing was lost. */
export function tracedStage(
  trace: StageTrace,
  stage: StageNode,
  { services, frames }: TracedOptions,
): TracedStage {
  if (trace.departures.length === 0) return { quantities: {} };
  const { occupancy, shares, meanByFrame } = tracedLevels(trace, frames);
  const sojourn = meanSojournTime(trace);
  const moments = services && momentsOf(services);
  return {
    ...{ occupancy, shares, meanByFrame },
    quantities: {
      meanOccupancy: occupancy.mean,
      meanSojournTime: sojourn,
      throughput: trace.departures.length / trace.duration,
      ...(moments && {
        meanWaitingTime: sojourn - moments.mean,
        utilization: (moments.mean * moments.count) / trace.duration,
      }),
      ...(losesWhenFull(stage) && { lossProbability: 0 }),
    },
    ...(moments && { services: moments }),
  };
}

function momentsOf(values: Float64Array): NonNullable<TracedStage['services']> {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return { count, mean, scv: variance / (mean * mean) };
}
