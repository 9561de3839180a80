import { useMemo, useRef } from 'react';
import { type FlowEdge, flowEdges } from './flow-edges.ts';
import type { LinkData } from './link-data.ts';
import { buildLinkData } from './link-data.ts';
import { buildNodeData, type NodeData, type NodeDataInput } from './node-data.ts';
import type { Selection } from './selection.ts';

/** Data of all pictures; each stays the same object while nothing about it changes. */
export function useNodeData(input: NodeDataInput): NodeData {
  const { scenario, answer, answerIsStale, faults, simulated, differences } = input;
  const last = useRef<NodeData>(new Map());
  return useMemo(() => {
    const shown = { scenario, answer, answerIsStale, faults, simulated, differences };
    last.current = buildNodeData(shown, last.current);
    return last.current;
  }, [scenario, answer, answerIsStale, faults, simulated, differences]);
}

export function useFlowEdges(
  { scenario, answer, answerIsStale }: NodeDataInput,
  selected: Selection['links'],
): FlowEdge[] {
  const lastData = useRef<LinkData>(new Map());
  const lastEdges = useRef<FlowEdge[]>([]);
  const data = useMemo(() => {
    lastData.current = buildLinkData({ scenario, answer, answerIsStale }, lastData.current);
    return lastData.current;
  }, [scenario, answer, answerIsStale]);
  return useMemo(() => {
    lastEdges.current = flowEdges(data, selected, lastEdges.current);
    return lastEdges.current;
  }, [data, selected]);
}
