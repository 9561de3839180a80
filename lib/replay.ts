/** The measured arrivals of a stage through the drawn stage, and what is wrong of it. */
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import { compareLevels } from '../workers/compare/compare-levels.ts';
import type { LevelComparison } from '../workers/compare/contract.ts';
import type { ByteSource, ReducedMeasurement, ReduceOptions } from '../workers/measure/contract.ts';
import { MeasuredPlaces } from '../workers/measure/queries/measured-places.ts';
import type { StageReplay, StageReplayReport } from '../workers/replay/contract.ts';
import { replayStage } from '../workers/replay/replay-stage.ts';
import type { ReplayProgress } from '../workers/virtual-queue/contract.ts';
import { BadInput } from './bad-input.ts';

export interface ReplayOptions {
  /** Only this stage; by default all that have a trace of insertions. */
  readonly stage?: string | undefined;
  /** Runs with services drawn anew, 19 or more; default 39. */
  readonly replications?: number | undefined;
  /** Seed of the random numbers: equal seeds give equal numbers; default 1. */
  readonly seed?: number | undefined;
}

export interface ReplayAsked extends ReplayOptions {
  readonly scenario: Scenario;
  /** Read once for each stage, since a reduction does not keep single events. */
  readonly source: ByteSource;
  readonly fileName: string;
  readonly reduced: ReducedMeasurement | undefined;
  readonly options: ReduceOptions;
  readonly onProgress?: ((stage: string, progress: ReplayProgress) => void) | undefined;
}

/** A replay, with how far its levels are from the measured ones where these are known. */
export interface ToldReplay {
  readonly replay: StageReplay;
  readonly levels: Readonly<Record<string, LevelComparison['distances']>>;
}

export async function replayArrivals(asked: ReplayAsked): Promise<readonly ToldReplay[]> {
  const { scenario, source, fileName, options, onProgress, replications, seed } = asked;
  const told: ToldReplay[] = [];
  for (const { stage, queue } of targetsOf(asked)) {
    const question = {
      ...{ scenario, stage, queue },
      ...(replications !== undefined && { replications }),
      ...(seed !== undefined && { seed }),
    };
    const report = await replayStage(source, question, {
      ...{ fileName, options },
      ...(onProgress && { onProgress: (progress) => onProgress(stage, progress) }),
    });
    told.push(toldReplay(report));
  }
  return told;
}

interface Target {
  readonly stage: string;
  readonly queue: string;
}

function targetsOf({ scenario, stage, reduced, fileName: file }: ReplayAsked): readonly Target[] {
  const stages = scenario.nodes.filter(isStage);
  if (stage !== undefined && !stages.some(({ id }) => id === stage))
    throw new BadInput([
      `--replay ${stage}: no stage has that id; there are ${stages.map(({ id }) => id).join(', ')}`,
    ]);
  const { stageOf } = reduced
    ? new MeasuredPlaces(reduced, scenario)
    : { stageOf: new Map<string, string>() };
  const traced = (reduced?.queues ?? [])
    .filter(({ id, basis }) => basis === 'events' && stages.some((one) => one.id === stageOf.get(id)))
    .map(({ id }) => ({ queue: id, stage: stageOf.get(id)! }))
    .filter((target) => stage === undefined || target.stage === stage);
  const twice = traced.find((one, i) => traced.findIndex((other) => other.stage === one.stage) < i);
  if (twice)
    throw new BadInput([
      `--replay: several queues of ${file} feed stage ${twice.stage}; its arrivals can be taken from one queue only`,
    ]);
  if (traced.length === 0) {
    const whose = stage === undefined ? 'any stage of the scenario' : `stage ${stage}`;
    throw new BadInput([
      `--replay: ${file} has no trace of insertions of ${whose}; histograms and means do not say when elements arrived`,
    ]);
  }
  return traced;
}

function toldReplay(report: StageReplayReport): ToldReplay {
  if (report.kind === 'refused') throw new BadInput([`--replay ${report.stage}: ${report.reason}`]);
  const { shares, occupancy } = report.traced;
  const compared = report.predictions.flatMap(({ feed, shares: predicted }) =>
    shares && occupancy
      ? [
          [
            feed,
            compareLevels({ predicted: Array.from(predicted), measured: Array.from(shares), occupancy })
              .distances,
          ],
        ]
      : [],
  );
  return { replay: report, levels: Object.fromEntries(compared) };
}

/** For the JSON document: without the curves by level and frame of the trace itself, which the file has. */
export const replaysJson = (replays: readonly ToldReplay[]) =>
  replays.map(({ replay: { traced, frames, predictions, ...rest }, levels }) => ({
    ...rest,
    measured: {
      ...traced.quantities,
      ...(traced.services && { services: traced.services }),
      ...(traced.shares && { occupancyDistribution: Array.from(traced.shares) }),
    },
    frames: { start: Array.from(frames.start), end: Array.from(frames.end) },
    ...(traced.meanByFrame && { measuredMeanByFrame: Array.from(traced.meanByFrame) }),
    predictions: predictions.map(({ shares, meanByFrame, lowByFrame, highByFrame, ...prediction }) => ({
      ...prediction,
      ...(levels[prediction.feed] && { distances: levels[prediction.feed] }),
      occupancyDistribution: Array.from(shares),
      meanByFrame: Array.from(meanByFrame),
      lowByFrame: Array.from(lowByFrame),
      highByFrame: Array.from(highByFrame),
    })),
  }));
