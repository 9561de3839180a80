/** Short texts of the numbers on the drawing. */
import { formatQuantity } from '../model/quantity.ts';
import type { NodeId, Scenario, ScenarioNode, StageNode } from '../model/scenario.ts';
import type { StageFigures } from './stage-figures.ts';

export const nodeName = (node: ScenarioNode): string => node.name ?? node.id;

export const nameOfId = (scenario: Scenario, id: NodeId): string => {
  const node = scenario.nodes.find((candidate) => candidate.id === id);
  return node ? nodeName(node) : id;
};

/** The native unit of a source or stage, where it has a name; routers and sinks have none of their own. */
export const unitOf = (node: ScenarioNode | undefined): string | undefined =>
  node && (node.kind === 'source' || node.kind === 'stage') ? node.unit : undefined;

/** "31.9 Mseed/s". */
export const rateText = (value: number, unit?: string): string => formatQuantity(value, 'rate', { unit });

/** "4.47 wmers". */
export const countText = (value: number, unit?: string): string => formatQuantity(value, 'count', { unit });

/** "84.1 %"; above 99 % with two digits of what is missing, such as "99.925 %". */
export function percentText(fraction: number): string {
  const percent = fraction * 100;
  const rest = 100 - percent;
  const digits = rest > 0 && rest < 1 ? Math.min(4, Math.ceil(-Math.log10(rest)) + 1) : percent < 10 ? 2 : 1;
  const text = percent.toFixed(digits);
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text} %`;
}

/** Mean elements in a stage and its room: "458 / 600"; "grows" where there is no steady state. */
export function levelText(stage: StageNode, { meanOccupancy, saturated }: StageFigures): string {
  if (saturated && stage.capacity === undefined) return 'grows';
  const room = stage.capacity === undefined ? '∞' : countText(stage.capacity);
  return `${meanOccupancy === undefined ? '–' : countText(meanOccupancy)} / ${room}`;
}

/** A number without unit, three significant digits: "0.0178". */
export const plainText = (value: number): string =>
  String(Number(value.toPrecision(3)))
    .replace('e+', 'e')
    .replace('-', '−');
