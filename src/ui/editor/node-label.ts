/** What a screen reader says about a node of the drawing. */
import { capitalized } from '../../../core/base/plural.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { ScenarioNode } from '../../../core/scenario/scenario.ts';
import {
  countText,
  percentText,
  rateText,
  shareText,
  spreadText,
  unitOf,
  waitingText,
} from './figure-text.ts';
import type { NodeWords } from './node-words.ts';
import type { StageFigures } from './stage-figures.ts';

interface Spoken extends NodeWords {
  readonly node: ScenarioNode;
  readonly figures?: StageFigures;
  readonly rate?: number;
  readonly rateHalfWidth?: number;
  readonly held?: number;
  readonly faultText?: string;
  readonly bottleneck?: string;
  readonly critical: boolean;
  readonly differenceWords?: string;
  readonly blocked?: number;
  readonly blockedBy?: string;
}

/** Such as "Stage Bloom filter, utilization 0.84, mean queue 4.47 wmers, bottleneck". */
export function nodeLabel(spoken: Spoken): string {
  const { node, figures, rate, rateHalfWidth, faultText, bottleneck } = spoken;
  const parts = [`${capitalized(node.kind)} ${nameOf(node)}`];
  if (figures?.saturated) parts.push('unstable');
  if (figures?.utilization !== undefined) parts.push(`utilization ${shareText(figures.utilization)}`);
  const [least, most] = [figures?.leastMean, figures?.greatestMean];
  if (least !== undefined && most !== undefined)
    parts.push(`mean number ${countText(least)} to ${countText(most, unitOf(node))}, sensitive to inputs`);
  else if (figures?.meanQueueLength !== undefined)
    parts.push(`mean queue ${countText(figures.meanQueueLength, unitOf(node))}`);
  if (figures?.doubtful && least === undefined) parts.push(TRUST.doubtful.word);
  else if (figures?.halfWidth !== undefined) parts.push(TRUST.simulated.word);
  if (rate !== undefined) {
    const spread = spreadText(rate, rateHalfWidth);
    parts.push(`${rateText(rate, unitOf(node))}${spread === undefined ? '' : `, simulated ${spread}`}`);
  }
  parts.push(...memberships(spoken));
  if (spoken.blocked !== undefined)
    parts.push(`blocked ${percentText(spoken.blocked)} by ${spoken.blockedBy}`);
  if (bottleneck) parts.push(bottleneck);
  if (spoken.critical) parts.push('on the critical cycle');
  if (spoken.differenceWords !== undefined) parts.push(spoken.differenceWords);
  return faultText ? `${parts.join(', ')}. Error: ${faultText}` : parts.join(', ');
}

/** Beside a node on the critical cycle, and its key. */
export const CRITICAL_WORDS = {
  text: '⟳ critical cycle',
  meaning:
    'Each start on this cycle waits for nothing but the one before: it sets the period, and only a change on it makes the schedule faster. Its links have a double edge.',
} as const;

function memberships({ node, held, jobClass, resource, starts }: Spoken): readonly string[] {
  const parts: string[] = [];
  if (held !== undefined)
    parts.push(node.kind === 'join' ? waitingText(held) : `mean number ${countText(held, unitOf(node))}`);
  if (jobClass !== undefined) parts.push(`class ${jobClass}`);
  if (resource !== undefined) parts.push(`needs ${resource}`);
  if (starts !== undefined) parts.push(`${starts} start here`);
  return parts;
}
