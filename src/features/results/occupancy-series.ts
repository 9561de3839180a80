/** The curves of the occupancy chart: measured, simulated and analytic, of a stage, of those that wait, or of a group. */

import type { Estimate } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import {
  isStage,
  type NodeId,
  type Scenario,
  type StageGroup,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { isOpen, isUndetermined, openSpan } from '../../../workers/solve/determined.ts';
import type { DistributionSeries } from '../../ui/charts/distribution-series.ts';

/** What there is to draw from; `older`: belongs to an earlier drawing. */
export interface OccupancySources {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly answerIsOlder: boolean;
  readonly result?: SimulationResult;
  /** P[n] per stage, also while the first replications still run. */
  readonly forming?: Readonly<Record<string, readonly number[]>>;
  readonly simulationIsOlder: boolean;
}

/** All elements in the stage. */
export function stageSeries(sources: OccupancySources, { id }: StageNode): readonly DistributionSeries[] {
  const { scenario, answer, result, forming } = sources;
  const fifos = fifoSeries(sources, id);
  if (fifos.length > 0) return fifos;
  const measured = scenario.measurement?.stages.find(({ stage }) => stage === id)?.occupancyDistribution;
  const estimates = result?.stages[id]?.occupancyDistribution;
  const model = answer?.stages[id];
  return [
    ...(measured ? [{ kind: 'measured', name: 'measured', values: measured } as const] : []),
    ...simulated(sources, estimates, forming?.[id]),
    ...formula(sources, modelName(answer, id), model?.occupancyDistribution, meanOf(model, 'meanOccupancy')),
  ];
}

/** A dataflow stage has a FIFO for each link that comes in, whose tokens are counted apart. */
function fifoSeries(sources: OccupancySources, id: NodeId): readonly DistributionSeries[] {
  const { scenario, answer, result } = sources;
  const from = (link: { readonly from: NodeId }): string => {
    const node = scenario.nodes.find((each) => each.id === link.from);
    return `FIFO from ${node ? nameOf(node) : link.from}`;
  };
  const simulatedFifos = (result?.fifos ?? []).filter(({ to }) => to === id);
  // A simulated fill stands in the answer, too.
  const solved = answer?.stages[id]?.simulated
    ? []
    : (answer?.links ?? []).filter(({ to, fill }) => to === id && fill?.distribution);
  return [
    ...simulatedFifos.flatMap((fifo) =>
      simulated(sources, fifo.occupancyDistribution).map((one) => ({
        ...one,
        name: `${from(fifo)}, ${one.name}`,
      })),
    ),
    ...solved.flatMap((link) => formula(sources, from(link), link.fill?.distribution, link.fill?.mean)),
  ];
}

/** Those that wait for a server. */
export function waitingSeries(sources: OccupancySources, stage: StageNode): readonly DistributionSeries[] {
  const { answer, result } = sources;
  const model = answer?.stages[stage.id];
  const waiting =
    model?.occupancyDistribution &&
    waitingOf(model.occupancyDistribution, serverCountOf(stage), model.meanQueueLength);
  return [
    ...simulated(sources, result?.stages[stage.id]?.waitingDistribution),
    ...formula(sources, modelName(answer, stage.id), waiting, meanOf(model, 'meanQueueLength')),
  ];
}

/** The curve of a stage that the inputs do not determine is one of many. */
function modelName(answer: SolveAnswer | undefined, id: NodeId): string {
  return answer && isUndetermined(answer, id) ? markedOpen(ANALYTIC) : ANALYTIC;
}

/** A mean that the inputs do not determine is not pointed at. */
const meanOf = (model: StageAnswer | undefined, key: 'meanOccupancy' | 'meanQueueLength') =>
  openSpan(model, key) ? 'open' : model?.[key];

/** As the choice of sources calls it; the table has the name of the model. */
const ANALYTIC = 'analytic';
const markedOpen = (name: string): string => `◌ ${name}`;

/** The elements of a group's stages together: as the method has them, else as if the stages were independent. */
export function groupSeries(sources: OccupancySources, group: StageGroup): readonly DistributionSeries[] {
  const { answer, result } = sources;
  const solved = answer?.groups?.[group.id];
  const parts = group.stages.map((id) => answer?.stages[id]?.occupancyDistribution);
  const known = parts.filter((part) => part !== undefined);
  const sum = known.length === parts.length ? sumDistribution(known) : undefined;
  const open = solved?.span !== undefined && isOpen('meanOccupancy', solved.span);
  const named = (name: string): string => (open ? markedOpen(name) : name);
  const mean = open ? 'open' : solved?.meanOccupancy;
  return [
    ...simulated(sources, result?.groups?.[group.id]?.occupancyDistribution),
    ...(solved?.occupancyDistribution
      ? formula(sources, named(methodLabel(answer?.solvedBy ?? 'auto')), solved.occupancyDistribution, mean)
      : formula(sources, named('analytic, as if independent'), sum, mean)),
  ];
}

/** K of a group is that of its stages together, where all have one. */
export function groupCapacity(scenario: Scenario, group: StageGroup): number | undefined {
  let sum = 0;
  for (const id of group.stages) {
    const node = scenario.nodes.find((one) => one.id === id);
    if (!node || !isStage(node) || node.capacity === undefined) return undefined;
    sum += node.capacity;
  }
  return sum;
}

function simulated(
  { simulationIsOlder }: OccupancySources,
  estimates: readonly Estimate[] | undefined,
  forming?: readonly number[],
): readonly DistributionSeries[] {
  const values = estimates?.map(({ mean }) => mean) ?? forming;
  if (!values) return [];
  const name = simulationIsOlder ? 'simulation (outdated)' : 'simulation';
  const older = simulationIsOlder && { older: true };
  if (!estimates) return [{ kind: 'simulation', name, values, ...older }];
  return [
    {
      kind: 'simulation',
      name,
      ...older,
      values,
      low: estimates.map(({ mean, halfWidth }) => Math.max(0, mean - halfWidth)),
      high: estimates.map(({ mean, halfWidth }) => mean + halfWidth),
    },
  ];
}

function formula(
  { answerIsOlder }: OccupancySources,
  model: string,
  values: readonly number[] | undefined,
  mean?: number | 'open',
): readonly DistributionSeries[] {
  if (!values) return [];
  const name = answerIsOlder ? `${model} (outdated)` : model;
  return [
    {
      kind: 'model',
      name,
      values,
      ...(answerIsOlder && { older: true }),
      ...(mean !== undefined && { mean }),
    },
  ];
}

/** Two sums of the same numbers differ by no more. */
const SAME_MEAN = 1e-6;

/**
 * P[w waiting] from P[n in the stage] where c servers never stand idle while somebody waits: w = max(0, n - c). With
 * bulk service, shared resources or reserved places that is not so; then the mean does not agree with the model's own
 * mean queue, and there is no curve.
 */
export function waitingOf(
  occupancy: readonly number[],
  c: number,
  meanQueueLength: number | undefined,
): readonly number[] | undefined {
  const idle = occupancy.slice(0, c + 1).reduce((sum, p) => sum + p, 0);
  const waiting = [idle, ...occupancy.slice(c + 1)];
  const mean = waiting.reduce((sum, p, w) => sum + w * p, 0);
  const agrees =
    meanQueueLength !== undefined && Math.abs(mean - meanQueueLength) <= SAME_MEAN * (1 + meanQueueLength);
  return agrees ? waiting : undefined;
}

/** Products that a sum of distributions may take: more would be felt while typing. */
const MOST_PRODUCTS = 5e6;

/** Distribution of the sum of independent numbers; undefined when that is too much work. */
export function sumDistribution(parts: readonly (readonly number[])[]): readonly number[] | undefined {
  let sum: readonly number[] = [1];
  let products = 0;
  for (const part of parts) {
    products += sum.length * part.length;
    if (products > MOST_PRODUCTS) return undefined;
    sum = convolve(sum, part);
  }
  return sum;
}

function convolve(a: readonly number[], b: readonly number[]): readonly number[] {
  const sum = new Array<number>(Math.max(0, a.length + b.length - 1)).fill(0);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) sum[i + j]! += a[i]! * b[j]!;
  }
  return sum;
}
