/** Fits of station models and calibrations of scenarios that are known. */

import type { StageMeasurement } from '../core/measurement/measurement.ts';
import { refusalText } from '../core/measures/refusals.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import { calibrate } from '../workers/fit/calibrate.ts';
import { fitStage } from '../workers/fit/fit-stage.ts';
import { openStream, type RandomStream } from '../workers/random/random-stream.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import type { KnownStation } from './fit-cases.ts';

const streamOf = (node: string, seed: number): RandomStream =>
  openStream({ seed, replication: 0, node, purpose: 'service' });

/** Independent looks at a stage whose number of servers and capacity are known. */
export function stationRuns({ model, service, stage }: KnownStation, looks: number, runs: number) {
  const truth = levelsOf(scenarioOf([{ ...stage, id: 's', kind: 'stage', service }], 1)).s!;
  let below = 0;
  const upTo = truth.map((share) => {
    below += share;
    return below;
  });
  let [first, nearly] = [0, 0];
  for (let seed = 0; seed < runs; seed += 1) {
    const stream = streamOf('looks', seed);
    const counts = new Array<number>(truth.length).fill(0);
    for (let look = 0; look < looks; look += 1) {
      const drawn = stream.uniform();
      const level = upTo.findIndex((sum) => drawn < sum);
      counts[level < 0 ? truth.length - 1 : level]! += 1;
    }
    const { serverCount = 1, capacity } = stage;
    const report = fitStage({
      occupancy: counts,
      observations: looks,
      serverCount,
      ...(capacity !== undefined && { capacity }),
    });
    if (!report.ok) continue;
    const [best] = report.value.fits;
    const own = report.value.fits.find((fit) => fit.model === model);
    if (best!.model === model) first += 1;
    if (own && own.bic - best!.bic <= 2) nearly += 1;
  }
  return { runs, first, nearly };
}

const levelsOf = (scenario: Scenario): Record<string, readonly number[]> => {
  const outcome = solveScenario(scenario, 'auto');
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return Object.fromEntries(
    Object.entries(outcome.stages).map(([id, of]) => [id, of.occupancyDistribution ?? []]),
  );
};

/** Stages in a row. */
function scenarioOf(stages: readonly StageNode[], rate: number): Scenario {
  const ids = ['in', ...stages.map(({ id }) => id), 'out'];
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'line',
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate } },
      ...stages,
      { id: 'out', kind: 'sink' },
    ],
    links: ids.slice(1).map((to, i) => ({ from: ids[i]!, to })),
  };
}

export const KNOBS: Readonly<Record<string, number>> = {
  'in.interarrival.rate': 100,
  'parse.service.rate': 150,
  'parse.passProbability': 0.5,
  'match.service.rate': 80,
};
const MEASURED = ['throughput', 'utilization', 'meanOccupancy', 'meanSojournTime'] as const;

/** How often the intervals of a calibration hold the truth, when every quantity is measured with this relative error. */
export async function calibrationRuns(
  error: number,
  runs: number,
): Promise<Readonly<Record<string, number>>> {
  const scenario = scenarioOf(
    [
      {
        id: 'parse',
        kind: 'stage',
        service: { distribution: 'exponential', rate: 150 },
        passProbability: 0.5,
      },
      { id: 'match', kind: 'stage', service: { distribution: 'gamma', rate: 80, scv: 2 } },
    ],
    100,
  );
  const truth = solveScenario(scenario, 'auto');
  if (truth.kind === 'noAnswer') throw new Error(refusalText(truth));
  const held = Object.fromEntries(Object.keys(KNOBS).map((path) => [path, 0]));
  for (let seed = 0; seed < runs; seed += 1) {
    const stream = streamOf('noise', seed);
    const normal = () =>
      Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());
    const stages = Object.entries(truth.stages).map(
      ([stage, of]): StageMeasurement => ({
        stage,
        ...Object.fromEntries(MEASURED.map((name) => [name, of[name]! * Math.exp(error * normal())])),
      }),
    );
    const unknowns = Object.keys(KNOBS).map((path) => ({ path }));
    const outcome = await calibrate(scenario, { name: 'noisy', stages }, { unknowns, error, starts: 1 });
    if (!outcome.ok) continue;
    for (const { path, low, high } of outcome.value.parameters) {
      if (low !== undefined && high !== undefined && low <= KNOBS[path]! && KNOBS[path]! <= high)
        held[path]! += 1;
    }
  }
  return held;
}
