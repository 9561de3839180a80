import { plural } from '../../../core/base/plural.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';

/** The native unit of a stage or delay, or what a join holds, in the plural. */
export function unitOf({ nodes }: Pick<Scenario, 'nodes'>, id: NodeId): string {
  const node = nodes.find((one) => one.id === id);
  const unit = node && (isStage(node) || node.kind === 'delay') ? node.unit : undefined;
  return node?.kind === 'join' ? 'tasks' : plural(unit ?? 'element');
}
