/** `stagegraph compare --replay`: the measured arrivals of a stage through the drawn stage, and what is wrong of it. */
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { compareLevels } from '../workers/compare/compare-levels.ts';
import type { LevelComparison } from '../workers/compare/contract.ts';
import type { ReducedMeasurement, ReduceOptions } from '../workers/measure/contract.ts';
import { MeasuredPlaces } from '../workers/measure/queries/measured-places.ts';
import type { StageReplay, StageReplayReport } from '../workers/replay/contract.ts';
import { replayStage } from '../workers/replay/replay-stage.ts';
import type { ReplayProgress } from '../workers/virtual-queue/contract.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { tellReached } from './within.ts';

export interface ReplayAsked {
  readonly scenario: Scenario;
  readonly file: string | undefined;
  /** All stages that have a trace when true. */
  readonly stage: string | true;
  readonly reduced: ReducedMeasurement | undefined;
  readonly options: ReduceOptions;
}

/** A replay, with how far its levels are from the measured ones where these are known. */
export interface ToldReplay {
  readonly replay: StageReplay;
  readonly levels: Readonly<Record<string, LevelComparison['distances']>>;
}

/** Reads the file once more for each stage, since a reduction does not keep single events. */
export async function replayArrivals(asked: ReplayAsked): Promise<readonly ToldReplay[]> {
  const { scenario, file, options } = asked;
  if (file === undefined)
    throw new BadInput([
      '--replay: give the file with the trace; a scenario keeps only what it was reduced to',
    ]);
  if (file === '-')
    throw new BadInput(['--replay: the trace is read twice; give a file, not standard input']);
  const told: ToldReplay[] = [];
  for (const { stage, queue } of targetsOf(asked)) {
    const report = await replayStage(
      await byteSource(file),
      { scenario, stage, queue },
      { fileName: nameOf(file), options, onProgress: progressLine(`replay of ${stage}`) },
    );
    told.push(toldReplay(report));
  }
  return told;
}

interface Target {
  readonly stage: string;
  readonly queue: string;
}

function targetsOf({ scenario, stage, reduced, file }: ReplayAsked): readonly Target[] {
  const stages = scenario.nodes.filter(isStage);
  if (stage !== true && !stages.some(({ id }) => id === stage))
    throw new BadInput([
      `--replay ${stage}: no stage has that id; there are ${stages.map(({ id }) => id).join(', ')}`,
    ]);
  const { stageOf } = reduced
    ? new MeasuredPlaces(reduced, scenario)
    : { stageOf: new Map<string, string>() };
  const traced = (reduced?.queues ?? [])
    .filter(({ id, basis }) => basis === 'events' && stages.some((one) => one.id === stageOf.get(id)))
    .map(({ id }) => ({ queue: id, stage: stageOf.get(id)! }))
    .filter((target) => stage === true || target.stage === stage);
  const twice = traced.find((one, i) => traced.findIndex((other) => other.stage === one.stage) < i);
  if (twice)
    throw new BadInput([
      `--replay: several queues of ${file} feed stage ${twice.stage}; which arrivals it has is known from one queue only`,
    ]);
  if (traced.length === 0) {
    const whose = stage === true ? 'any stage of the scenario' : `stage ${stage}`;
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

/** How far it is, once a second, when somebody is looking. */
export function progressLine(what: string): (progress: ReplayProgress) => void {
  let told = performance.now();
  return (progress) => {
    const line = (): string => {
      const how =
        progress.phase === 'running'
          ? `${progress.done} of ${progress.runs} runs`
          : `${(progress.rows / 1e6).toFixed(1)} million rows read`;
      return `${what}: ${how}`;
    };
    tellReached(line);
    if (!process.stderr.isTTY || performance.now() - told < 1000) return;
    told = performance.now();
    process.stderr.write(`${line()}\n`);
  };
}
