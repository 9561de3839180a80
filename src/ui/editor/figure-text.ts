/** Short texts of the numbers on the drawing. */

import { type ServiceDistribution, serviceName, statedRate } from '../../../core/distributions/index.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { formatHalfWidth, formatQuantity } from '../../../core/quantities/quantity-format.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { StageFigures } from './stage-figures.ts';

export const nameOfId = (scenario: Scenario, id: NodeId): string => {
  const node = scenario.nodes.find((candidate) => candidate.id === id);
  return node ? nameOf(node) : id;
};

/** The native unit of a source, stage or delay, where it has a name; the others have none of their own. */
export const unitOf = (node: ScenarioNode | undefined): string | undefined =>
  node && 'unit' in node ? node.unit : undefined;

/** "31.9 M seeds/s". */
export const rateText = (value: number, unit?: string): string => formatQuantity(value, 'rate', { unit });

/** How a rate is known that was simulated: "± 12 %". Absent where nothing worth saying is open. */
export const spreadText = (rate: number, halfWidth: number | undefined): string | undefined =>
  halfWidth !== undefined && halfWidth > NEARLY_SURE * Math.abs(rate)
    ? formatHalfWidth({ mean: rate, halfWidth })
    : undefined;

const NEARLY_SURE = 0.005;

/** "◍ 21.2 k/s" where it was simulated. */
export const flowText = (rate: number, halfWidth: number | undefined, unit?: string): string =>
  `${spreadText(rate, halfWidth) === undefined ? '' : `${TRUST.simulated.shape} `}${rateText(rate, unit)}`;

/** "± 31 %" of a rate that is known so badly that the bare number would mislead. */
export const roughText = (rate: number, halfWidth: number | undefined): string | undefined =>
  halfWidth !== undefined && halfWidth > MISLEADING * Math.abs(rate)
    ? spreadText(rate, halfWidth)
    : undefined;

const MISLEADING = 0.1;

/** "4.47 wmers". */
export const countText = (value: number, unit?: string): string => formatQuantity(value, 'count', { unit });

/** "5 µs". */
export const timeText = (value: number): string => formatQuantity(value, 'time');

/** How long elements stay in a delay: "20 ms, exponential". */
export function stayText(distribution: ServiceDistribution): string {
  const rate = statedRate(distribution);
  const name = serviceName(distribution);
  return rate === undefined ? name : `${formatQuantity(1 / rate, 'time')}, ${name}`;
}

/** What a join holds: "2.31 tasks wait". */
export const waitingText = (tasks: number): string => `${countText(tasks)} tasks wait`;

/** ρ as in every table: "0.841"; below 1 it is never written as 1. */
export const shareText = (share: number): string => formatQuantity(share, 'probability');

/** "84.1 %"; above 99 % with two digits of what is missing, such as "99.925 %"; "< 0.01 %" where it is not 0. */
export function percentText(fraction: number): string {
  const percent = fraction * 100;
  if (percent > 0 && percent < 0.005) return '< 0.01 %';
  const rest = 100 - percent;
  const nearAll = rest > 0 && rest < 1;
  return `${Number(nearAll ? percent.toFixed(Math.min(4, Math.ceil(-Math.log10(rest)) + 1)) : percent.toPrecision(3))} %`;
}

/**
 * Mean elements in a stage and its room: "458 / 600"; "◍ 458 / 600" where it is simulated, "⚠ 458 / 600" where it is unreliable,
 * "grows" where there is no steady state, "◌ 205…599" where the inputs do not determine the mean, and "451 wait" where only
 * the queue was measured.
 */
export function levelText(stage: StageNode, figures: StageFigures): string {
  const { meanOccupancy, meanQueueLength, leastMean, greatestMean, saturated, halfWidth, doubtful } = figures;
  if (saturated && stage.capacity === undefined) return 'grows';
  if (leastMean !== undefined && greatestMean !== undefined)
    return `◌ ${countText(leastMean)}…${countText(greatestMean)}`;
  const room = roomText(stage);
  if (meanOccupancy === undefined)
    return meanQueueLength === undefined ? `–${room}` : `${countText(meanQueueLength)} wait`;
  const badge = doubtful ? `${TRUST.doubtful.shape} ` : '';
  if (halfWidth === undefined) return `${badge}${countText(meanOccupancy)}${room}`;
  const digits = halfWidth > ROUGH * meanOccupancy ? 2 : 3;
  return `${badge || `${TRUST.simulated.shape} `}${formatQuantity(meanOccupancy, 'count', { digits })}${room}`;
}

/** The room of a dataflow stage is in the FIFOs of its links, which say their depths. */
function roomText(stage: StageNode): string {
  if (stage.capacity !== undefined) return ` / ${countText(stage.capacity)}`;
  return isDataflow(stage) ? '' : ' / ∞';
}

/** The third digit of a mean says nothing where its interval is wider than this share of it. */
const ROUGH = 0.02;

/** A number without unit, three significant digits: "0.0178", "1e18". */
export function plainText(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const text = Math.abs(rounded) >= MOST_PLAIN ? rounded.toExponential() : String(rounded);
  return text.replace('e+', 'e').replace('-', '−');
}

/** From here on a number would fill the stage's picture with zeros. */
const MOST_PLAIN = 1e7;
