import { DEFAULT_FIRING, isDataflow } from '../rules/firing.ts';
import { promisesPlaces } from '../rules/when-full.ts';
import { consumedOf, initialTokensOf, producedOf } from './defaults.ts';
import { type Graph, graphOf } from './graph.ts';
import { isSource, isStage, type Scenario, type ScenarioNode, type StageNode } from './scenario.ts';

/**
 * The drawing with ordinary stages in place of dataflow stages that take one token of one FIFO and give one: queues whose capacity is
 * the depth, number for number, for methods that know no tokens. Undefined where a stage takes of several FIFOs or takes or gives another
 * number of tokens, where tokens are there at the start, times go by phase, tasks fork, or senders are blocked after service (a result
 * that is held has left its FIFO, but not a queue); and where an ordinary stage has a capacity of its own, which is not sized with FIFOs.
 * A FIFO without a bound has any capacity here: it is to be sized.
 */
export function queuesOfLine(scenario: Scenario): Scenario | undefined {
  const graph = graphOf(scenario);
  const nodes: ScenarioNode[] = [];
  for (const node of scenario.nodes) {
    const queue = isStage(node) && isDataflow(node) ? queueOf(node, graph) : ordinary(node);
    if (!queue) return undefined;
    nodes.push(queue);
  }
  const links = scenario.links.map(
    ({ depth: _, initialTokens: _none, produced: _one, consumed: _each, ...link }) => link,
  );
  return { ...scenario, nodes, links };
}

function ordinary(node: ScenarioNode): ScenarioNode | undefined {
  if (node.kind === 'fork' || node.kind === 'join') return undefined;
  return isStage(node) && node.capacity !== undefined ? undefined : node;
}

const isOne = (tokens: readonly number[]): boolean => tokens.every((each) => each === 1);

function queueOf(node: StageNode, graph: Graph): StageNode | undefined {
  const [fifo, ...others] = graph.incoming.get(node.id)!;
  const outgoing = graph.outgoing.get(node.id)!;
  if (!fifo || others.length > 0 || outgoing.length > 1 || node.firingTimes) return undefined;
  const isPlain =
    initialTokensOf(fifo) === 0 &&
    isOne(consumedOf(fifo)) &&
    outgoing.every((link) => isOne(producedOf(link)));
  const isLikeQueue = promisesPlaces(node) || isSource(graph.nodes.get(fifo.from)!);
  return isPlain && isLikeQueue ? { ...node, firing: DEFAULT_FIRING, capacity: fifo.depth ?? 1 } : undefined;
}
