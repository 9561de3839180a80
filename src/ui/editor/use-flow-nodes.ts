import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { useCallback, useState } from 'react';
import { type FlowNode, type FlowNodesInput, flowNodes } from './flow-nodes.ts';

/**
 * The library's nodes as local state: during a drag only they move, and the scenario hears of it at the end. They
 * follow the scenario, its answers and the selection as soon as those change.
 */
export function useFlowNodes(input: FlowNodesInput) {
  const [nodes, setNodes] = useState(() => flowNodes(input, []));
  const [seen, setSeen] = useState(input);
  const { data, positions, selected } = input;
  let current = nodes;
  if (data !== seen.data || positions !== seen.positions || selected !== seen.selected) {
    current = flowNodes(input, nodes);
    setSeen(input);
    setNodes(current);
  }
  const applyLocally = useCallback((changes: NodeChange<FlowNode>[]) => {
    const local = changes.filter((change) => change.type === 'position' || change.type === 'dimensions');
    if (local.length > 0) setNodes((before) => applyNodeChanges(local, before));
  }, []);
  return [current, applyLocally] as const;
}
