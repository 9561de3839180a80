/** A drawing from the first half of the data, held against the second: what its numbers leave open is not held against it. */
import { distributionRate, distributionScv, faster } from '../../core/distributions/index.ts';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import type { Span } from '../../core/measures/measure-rows.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { pow } from '../../core/numeric/elementary.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { compareWithMeasurement } from '../compare/compare-model.ts';
import { comparisonVerdict } from '../compare/comparison-verdict.ts';
import type { Prediction } from '../compare/contract.ts';
import { Z_975 } from '../numeric/student-t.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { FlowEvidence, Told, Validation } from './contract.ts';
import { type Drawn, propose } from './propose.ts';

/** What two halves of a measurement tell. */
export interface Halves {
  readonly first: FlowEvidence;
  readonly second: FlowEvidence;
  /** How long the second lasts, s. */
  readonly duration: number;
}

const without = (why: string): Validation => ({
  rows: [],
  sentences: [`The drawing was not validated on separate data: ${why}.`],
});

/** `halves` as text: why there are none. */
export function validated(
  halves: (() => Halves) | string,
  whole: FlowEvidence,
  { name, refused }: { readonly name: string; readonly refused: ReadonlySet<string> },
): Validation {
  if (typeof halves === 'string') return without(`${halves} for two halves`);
  const { first, second, duration } = halves();
  if (first.ways.length < whole.ways.length) return without('the first half does not contain every path');
  const drawn = propose(first, { name, without: refused });
  const solved = solveScenario(drawn.scenario, 'auto', false);
  if (solved.kind === 'noAnswer')
    return {
      rows: [],
      sentences: [
        `Drawn from the first half of the data, the model has no solution to compare with the second: ${refusalText(solved)}`,
      ],
    };
  const stages = new Map(drawn.scenario.nodes.filter(isStage).map((node) => [node.id, node]));
  const measured = [...second.measured].flatMap(([place, told]): StageMeasurement[] => {
    const stage = stages.get(drawn.ids.get(place) ?? '');
    return stage ? [{ stage: stage.id, ...asLongAs(duration, stage, told) }] : [];
  });
  const spans = spansOf(drawn, first, solved.stages);
  const comparison = compareWithMeasurement(drawn.scenario, withSpans(solved.stages, spans), {
    ...{ name, stages: measured },
  });
  return {
    rows: comparison.rows,
    sentences: [
      'Drawn from the first half of the data alone and compared with the second:',
      ...comparisonVerdict(comparison),
    ],
  };
}

type Measured = Omit<StageMeasurement, 'stage'>;

/**
 * Intervals by tenths are too narrow where a tenth is no longer than the queue remembers. The variance of a mean level over a time T is at least
 * 2 rho (1 + rho) V^3 / ((1 - rho)^4 mu T) for a queue of variability V, half the sum of the squared coefficients of variation: exact for M/M/1, and the
 * limit of heavy traffic otherwise (Whitt, Planning queueing simulations, Management Science 35 (1989), 1341-1366, eq. 22 and 24). The load is the measured one.
 */
function asLongAs(duration: number, stage: StageNode, told: Measured): Measured {
  const { arrivalRate = 0, meanOccupancy, halfWidths } = told;
  const mu = serverCountOf(stage) * distributionRate(stage.service);
  const rho = arrivalRate / mu;
  if (!(rho < 1) || meanOccupancy === undefined || arrivalRate === 0) return told;
  const variability = (1 + distributionScv(stage.service)) / 2;
  const variance = (2 * rho * (1 + rho) * pow(variability, 3)) / (pow(1 - rho, 4) * mu * duration);
  const half = Math.max(Z_975 * Math.sqrt(variance), halfWidths?.meanOccupancy ?? 0);
  return {
    ...told,
    halfWidths: {
      ...{ ...halfWidths, meanOccupancy: half },
      ...(told.meanSojournTime !== undefined && {
        meanSojournTime: Math.max(half / arrivalRate, halfWidths?.meanSojournTime ?? 0),
      }),
    },
  };
}

/** Quantities that depend on rates so much that their intervals matter. */
const OPEN = ['meanOccupancy', 'meanSojournTime'] as const;
type Spans = Partial<Record<(typeof OPEN)[number], Span>>;
/** Most inputs that are changed: those that are known worst. */
const MOST_INPUTS = 20;

/** What the intervals of arrivals and services allow, each changed alone and the differences added up as those of independent errors. */
function spansOf(
  drawn: Drawn,
  { entries, places }: FlowEvidence,
  solved: Prediction,
): ReadonlyMap<NodeId, Spans> {
  const inputs = [
    ...entries.map(({ name, interarrival }) => ({ id: drawn.ids.get(name)!, told: interarrival as Told })),
    ...places.flatMap(({ name, service }) =>
      service ? [{ id: drawn.ids.get(name)!, told: service as Told }] : [],
    ),
  ]
    .map(({ id, told }) => ({
      id,
      low: (told.low ?? told.value) / told.value,
      high: (told.high ?? told.value) / told.value,
    }))
    .filter(({ low, high }) => low > 0 && high > low)
    .sort((a, b) => b.high - b.low - (a.high - a.low))
    .slice(0, MOST_INPUTS);
  const below = new Map<string, number>();
  const above = new Map<string, number>();
  for (const { id, low, high } of inputs)
    for (const factor of [low, high]) {
      const outcome = solveScenario(slower(drawn.scenario, id, factor), 'auto', false, { spans: false });
      for (const [stage, at] of Object.entries(solved))
        for (const quantity of OPEN) {
          const [was, is] = [
            at[quantity],
            outcome.kind === 'noAnswer' ? undefined : outcome.stages[stage]?.[quantity],
          ];
          if (was === undefined) continue;
          // Without a steady state it grows for ever.
          const change = (is ?? Number.POSITIVE_INFINITY) - was;
          const side = change < 0 ? below : above;
          const key = `${stage}\u0000${quantity}`;
          side.set(key, (side.get(key) ?? 0) + change ** 2);
        }
    }
  return new Map(
    Object.entries(solved).map(([stage, at]) => {
      const own = OPEN.flatMap((quantity) => {
        const key = `${stage}\u0000${quantity}`;
        const value = at[quantity];
        if (value === undefined) return [];
        const least = Math.max(0, value - Math.sqrt(below.get(key) ?? 0));
        return [[quantity, [least, value + Math.sqrt(above.get(key) ?? 0)]] as const];
      });
      return [stage, Object.fromEntries(own)];
    }),
  );
}

/** With times at one node that are `factor` times as long. */
function slower(scenario: Scenario, id: NodeId, factor: number): Scenario {
  return {
    ...scenario,
    nodes: scenario.nodes.map((node) => {
      if (node.id !== id) return node;
      if (node.kind === 'source') return { ...node, interarrival: faster(node.interarrival, 1 / factor) };
      if (node.kind !== 'stage' && node.kind !== 'delay') return node;
      const byClass = node.byClass && {
        byClass: Object.fromEntries(
          Object.entries(node.byClass).map(([name, own]) => [
            name,
            own.service ? { ...own, service: faster(own.service, 1 / factor) } : own,
          ]),
        ),
      };
      return { ...node, service: faster(node.service, 1 / factor), ...byClass };
    }),
  };
}

const withSpans = (prediction: Prediction, spans: ReadonlyMap<NodeId, Spans>): Prediction =>
  Object.fromEntries(
    Object.entries(prediction).map(([stage, measures]) => [
      stage,
      { ...measures, spans: { ...measures.spans, ...spans.get(stage) } },
    ]),
  );
