/** How far an answer, or that of one stage, can be believed: which badge it gets. */

import { leastKnown, type Ranked } from '../../../core/measures/best-known.ts';
import { formatMeasure, measureRow, measureWords } from '../../../core/measures/measure-rows.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import type { Trust } from '../../../core/measures/trust.ts';
import { formatHalfWidth, formatPercent } from '../../../core/quantities/quantity.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined } from '../../../workers/solve/determined.ts';

/** What the inputs leave open no method makes sure, be it exact; and it counts before an approximation that is far off. */
export function stageTrust(answer: SolveAnswer, id: NodeId): Trust | undefined {
  const stage = answer.stages[id];
  if (!stage) return undefined;
  return isUndetermined(answer, id) ? 'notDetermined' : rankOf(stage);
}

/** What a stage is known by is what its mean occupancy is known by. */
function rankOf({ exact, doubtful, simulated }: StageAnswer): Ranked {
  if (exact) return 'exact';
  if (doubtful) return 'doubtful';
  return simulated?.meanOccupancy ? 'simulated' : 'approximate';
}

export function answerTrust(answer: SolveAnswer): Trust {
  const { exact, stages, simulated } = answer;
  if (Object.keys(stages).some((id) => isUndetermined(answer, id))) return 'notDetermined';
  if (exact) return 'exact';
  const known = leastKnown(Object.values(stages).map(rankOf));
  // Exact stages do not make a network exact: how they hang together is approximate.
  return known === 'exact' && !simulated ? 'approximate' : known;
}

/** How well an answer that is simulated in parts is known: `± 0.8 %`. */
export const precisionText = (answer: SolveAnswer): string | undefined =>
  answer.simulated && answerTrust(answer) === 'simulated'
    ? `± ${formatPercent(answer.simulated.precision, 1)}`
    : undefined;

/** Where simulation and method contradict each other beyond what both state, in one sentence. */
export function apartText(scenario: Scenario, { simulated, solvedBy }: SolveAnswer): string | undefined {
  if (!simulated?.apart) return undefined;
  const { stage, measure, simulated: known, solved } = simulated.apart;
  const node = scenario.nodes.find(({ id }) => id === stage);
  const { dimension } = measureRow(measure);
  const unit = node && 'unit' in node ? node.unit : undefined;
  const write = (value: number): string => formatMeasure(value, dimension, { unit });
  const method = solvedBy === undefined ? 'the method' : methodLabel(solvedBy);
  return `Simulated and analytic results disagree, most at ${node ? nameOf(node) : stage}: ${measureWords(measure)} ${write(known.mean)} ${formatHalfWidth(known)} simulated, ${write(solved)} by ${method}.`;
}
