/** The smallest capacity of a stage that is seldom enough full. */
import type { MethodName } from '../core/measures/methods.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import { isStage, type NodeId, type Scenario } from '../core/scenario/scenario.ts';
import type { SizeAnswer } from '../workers/solve/contract.ts';
import { sizeStage } from '../workers/solve/size-stage.ts';
import { BadInput } from './bad-input.ts';

export interface SizeOptions {
  /** Whose capacity is sought. */
  readonly stage: NodeId;
  /** Largest share of time that it may be full, between 0 and 1. */
  readonly below: number;
  /** Default `auto`. */
  readonly method?: MethodName;
}

export function size(scenario: Scenario, { method = 'auto', ...asked }: SizeOptions): SizeAnswer | NoAnswer {
  if (!scenario.nodes.some((node) => isStage(node) && node.id === asked.stage))
    throw new BadInput([`size: --stage: there is no stage "${asked.stage}"`]);
  return sizeStage(scenario, { ...asked, method });
}
