/** Links with a FIFO of their own: those to dataflow stages, and those to joins that have room for so many tasks of each. */
import { dataflowAt } from './dataflow-faults.ts';
import type { Graph } from './graph.ts';
import type { Link, NodeId } from './scenario.ts';

/** A join with a depth on some of its links; the others then hold any number. */
export const limitsTasks = (graph: Graph, id: NodeId): boolean =>
  graph.nodes.get(id)?.kind === 'join' && graph.incoming.get(id)!.some(({ depth }) => depth !== undefined);

export const hasFifo = ({ to }: Link, graph: Graph): boolean =>
  dataflowAt(graph, to) !== undefined || limitsTasks(graph, to);
