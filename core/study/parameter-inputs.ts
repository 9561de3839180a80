/** The whole input as one parameter. */

import type { Scenario, ScenarioNode } from '../scenario/scenario.ts';
import { type ParameterHandle, POSITIVE, RANK } from './parameter.ts';
import { faster } from './parameter-distributions.ts';

/** All that comes from outside, as a multiple of what is drawn. */
export function inputHandle(scenario: Scenario): readonly ParameterHandle[] {
  if (!scenario.nodes.some(({ kind }) => kind === 'source')) return [];
  return [
    {
      parameter: {
        kind: 'number',
        path: 'inputs',
        words: 'input factor',
        value: 1,
        dimension: 'number',
        domain: POSITIVE,
      },
      rank: RANK.all,
      write: (now, factor) => ({
        ...now,
        nodes: now.nodes.map((node) => withInput(node, Number(factor))),
      }),
    },
  ];
}

function withInput(node: ScenarioNode, factor: number): ScenarioNode {
  if (node.kind === 'stage')
    return node.overdriveRate ? { ...node, overdriveRate: node.overdriveRate * factor } : node;
  if (node.kind !== 'source') return node;
  const { interarrival, schedule } = node;
  const frames = schedule?.frames.map((frame) =>
    frame.interarrival ? { ...frame, interarrival: faster(frame.interarrival, factor) } : frame,
  );
  return {
    ...node,
    interarrival: faster(interarrival, factor),
    ...(schedule && frames && { schedule: { ...schedule, frames } }),
  };
}
