/** What a screen reader says about a node of the drawing. */
import type { ScenarioNode } from '../model/scenario.ts';
import { countText, nodeName, percentText, rateText, unitOf } from './figure-text.ts';
import type { StageFigures } from './stage-figures.ts';

interface Spoken {
  readonly node: ScenarioNode;
  readonly figures?: StageFigures;
  readonly rate?: number;
  readonly faultText?: string;
  readonly bottleneck: boolean;
}

const KIND = { source: 'Source', stage: 'Stage', router: 'Router', sink: 'Sink' } as const;

/** Such as "Stage Bloom filter, utilization 84 %, mean queue 4.47 wmers, bottleneck". */
export function nodeLabel({ node, figures, rate, faultText, bottleneck }: Spoken): string {
  const parts = [`${KIND[node.kind]} ${nodeName(node)}`];
  if (figures?.saturated) parts.push('unstable');
  if (figures?.utilization !== undefined) parts.push(`utilization ${percentText(figures.utilization)}`);
  if (figures?.meanQueueLength !== undefined)
    parts.push(`mean queue ${countText(figures.meanQueueLength, unitOf(node))}`);
  if (rate !== undefined) parts.push(rateText(rate, unitOf(node)));
  if (bottleneck) parts.push('bottleneck');
  return faultText ? `${parts.join(', ')}. Fault: ${faultText}` : parts.join(', ');
}
